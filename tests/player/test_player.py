"""The player: brings the texture to the position in slices, and never shows what is not there."""

from collections.abc import Iterator
from dataclasses import replace

import moderngl
import numpy as np
import psutil
import pytest
from bitonic_scope.player.calibration import Calibration

from bitonic_scope.data.distributions import uniform
from bitonic_scope.data.element_format import ElementFormat, FormatName
from bitonic_scope.data.texture_layout import TextureLayout
from bitonic_scope.errors import ProgramError
from bitonic_scope.gpu.engine import Engine
from bitonic_scope.gpu.fragment_engine import FragmentSorter
from bitonic_scope.gpu.ping_pong import PingPong
from bitonic_scope.gpu.programs import Programs
from bitonic_scope.model.capabilities import Capabilities, FloatPath
from bitonic_scope.model.readout import Way
from bitonic_scope.model.settings import EngineName, SortSettings
from bitonic_scope.model.start_data import StartData, start_data_steps
from bitonic_scope.model.storage import Storage
from bitonic_scope.model.timeline import Playing, Timeline
from bitonic_scope.network.schedule import Direction
from bitonic_scope.player.player import Player
from tests.support.oracle import bits, values_at_every_pass

FRAME_SECONDS = 1 / 60
LIMITS = Capabilities(16384, 2**28)


@pytest.fixture
def player(ctx: moderngl.Context, programs: Programs) -> Iterator[Player]:
    settings = SortSettings(16, 16, seed=7)
    player = Player(ctx, programs, settings, Timeline(settings.network.pass_count), LIMITS)
    settle(player)
    yield player
    player.release()
    player.release()


def settle(player: Player) -> int:
    """Let the player work until it stands where it should; return how many updates it took."""
    updates = 0
    while player.has_work:
        player.update(0.0)
        updates += 1
        assert updates < 10_000
    return updates


def assert_texture_is_right(player: Player) -> None:
    settings = player.settings
    elements = uniform(settings.seed, settings.element_count)
    expected = list(values_at_every_pass(elements, settings.order))[player.timeline.position]
    assert player.is_settled
    assert np.array_equal(bits(player.sorter.read_back()), bits(expected))


def test_opens_paused_at_the_input(player: Player) -> None:
    assert player.timeline.position == 0
    assert player.timeline.playing is Playing.PAUSED
    assert_texture_is_right(player)
    assert not player.update(1.0)


def test_every_jump_ends_at_the_reference_and_1000_steps_stay_in_range(player: Player) -> None:
    for position in (36, 0, 17, 16, 35, 1, 36, 20):
        player.configure(player.settings, player.timeline.seek(position))
        settle(player)
        assert_texture_is_right(player)
    for step in [-1] * 500 + [1] * 500:
        player.configure(player.settings, player.timeline.step(step))
        player.update(0.0)
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
        player.update(frame_seconds)
    assert abs(player.timeline.position - 50) <= 1
    assert player.readout().achieved_passes_per_second == pytest.approx(5, rel=0.05)
    assert_texture_is_right(player)


def test_no_burst_follows_a_long_gap(player: Player) -> None:
    player.configure(player.settings, player.timeline.with_speed(20).play())
    player.update(60.0)
    assert player.timeline.position == 5  # a quarter of a second of it counts


def test_play_stops_by_itself_and_starts_again_from_the_other_end(player: Player) -> None:
    player.configure(player.settings, player.timeline.with_speed(240).play())
    for _ in range(60):
        player.update(FRAME_SECONDS)
    assert (player.timeline.position, player.timeline.playing) == (36, Playing.PAUSED)
    assert_texture_is_right(player)
    player.configure(player.settings, player.timeline.play())
    assert player.timeline.position == 0
    player.configure(player.settings, player.timeline.seek(36).play(Playing.BACKWARDS))
    for _ in range(60):
        player.update(FRAME_SECONDS)
    assert (player.timeline.position, player.timeline.playing) == (0, Playing.PAUSED)
    assert_texture_is_right(player)


