"""The engines: what sorts the elements of a texture, pass by pass."""

from collections.abc import Callable, Iterator
from typing import Protocol

import moderngl

from bitonic_scope.data.element_format import ElementFormat
from bitonic_scope.data.elements import Elements
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.gpu.fragment_engine import FragmentSorter
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.gpu.runnable import Runnable
from bitonic_scope.model.settings import EngineName, SortSettings
from bitonic_scope.model.storage import Storage
from bitonic_scope.network.schedule import Direction


class Engine(Runnable, Protocol):
    """Holds one state of the sort, and leads it to any other; see `FragmentSorter`."""

    layout: TextureLayout
    element_format: ElementFormat
    order: Direction
    stable: bool

    def make_room(self) -> Iterator[None]:
        """Make room for the elements; yields after each large object."""

    @property
    def sort_texture(self) -> moderngl.Texture:
        """The texture that holds the state at pass_index."""

    @property
    def elements(self) -> Elements:
        """The input, in order of the element index."""

    def load(self, elements: Elements) -> None:
        """Take new input; at pass_index 0."""

    def loading(self, elements: Elements) -> Iterator[None]:
        """Do that in parts; yields between them."""

    def place(self, state: Elements | moderngl.Buffer, pass_index: int) -> None:
        """Take a state that was found another way; the input stays."""

    def placing(self, state: Elements | moderngl.Buffer, pass_index: int) -> Iterator[None]:
        """Do that in parts; yields between them."""

    def run_pass(self) -> None:
        """Run the pass to come."""

    def rewind(self) -> None:
        """Return to the input."""

    def read_back(self, first_row: int = 0, row_count: int | None = None) -> Elements:
        """Return the elements of the state, in order of their index."""

    def release(self) -> None:
        """Free everything; a second time does nothing."""


def make_engine(
    ctx: moderngl.Context,
    programs: Programs,
    settings: SortSettings,
    storage: Storage,
    *,
    in_steps: bool = False,
) -> Engine:
    """Make room for what settings say, in the engine that they name.

    Args:
        ctx: the context.
        programs: of that context.
        settings: what is sorted.
        storage: in which format.
        in_steps: whether the caller makes room, by the engine's `make_room`.

    Raises:
        ProgramError: the driver has no memory for it, or no compute shaders.
    """
    make: Callable[..., Engine] = FragmentSorter
    if settings.engine is EngineName.COMPUTE:
        from bitonic_scope.gpu.compute.engine import ComputeEngine  # loaded only where it is wanted

        make = ComputeEngine
    return make(
        ctx,
        programs,
        TextureLayout(settings.width, settings.height),
        element_format=storage.element_format,
        order=settings.order,
        network_kind=settings.network_kind,
        stable=settings.stable,
        reads_packed=storage.reads_packed,
        in_steps=in_steps,
    )
