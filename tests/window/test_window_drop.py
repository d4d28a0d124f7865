"""A file that is dropped on the window is sorted, however odd its name is."""

from pathlib import Path

import numpy as np
import pytest

from bitonic_scope.data.own_data import NumpyForm, OwnData
from bitonic_scope.model.settings import SortSettings
from tests.support.window_driver import running_program
from tests.support.x_display import XDisplay
from tests.support.x_drop import drop_file

pytestmark = pytest.mark.display


@pytest.mark.parametrize(
    ("name", "many_types"), [("numbers.csv", False), ("my 2 %20 numbers.txt", True)]
)
def test_a_dropped_file_is_sorted(tmp_path: Path, name: str, many_types: bool) -> None:
    numbers = np.arange(64, dtype=np.float32)[::-1] / np.float32(63)
    (tmp_path / name).write_text("\n".join(str(number) for number in numbers))
    with XDisplay() as display, running_program(display, tmp_path) as program:
        program.wait_for(0)
        place = program.window.geometry()
        drop_file(
            display,
            program.window.handle,
            tmp_path / name,
            x=place.x + place.width // 2,
            y=place.y + place.height // 3,
            many_types=many_types,
        )
        own = OwnData(name, numbers, numbers.shape, NumpyForm("<f4"))
        program.settings = SortSettings().with_own(own)
        program.wait_for(0)
        program.window.key("End")
        program.wait_for(21)


def test_a_dropped_file_that_cannot_be_read_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "no.csv").write_text("no numbers at all")
    with XDisplay() as display, running_program(display, tmp_path) as program:
        program.wait_for(0)
        place = program.window.geometry()
        drop_file(display, program.window.handle, tmp_path / "no.csv", x=place.x + 600, y=300)
        program.window.key("Right")
        program.wait_for(1)
