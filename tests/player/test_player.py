"""The player: brings the texture to the position in slices, and never shows what is not there."""

from collections.abc import Iterator
from dataclasses import replace
from time import perf_counter

import moderngl
import numpy as np
import psutil
import pytest

from bitonic_scope.data.distributions import uniform
from bitonic_scope.data.element_format import ElementFormat, FormatName
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.fragment_engine import FragmentEngine
from bitonic_scope.gpu.gpu import Gpu
from bitonic_scope.gpu.ping_pong import PingPong
from bitonic_scope.model.capabilities import Capabilities, FloatPath
from bitonic_scope.model.readout import Way
from bitonic_scope.model.settings import EngineName, SortSettings
from bitonic_scope.model.start_data import StartData, start_data_steps
from bitonic_scope.model.storage import Storage
from bitonic_scope.model.timeline import Playing, Timeline
from bitonic_scope.network.schedule import Direction, NetworkKind
from bitonic_scope.player.player import Player
from tests.support.oracle import bits, elements_at_every_pass, values_at_every_pass

FRAME_SECONDS = 1 / 60


@pytest.fixture
def player(gpu: Gpu) -> Iterator[Player]:
    settings = SortSettings(16, 16, seed=7)
    player = Player(gpu, settings, Timeline(settings.network.pass_count))
    settle(player)
    yield player
    player.release()
    player.release()


def update(player: Player, dt_seconds: float, *, seconds: float = 1.0) -> bool:
    """Let time pass and the player work; return whether what is shown has changed.

    Args:
        player: it stops when there is no more to do.
        dt_seconds: how much time passes.
        seconds: how long it may work.
    """
    player.pass_time(dt_seconds)
    return player.work(perf_counter() + seconds)


def settle(player: Player) -> int:
    """Let the player work until it stands where it should; return how many updates it took."""
    updates = 0
    while player.is_busy:
        update(player, 0.0)
        updates += 1
        assert updates < 10_000
    return updates


def assert_texture_is_right(player: Player) -> None:
    settings = player.settings
    elements = uniform(settings.seed, settings.element_count)
    expected = list(values_at_every_pass(elements, settings.order))[player.timeline.position]
    assert player.is_settled
    assert np.array_equal(bits(player.engine.read_back()), bits(expected))


def test_opens_paused_at_the_input(player: Player) -> None:
    assert player.timeline.position == 0
    assert player.timeline.playing is Playing.PAUSED
    assert_texture_is_right(player)
    assert not update(player, 1.0)


def test_every_jump_ends_at_the_reference_and_1000_steps_stay_in_range(player: Player) -> None:
    for position in (36, 0, 17, 16, 35, 1, 36, 20):
        player.configure(player.settings, player.timeline.seek(position))
        settle(player)
        assert_texture_is_right(player)
    for step in [-1] * 500 + [1] * 500:
        player.configure(player.settings, player.timeline.step(step))
        update(player, 0.0)
    settle(player)
    assert player.timeline.position == 36
    assert_texture_is_right(player)


@pytest.mark.parametrize("frame_seconds", [1 / 30, 1 / 60, 1 / 144])
def test_5_passes_a_second_are_50_in_10_seconds_at_any_frame_rate(
    player: Player, frame_seconds: float
) -> None:
    settings = SortSettings(32, 32, seed=1)
    player.configure(settings, player.timeline)
    settle(player)
    player.configure(settings, player.timeline.with_speed(5).play())
    for _ in range(round(10 / frame_seconds)):
        update(player, frame_seconds)
    assert abs(player.timeline.position - 50) <= 1
    assert player.readout().achieved_passes_per_second == pytest.approx(5, rel=0.05)
    assert_texture_is_right(player)


def test_no_burst_follows_a_long_gap(player: Player) -> None:
    player.configure(player.settings, player.timeline.with_speed(20).play())
    update(player, 60.0)
    assert player.timeline.position == 5  # a quarter of a second of it counts


