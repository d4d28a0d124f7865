"""Makes the engine that settings name."""

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
    """Make the engine for settings.

    Args:
        gpu: where it runs.
        settings: what is sorted, and by which engine.
        storage: how elements are stored, as `choose_storage` decided for these settings.
        allocates: whether to allocate now; otherwise the caller runs `allocate_steps`.

    Raises:
        ProgramError: the driver has no memory for it.
    """
    make: Callable[..., Engine] = FragmentEngine
    if settings.engine is not EngineName.FRAGMENT:
        from bitonic_scope.gpu.compute.engine import ComputeEngine  # 5 ms that few runs need

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