@pytest.mark.parametrize(
    "changes",
    [{"width": 32}, {"seed": 8}, {"order": Direction.DESCENDING}, {"height": 4, "seed": 9}],
)
def test_other_settings_while_playing_restart_cleanly_at_pass_0(
    player: Player, changes: dict[str, int]
) -> None:
    player.configure(player.settings, player.timeline.with_speed(30).play())
    while player.timeline.position < 10:
        player.update(FRAME_SECONDS)
    settings = replace(player.settings, **changes)  # type: ignore[arg-type]
    player.configure(settings, player.timeline)
    assert player.timeline.position == 0
    assert player.timeline.playing is Playing.PAUSED
    assert player.timeline.pass_count == settings.network.pass_count
    assert player.readout().settings == settings
    settle(player)
    assert_texture_is_right(player)
    assert player.timeline.passes_per_second == 30


def only_passes(player: Player) -> None:
    """Do as much as there is time for where there is none: one pass, and no other way."""
    player.seeker.lead(player.timeline.position, 0.0, is_jump=False)


def test_a_long_seek_is_spread_over_updates_and_a_newer_one_replaces_it(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player, "_work", lambda deadline: only_passes(player))
    player.configure(player.settings, player.timeline.seek(30))
    progress = []
    for _ in range(10):
        player.update(0.1)
        readout = player.readout().progress
        assert readout is not None
        progress.append((readout.part, readout.reached, round(readout.elapsed_seconds, 3)))
    assert progress == [(n / 30, n, round(0.1 * n, 3)) for n in range(1, 11)]
    assert not player.is_settled
    player.configure(player.settings, player.timeline.seek(12))
    for _ in range(2):
        player.update(0.1)
    assert player.timeline.position == 12
    assert_texture_is_right(player)


def test_play_that_is_too_fast_shows_each_pass_it_reaches_and_tells_the_real_rate(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player, "_work", lambda deadline: only_passes(player))
    player.configure(player.settings, player.timeline.with_speed(240).play())
    positions = []
    for _ in range(35):
        player.update(0.1)
        positions.append(player.timeline.position)
    assert positions == list(range(1, 36))
    assert player.readout().achieved_passes_per_second == pytest.approx(10)
    player.update(0.1)
    player.update(0.1)
    assert (player.timeline.position, player.timeline.playing) == (36, Playing.PAUSED)
    assert player.readout().achieved_passes_per_second is None


def test_sorted_is_said_only_after_a_check_of_the_data_themselves(player: Player) -> None:
    player.configure(player.settings, player.timeline.seek(35))
    settle(player)
    assert player.readout().is_sorted is None
    player.configure(player.settings, player.timeline.seek(36))
    settle(player)
    assert player.readout().is_sorted is True
    player.sorter.place(uniform(7, 256), 36)  # the data change behind its back
    player._checking = player._is_sorted = None
    settle(player)
    assert player.readout().is_sorted is False


def test_backwards_play_from_the_end_forgets_the_check(player: Player) -> None:
    player.configure(player.settings, player.timeline.seek(36))
    settle(player)
    player.configure(player.settings, player.timeline.with_speed(10).play(Playing.BACKWARDS))
    while player.timeline.position == 36:
        player.update(FRAME_SECONDS)
    assert player.readout().is_sorted is None


def test_a_size_beyond_the_limits_is_refused_and_all_stays_as_it_was(
    ctx: moderngl.Context, programs: Programs
) -> None:
    settings = SortSettings(8, 8)
    player = Player(ctx, programs, settings, Timeline(21), Capabilities(64, 1024))
    settle(player)
    for larger in (SortSettings(128, 1), SortSettings(64, 64)):
        with pytest.raises(ProgramError, match=r"64 texels a side|at most 1024 elements"):
            player.configure(larger, player.timeline)
        assert player.settings == settings
        assert_texture_is_right(player)
    player.release()
    with pytest.raises(ProgramError):
        Player(ctx, programs, SortSettings(128, 1), Timeline(28), Capabilities(64, 1024))