def test_play_stops_by_itself_and_starts_again_from_the_other_end(player: Player) -> None:
    player.configure(player.settings, player.timeline.with_speed(240).play())
    for _ in range(60):
        update(player, FRAME_SECONDS)
    assert (player.timeline.position, player.timeline.playing) == (36, Playing.PAUSED)
    assert_texture_is_right(player)
    player.configure(player.settings, player.timeline.play())
    assert player.timeline.position == 0
    player.configure(player.settings, player.timeline.seek(36).play(Playing.BACKWARDS))
    for _ in range(60):
        update(player, FRAME_SECONDS)
    assert (player.timeline.position, player.timeline.playing) == (0, Playing.PAUSED)
    assert_texture_is_right(player)


@pytest.mark.parametrize(
    ("changes", "position"),
    [
        ({"width": 32}, 0),
        ({"seed": 8}, 10),
        ({"order": Direction.DESCENDING}, 10),
        ({"network_kind": NetworkKind.FLIP}, 10),
        ({"element_format": FormatName.PAIR, "stable": True}, 10),
        ({"width": 64, "height": 4, "seed": 9}, 10),
        ({"height": 4, "seed": 9}, 0),
    ],
)
def test_other_settings_while_playing_pause_at_the_position_if_there_are_as_many_passes(
    player: Player, changes: dict[str, int], position: int
) -> None:
    player.configure(player.settings, player.timeline.with_speed(30).play())
    while player.timeline.position < 10:
        update(player, FRAME_SECONDS)
    player.configure(player.settings, player.timeline.seek(10))
    settings = replace(player.settings, **changes)  # type: ignore[arg-type]
    player.configure(settings, player.timeline)
    assert player.timeline.position == position
    assert player.timeline.playing is Playing.PAUSED
    assert player.timeline.pass_count == settings.network.pass_count
    assert player.readout().settings == settings
    assert player.shown_position is None  # until the state is there, the old picture stays
    settle(player)
    assert player.shown_position == position
    engine, elements = player.engine, player.start_data.elements
    kind = engine.network.kind
    states = elements_at_every_pass(
        engine.element_format, elements, engine.order, kind, stable=engine.stable
    )
    assert engine.read_back().tobytes() == list(states)[position].tobytes()
    assert player.timeline.passes_per_second == 30


class Clock:
    """A clock of its own, on which nothing takes time but passes: 1 s each."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        for module in ("player", "seeker", "runner"):
            monkeypatch.setattr(f"bitonic_scope.player.{module}.perf_counter", lambda: self.now)
        seek = FragmentEngine.seek

        def seek_slowly(engine: FragmentEngine, pass_index: int) -> None:
            self.now += abs(pass_index - engine.pass_index)
            seek(engine, pass_index)

        monkeypatch.setattr(FragmentEngine, "seek", seek_slowly)

    def update(self, player: Player, dt_seconds: float) -> None:
        """Let time pass for the player, and give it time for one pass."""
        player.pass_time(dt_seconds)
        player.work(self.now + 0.5)


def test_a_long_seek_is_spread_over_updates_and_a_newer_one_replaces_it(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    player.configure(player.settings, player.timeline.seek(30))
    progress = []
    for _ in range(10):
        clock.update(player, 0.1)
        readout = player.readout().progress
        assert readout is not None
        progress.append((readout.part, readout.reached, round(readout.elapsed_seconds, 3)))
    assert progress == [(n / 30, n, round(0.1 * n, 3)) for n in range(1, 11)]
    assert not player.is_settled
    player.configure(player.settings, player.timeline.seek(12))
    for _ in range(2):
        clock.update(player, 0.1)
    assert player.timeline.position == 12
    assert_texture_is_right(player)


def test_play_that_is_too_fast_shows_each_pass_it_reaches_and_tells_the_real_rate(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    player.configure(player.settings, player.timeline.with_speed(240).play())
    positions = []
    for _ in range(35):
        clock.update(player, 0.1)
        positions.append(player.timeline.position)
    assert positions == list(range(1, 36))
    assert player.readout().achieved_passes_per_second == pytest.approx(10)
    clock.update(player, 0.1)
    clock.update(player, 0.1)
    assert (player.timeline.position, player.timeline.playing) == (36, Playing.PAUSED)
    assert player.readout().achieved_passes_per_second is None


def test_sorted_is_said_only_after_a_check_of_the_data_themselves(player: Player) -> None:
    player.configure(player.settings, player.timeline.seek(35))
    settle(player)
    assert player.readout().is_sorted is None
    player.configure(player.settings, player.timeline.seek(36))
    settle(player)
    assert player.readout().is_sorted is True
    player.configure(player.settings, player.timeline.seek(35))
    settle(player)
    player.configure(player.settings, player.timeline.seek(36))
    player.engine.set_state(uniform(7, 256), 36)  # no sorted state, whatever it is called
    settle(player)
    assert player.readout().is_sorted is False


def test_backwards_play_from_the_end_forgets_the_check(player: Player) -> None:
    player.configure(player.settings, player.timeline.seek(36))
    settle(player)
    player.configure(player.settings, player.timeline.with_speed(10).play(Playing.BACKWARDS))
    while player.timeline.position == 36:
        update(player, FRAME_SECONDS)
    assert player.readout().is_sorted is None


def test_a_size_beyond_the_limits_is_refused_and_all_stays_as_it_was(gpu: Gpu) -> None:
    settings = SortSettings(8, 8)
    small = replace(gpu, capabilities=Capabilities(64, 1024))
    player = Player(small, settings, Timeline(21))
    settle(player)
    for larger in (SortSettings(128, 1), SortSettings(64, 64)):
        with pytest.raises(ProgramError, match=r"64 texels a side|at most 1024 elements"):
            player.configure(larger, player.timeline)
        assert player.settings == settings
        assert_texture_is_right(player)
    player.release()
    with pytest.raises(ProgramError):
        Player(small, SortSettings(128, 1), Timeline(28))


def test_500_sizes_and_500_seeds_leave_no_memory_behind(player: Player) -> None:
    process, before = psutil.Process(), 0
    for number in range(1000):
        side = 4 << number % 8 if number < 500 else 64  # 4 to 512
        player.configure(SortSettings(side, side, seed=number), player.timeline)
        update(player, 0.0)
        if number == 50:
            before = process.memory_info().rss
    assert process.memory_info().rss - before < 50 * 2**20
    settle(player)
    assert_texture_is_right(player)


@pytest.fixture
def in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the size, the player allocates a large object an update."""
    monkeypatch.setattr("bitonic_scope.player.player.ALLOCATED_AT_ONCE", 0)


