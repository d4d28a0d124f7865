"""What the compute engine refuses, each in one line that says why."""

from types import SimpleNamespace
from typing import Any

import moderngl
import pytest
from bitonic_scope.gpu.compute.sorter import ComputeSorter, ElementKind

from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.compute.dispatch_plan import ComputeForm
from bitonic_scope.gpu.compute.limits import is_available
from bitonic_scope.gpu.compute.programs import ComputePrograms
from bitonic_scope.network.schedule import BitonicNetwork, Direction
from tests.support.compute_cases import make_sorter

pytest_plugins = ["tests.support.compute_fixtures"]


@pytest.mark.parametrize("group_size", [0, 3, 2048])
def test_a_group_size_that_cannot_be_is_refused(
    compute_ctx: moderngl.Context, compute_programs: ComputePrograms, group_size: int
) -> None:
    with pytest.raises(ValueError, match="group_size must be a power of two from 1 to"):
        make_sorter(compute_ctx, compute_programs, 4, ComputeForm.FAST, group_size=group_size)


def test_a_context_without_compute_shaders_is_refused_in_one_line() -> None:
    old: Any = SimpleNamespace(version_code=330)
    assert not is_available(old)
    for use in (
        lambda: ComputePrograms(old),
        lambda: ComputeSorter(
            old, BitonicNetwork(4), order=Direction.ASCENDING, kind=ElementKind.UINT32
        ),
    ):
        with pytest.raises(ProgramError) as caught:
            use()
        assert str(caught.value) == (
            "compute shaders need OpenGL 4.3, this context has 3.3; try the fragment engine"
        )


def test_more_elements_than_shaders_reach_are_refused_with_the_limit(
    compute_ctx: moderngl.Context,
) -> None:
    with pytest.raises(ProgramError, match=r"reach \d+ bytes .* need 2147483648; try"):
        ComputeSorter(
            compute_ctx, BitonicNetwork(28), order=Direction.ASCENDING, kind=ElementKind.PAIR
        )


def test_a_fault_in_a_shader_is_told_by_file_and_line(
    compute_ctx: moderngl.Context,
) -> None:
    programs = ComputePrograms(compute_ctx)
    with pytest.raises(
        ProgramError,
        match=r"refuses shaders/compute/local\.comp: shaders/compute/local\.comp:\d+: ",
    ):
        programs.get("compute/local.comp", {"UINT32": 1})
    program = programs.get("compute/global.comp", {"UINT32": 1, "GROUP_SIZE": 8})
    with pytest.raises(ProgramError, match="uses no uniform 'colour'; it has"):
        program.set_uniform("colour", 1)
    programs.release()
    programs.release()