def test_500_sizes_and_500_seeds_leave_no_memory_behind(player: Player) -> None:
    process, before = psutil.Process(), 0
    for number in range(1000):
        side = 4 << number % 8 if number < 500 else 64  # 4 to 512
        player.configure(SortSettings(side, side, seed=number), player.timeline)
        player.update(0.0)
        if number == 50:
            before = process.memory_info().rss
    assert process.memory_info().rss - before < 50 * 2**20
    settle(player)
    assert_texture_is_right(player)


@pytest.fixture
def in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the size, the player makes room a large object an update."""
    monkeypatch.setattr("bitonic_scope.player.player.ELEMENTS_AT_ONCE", 0)


def is_freed(engine: Engine) -> bool:
    assert isinstance(engine, FragmentSorter)
    return not engine._ping_pong._textures


@pytest.mark.usefixtures("in_steps")
@pytest.mark.parametrize("engine", list(EngineName))
def test_room_is_made_in_steps_and_the_old_sort_stays_meanwhile(
    player: Player, engine: EngineName
) -> None:
    old = player.sorter
    player.configure(SortSettings(32, 16, seed=9, engine=engine), player.timeline)
    steps = 0
    while not is_freed(old):
        assert not player.is_loaded
        assert player.has_work
        player.update(0.0)
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
    make_room, rooms = PingPong.make_room, []

    def no_room_for_two(self: PingPong) -> Iterator[None]:
        rooms.append(self)
        yield next(make_room(self))
        self.release()
        raise ProgramError("the driver has no room")

    monkeypatch.setattr(PingPong, "make_room", no_room_for_two)
    player.configure(SortSettings(32, 16, seed=9), player.timeline)
    with pytest.raises(ProgramError, match="no room"):
        settle(player)
    assert player.settings == settings
    assert player.timeline.position == 20
    assert_texture_is_right(player)
    assert not any(room._textures for room in rooms)
    monkeypatch.undo()
    player.configure(settings, player.timeline.seek(36))
    settle(player)
    assert_texture_is_right(player)


@pytest.mark.usefixtures("in_steps")
def test_other_settings_do_not_wait_for_room(player: Player) -> None:
    old, settings = player.sorter, player.settings
    player.configure(SortSettings(32, 16), player.timeline)
    player.update(0.0)
    abandoned = player.sorter
    player.configure(SortSettings(64, 16), player.timeline)
    player.update(0.0)
    assert is_freed(abandoned)
    assert not is_freed(old)
    abandoned = player.sorter
    player.configure(settings, player.timeline)  # back again
    assert is_freed(abandoned)
    assert player.sorter is old
    settle(player)
    assert player.settings == settings
    assert_texture_is_right(player)


@pytest.mark.usefixtures("in_steps")
def test_who_leaves_while_room_is_made_leaves_nothing_behind(player: Player) -> None:
    old = player.sorter
    player.configure(SortSettings(32, 16), player.timeline)
    player.update(0.0)
    new = player.sorter
    player.release()
    assert is_freed(old)
    assert is_freed(new)


def test_large_data_are_made_over_several_updates(
    ctx: moderngl.Context, programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = SortSettings(1024, 1024, seed=3)
    player = Player(ctx, programs, settings, Timeline(210), LIMITS)
    assert not player.is_loaded
    player._work(0.0)  # no time at all: the window goes on, the data are made meanwhile
    assert not player.is_loaded
    settle(player)
    assert np.array_equal(player.sorter.read_back(), uniform(3, 1 << 20))
    player.release()


def test_data_that_memory_does_not_hold_leave_a_small_sort(
    ctx: moderngl.Context, programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(ctx, programs, SortSettings(8, 8), Timeline(21), Capabilities(1024, 1 << 20))
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


def test_a_driver_without_float_textures_is_calibrated_by_what_it_has(
    ctx: moderngl.Context, programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = PingPong.__init__

    def refuse_floats(
        self: PingPong, ctx: moderngl.Context, layout: TextureLayout, kind: ElementFormat
    ) -> None:
        if kind.texture_dtype == "f4":
            raise ProgramError("no float textures here")
        make(self, ctx, layout, kind)

    monkeypatch.setattr(PingPong, "__init__", refuse_floats)
    capabilities = Capabilities(1024, 1 << 20, FloatPath.PACKED)
    player = Player(ctx, programs, SortSettings(8, 8), Timeline(21, 21), capabilities)
    settle(player)
    assert player.storage.element_format.name is FormatName.PACKED
    player.release()


def test_other_counts_follow_each_other_whatever_their_sizes(
    ctx: moderngl.Context, programs: Programs
) -> None:
    settings = SortSettings(4, 4, count=11)
    player = Player(ctx, programs, settings, Timeline(settings.network.pass_count), LIMITS)
    settle(player)
    for count in (1000, 3, 300, 1, 77):
        player.configure(player.settings.with_count(count), player.timeline)
        settle(player)
        assert player.settings.real_count == count
        assert player.start_data.elements.size == player.settings.element_count
    player.release()


def test_what_jumps_to_come_need_is_made_before_anybody_jumps(
    ctx: moderngl.Context, programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bitonic_scope.player.player.calibrate", lambda *_: Calibration(1.0, 1e6))
    settings = SortSettings(16, 16, seed=7)
    player = Player(ctx, programs, settings, Timeline(settings.network.pass_count), LIMITS)
    settle(player)
    assert not player.has_work  # nobody waits for it
    while player.seeker.wants_preparing:
        player.update(0.0)
    assert player.seeker._compute.is_made
    player.configure(player.settings, player.timeline.seek(30))
    settle(player)
    last = player.readout().last_jump
    assert last is not None
    assert last.way is Way.COMPUTE
    assert_texture_is_right(player)
    player.release()


@pytest.mark.parametrize("engine", list(EngineName))
def test_play_in_parts_of_passes_shows_each_state_and_can_be_stopped(
    ctx: moderngl.Context,
    programs: Programs,
    monkeypatch: pytest.MonkeyPatch,
    engine: EngineName,
) -> None:
    monkeypatch.setattr("bitonic_scope.player.runner.FIRST_PART_COMPARISONS", 1 << 11)
    monkeypatch.setattr("bitonic_scope.player.runner.PART_SECONDS", (0.0, 1e9))
    monkeypatch.setattr("bitonic_scope.player.player.calibrate", lambda *_: Calibration(1.0, 1e6))
    monkeypatch.setattr(
        "bitonic_scope.player.player.UPDATE_BUDGET_SECONDS", 1e-4
    )  # for a part or two
    settings = SortSettings(128, 64, seed=7, engine=engine)
    player = Player(ctx, programs, settings, Timeline(settings.network.pass_count), LIMITS)
    settle(player)
    player.configure(player.settings, player.timeline.with_speed(240).play())
    shown, amid = [0], 0
    while shown[-1] < 12:
        before = player.timeline.position
        player.update(0.02)
        assert player.timeline.position >= before  # never back to a pass that was shown
        if player.is_settled:
            assert_texture_is_right(player)
            shown.append(player.timeline.position)
        else:
            amid += 1
            assert not player.has_picture
            progress = player.readout().progress
            assert progress is not None
            assert 0 <= progress.part <= 1
    assert amid >= 3
    while player.is_settled:
        player.update(0.02)
    progress = player.readout().progress
    assert progress is not None
    assert progress.reached is not None
    stopped = player.timeline.pause().seek(progress.reached)  # as the button does
    player.configure(player.settings, stopped)
    settle(player)
    assert player.timeline.position == progress.reached
    assert_texture_is_right(player)
    player.release()


def test_the_way_to_where_it_begins_is_a_jump_too(
    ctx: moderngl.Context, programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bitonic_scope.player.player.calibrate", lambda *_: Calibration(1.0, 1e-9))
    settings = SortSettings(16, 16, seed=7)
    begin = Timeline(settings.network.pass_count, position=30)
    player = Player(ctx, programs, settings, begin, LIMITS)
    settle(player)
    last = player.readout().last_jump
    assert last is not None
    assert last.way is Way.CLOSED_FORM
    assert_texture_is_right(player)
    player.release()
