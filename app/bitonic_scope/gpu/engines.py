"""Creates the engine that settings name."""

from collections.abc import Callable
from functools import partial

from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.model.settings import EngineName, SortSettings
from bitonic_scope.model.storage import Storage


def new_engine(
    gpu: Gpu, settings: SortSettings, storage: Storage, *, allocates: bool = True
) -> Engine:
    """Create the engine for settings.

    Args:
        gpu: the GPU to sort on.
        settings: what to sort, and by which engine.
        storage: the result of `choose_storage` for these settings.
        allocates: whether to allocate now; otherwise the caller runs `allocate_steps`.

    Raises:
        ProgramError: the driver has no memory for the engine, or refuses a shader.
    """
    make: Callable[..., Engine] = FragmentEngine
    if settings.engine is not EngineName.FRAGMENT:
        from bitonic_scope.gpu.compute.engine import ComputeEngine  # saves most runs 5 ms

        make = partial(ComputeEngine, engine=settings.engine)
    return make(
        gpu,
        TextureLayout(settings.width, settings.height),
        element_format=storage.element_format,
        order=settings.order,
        network_kind=settings.network_kind,
        stable=settings.stable,
        allocates=allocates,
    )