def is_freed(engine: Engine) -> bool:
    """Tell whether a fragment engine has no texture any more."""
    try:
        return not engine.sort_texture
    except IndexError:
        return True


@pytest.mark.usefixtures("in_steps")
@pytest.mark.parametrize("engine", list(EngineName))
def test_room_is_made_in_steps_and_the_old_sort_stays_meanwhile(
    player: Player, engine: EngineName
) -> None:
    old = player.engine
    player.configure(SortSettings(32, 16, seed=9, engine=engine), player.timeline)
    steps = 0
    while not is_freed(old):
        assert not player.is_loaded
        assert player.is_busy
        update(player, 0.0)
        steps += 1
    assert steps == 3
    settle(player)
    assert_texture_is_right(player)
    player.configure(player.settings, player.timeline.seek(45))
    settle(player)
    assert_texture_is_right(player)


@pytest.mark.usefixtures("in_steps")
def test_without_room_the_sort_before_goes_on(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = player.settings
    player.configure(settings, player.timeline.seek(20))
    settle(player)
    allocate_steps, engines = FragmentEngine.allocate_steps, list[FragmentEngine]()

    def no_room_for_two(self: FragmentEngine) -> Iterator[None]:
        engines.append(self)
        yield next(allocate_steps(self))
        raise ProgramError("the driver has no room")

    monkeypatch.setattr(FragmentEngine, "allocate_steps", no_room_for_two)
    player.configure(SortSettings(32, 16, seed=9), player.timeline)
    with pytest.raises(ProgramError, match="no room"):
        settle(player)
    assert player.settings == settings
    assert player.timeline.position == 20
    assert_texture_is_right(player)
    assert [is_freed(engine) for engine in engines] == [True]
    monkeypatch.undo()
    player.configure(settings, player.timeline.seek(36))
    settle(player)
    assert_texture_is_right(player)


@pytest.mark.usefixtures("in_steps")
def test_other_settings_do_not_wait_for_room(player: Player) -> None:
    old, settings = player.engine, player.settings
    player.configure(SortSettings(32, 16), player.timeline)
    update(player, 0.0)
    abandoned = player.engine
    player.configure(SortSettings(64, 16), player.timeline)
    update(player, 0.0)
    assert is_freed(abandoned)
    assert not is_freed(old)
    abandoned = player.engine
    player.configure(settings, player.timeline)  # back again
    assert is_freed(abandoned)
    assert player.engine is old
    settle(player)
    assert player.settings == settings
    assert_texture_is_right(player)


@pytest.mark.usefixtures("in_steps")
def test_who_leaves_while_room_is_made_leaves_nothing_behind(player: Player) -> None:
    old = player.engine
    player.configure(SortSettings(32, 16), player.timeline)
    update(player, 0.0)
    new = player.engine
    player.release()
    assert is_freed(old)
    assert is_freed(new)


def test_large_data_are_made_over_several_updates(gpu: Gpu) -> None:
    settings = SortSettings(1024, 1024, seed=3)
    player = Player(gpu, settings, Timeline(210))
    assert not player.is_loaded
    player.work(0.0)  # no time at all: the window goes on, the data are made meanwhile
    assert not player.is_loaded
    settle(player)
    assert np.array_equal(player.engine.read_back(), uniform(3, 1 << 20))
    player.release()


def test_data_that_memory_does_not_hold_leave_a_small_sort(
    gpu: Gpu, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(gpu, SortSettings(8, 8), Timeline(21))
    settle(player)

    def no_room(settings: SortSettings, storage: Storage) -> Iterator[float | StartData]:
        if settings.width == 64:
            raise MemoryError
        yield from start_data_steps(settings, storage)

    monkeypatch.setattr("bitonic_scope.player.active_sort.start_data_steps", no_room)
    player.configure(SortSettings(64, 64), player.timeline)
    with pytest.raises(ProgramError, match="out of memory"):
        settle(player)
    assert player.settings == SortSettings()
    settle(player)
    assert player.is_settled
    player.release()


def test_a_driver_without_float_textures_is_never_asked_for_one(
    gpu: Gpu, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = PingPong.__init__

    def refuse_floats(
        self: PingPong, ctx: moderngl.Context, layout: TextureLayout, kind: ElementFormat
    ) -> None:
        if kind.texture_dtype == "f4":
            raise ProgramError("no float textures here")
        make(self, ctx, layout, kind)

    monkeypatch.setattr(PingPong, "__init__", refuse_floats)
    packed = replace(gpu, capabilities=replace(gpu.capabilities, float_path=FloatPath.PACKED))
    player = Player(packed, SortSettings(8, 8), Timeline(21, 21))
    settle(player)
    while player.wants_work:
        update(player, 0.0)
    for position in (3, 20):
        player.configure(player.settings, player.timeline.seek(position))
        settle(player)
        assert_texture_is_right(player)
    assert player.storage.element_format.name is FormatName.PACKED
    player.release()


def test_other_counts_follow_each_other_whatever_their_sizes(gpu: Gpu) -> None:
    settings = SortSettings(4, 4, count=11)
    player = Player(gpu, settings, Timeline(settings.network.pass_count))
    settle(player)
    for count in (1000, 3, 300, 1, 77):
        player.configure(player.settings.with_count(count), player.timeline)
        settle(player)
        assert player.settings.real_count == count
        assert player.start_data.elements.size == player.settings.element_count
    player.release()


@pytest.fixture
def slow_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every jump is worth a look for the quickest way."""
    monkeypatch.setattr("bitonic_scope.player.player.SMALL_COMPARISONS", 0)
    monkeypatch.setattr("bitonic_scope.player.seeker.SHORT_COMPARISONS", 0)
    monkeypatch.setattr("bitonic_scope.player.seeker.QUICK_SECONDS", 0.0)


@pytest.mark.usefixtures("slow_machine")
def test_what_jumps_to_come_need_is_made_before_anybody_jumps(
    gpu: Gpu, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bitonic_scope.player.seeker.CLOSED_FORM_SECONDS", 1e6)
    settings = SortSettings(16, 16, seed=7)
    player = Player(gpu, settings, Timeline(settings.network.pass_count))
    settle(player)
    assert not player.is_busy  # nobody waits for it
    assert player.wants_work
    while player.wants_work:
        assert not update(player, 0.0)  # nothing of it is seen
    player.configure(player.settings, player.timeline.seek(30))
    settle(player)
    last = player.readout().last_jump
    assert last is not None
    assert last.way is Way.COMPUTE
    assert_texture_is_right(player)
    player.release()


@pytest.mark.parametrize("engine", list(EngineName))
def test_play_in_parts_of_passes_shows_each_state_and_can_be_stopped(
    gpu: Gpu, monkeypatch: pytest.MonkeyPatch, engine: EngineName
) -> None:
    monkeypatch.setattr("bitonic_scope.player.runner.SMALL_COMPARISONS", 1 << 11)
    monkeypatch.setattr("bitonic_scope.player.runner.PART_SECONDS", (0.0, 1e9))
    settings = SortSettings(128, 64, seed=7, engine=engine)
    player = Player(gpu, settings, Timeline(settings.network.pass_count))
    settle(player)
    player.configure(player.settings, player.timeline.with_speed(240).play())
    shown, amid = [0], 0
    while shown[-1] < 12:
        before = player.timeline.position
        update(player, 0.02, seconds=1e-4)  # for a part or two
        assert player.timeline.position >= before  # never back to a pass that was shown
        if player.is_settled:
            assert_texture_is_right(player)
            assert player.shown_position == player.timeline.position
            shown.append(player.timeline.position)
        else:
            amid += 1
            assert player.shown_position is None
            progress = player.readout().progress
            assert progress is not None
            assert 0 <= progress.part <= 1
    assert amid >= 3
    while player.is_settled:
        update(player, 0.02, seconds=1e-4)
    progress = player.readout().progress
    assert progress is not None
    assert progress.reached is not None
    stopped = player.timeline.pause().seek(progress.reached)  # as the button does
    player.configure(player.settings, stopped)
    settle(player)
    assert player.timeline.position == progress.reached
    assert_texture_is_right(player)
    player.release()


@pytest.mark.usefixtures("slow_machine")
def test_the_way_to_where_it_begins_is_a_jump_too(gpu: Gpu) -> None:
    settings = SortSettings(16, 16, seed=7)
    begin = Timeline(settings.network.pass_count, position=30)
    player = Player(gpu, settings, begin)
    settle(player)
    last = player.readout().last_jump
    assert last is not None
    assert last.way is Way.CLOSED_FORM
    assert_texture_is_right(player)
    player.release()


def test_a_short_way_to_where_it_begins_is_run_pass_by_pass(gpu: Gpu) -> None:
    settings = SortSettings(16, 16, seed=7)
    player = Player(gpu, settings, Timeline(settings.network.pass_count, position=30))
    settle(player)
    assert player.readout().last_jump is None
    assert_texture_is_right(player)
    player.release()


def test_time_that_passes_is_spent_by_the_next_work(player: Player) -> None:
    player.configure(player.settings, player.timeline.with_speed(10).play())
    for _ in range(3):
        player.pass_time(0.05)
        assert player.timeline.position == 0
    assert player.wants_work
    assert player.work(perf_counter() + 10)
    assert player.timeline.position == 1
    assert not player.work(perf_counter() + 10)  # no time has passed since
    assert_texture_is_right(player)


def test_a_player_at_rest_wants_no_work_and_shows_where_it_stands(player: Player) -> None:
    assert not player.wants_work
    for position in (12, 36, 0):
        player.configure(player.settings, player.timeline.seek(position))
        assert player.wants_work
        assert player.shown_position is None
        settle(player)
        assert not player.wants_work
        assert player.shown_position == position
        frame = player.frame()
        assert frame.pass_index == position
        assert frame.start_data is player.start_data
        assert frame.start_data.settings == player.settings
        states = list(values_at_every_pass(uniform(7, 256)))
        assert frame.sort_texture.read() == states[position].tobytes()


def test_after_a_failure_it_stays_where_the_engine_stands(player: Player) -> None:
    player.configure(player.settings, player.timeline.seek(20))
    settle(player)
    player.configure(player.settings, player.timeline.seek(25).play())
    player.stay()
    assert (player.timeline.position, player.timeline.playing) == (20, Playing.PAUSED)
    assert_texture_is_right(player)
