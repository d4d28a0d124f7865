"""What the compute engine refuses, each in one line that says why."""

import pytest

from bitonic_scope.data.element_format import FORMATS, ElementFormat
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.compute.engine import ComputeEngine
from bitonic_scope.gpu.compute.programs import ComputePrograms
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.capabilities import Capabilities
from bitonic_scope.model.settings import EngineName, SortSettings
from bitonic_scope.model.storage import COMPUTE_FORMATS, choose_storage
from tests.support.compute_cases import ENGINES, PAIR, make_engine

pytest_plugins = ["tests.support.compute_fixtures"]

OTHER_FORMATS = [row for row in FORMATS.values() if row.name not in COMPUTE_FORMATS]


@pytest.mark.parametrize("group_size", [0, 3, 2048])
def test_a_group_size_that_cannot_be_is_refused(compute_gpu: Gpu, group_size: int) -> None:
    with pytest.raises(ValueError, match="group_size must be a power of two from 1 to"):
        make_engine(compute_gpu, 4, EngineName.COMPUTE, group_size=group_size)


@pytest.mark.parametrize("engine_name", ENGINES)
def test_a_context_without_compute_shaders_is_refused_in_one_line(engine_name: EngineName) -> None:
    old = Capabilities(16384, 1 << 28, version_code=330)
    assert not old.has_compute
    with pytest.raises(ProgramError) as caught:
        choose_storage(SortSettings(4, 4, engine=engine_name), old)
    assert str(caught.value) == (
        "compute shaders need OpenGL 4.3, this context has 3.3; try the fragment engine"
    )


@pytest.mark.parametrize("engine_name", ENGINES)
@pytest.mark.parametrize("element_format", OTHER_FORMATS, ids=lambda row: row.name)
def test_a_format_that_the_compute_engine_does_not_sort_is_refused_in_one_line(
    compute_gpu: Gpu, element_format: ElementFormat, engine_name: EngineName
) -> None:
    settings = SortSettings(4, 4, element_format=element_format.name, engine=engine_name)
    with pytest.raises(ProgramError) as caught:
        choose_storage(settings, compute_gpu.capabilities)
    assert str(caught.value) == (
        "the compute engine sorts float32, uint32, pair, got format "
        f"{element_format.name}; try --engine fragment"
    )


def test_more_elements_than_shaders_reach_are_refused_with_the_limit(compute_gpu: Gpu) -> None:
    with pytest.raises(ProgramError, match=r"limits .* to \d+ bytes, .* need 2147483648; try"):
        ComputeEngine(compute_gpu, TextureLayout(16384, 16384), element_format=PAIR)


def test_a_fault_in_a_shader_is_told_by_file_and_line(compute_gpu: Gpu) -> None:
    programs = ComputePrograms(compute_gpu.ctx)
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
