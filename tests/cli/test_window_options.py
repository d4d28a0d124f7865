"""The window's options: what opens without them, and what they have before the kept choices."""

import pytest

from bitonic_scope.cli.main import parse
from bitonic_scope.cli.window import SORTING, USUAL_VIEW, Options
from bitonic_scope.model.examples import EXAMPLES
from bitonic_scope.model.kept import Kept
from bitonic_scope.model.look import Marks, ThemeChoice
from bitonic_scope.model.settings import SortSettings
from bitonic_scope.model.timeline import Playing


def options_of(*arguments: str) -> Options:
    run, _ = parse(arguments)
    options = run.args[0]  # type: ignore[attr-defined]  # a partial of the command's run
    assert isinstance(options, Options)
    return options


@pytest.mark.parametrize(
    "arguments", [[], ["--play"], ["--fullscreen"], ["--speed", "5"], ["--theme", "dark"]]
)
def test_without_sort_options_it_opens_with_eight_numbers_in_the_network(
    arguments: list[str],
) -> None:
    options = options_of(*arguments)
    assert options.is_fresh
    assert options.display(Kept()).view == "network"
    assert options.timeline(EXAMPLES[0].settings, Kept()).position == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["--size", "16"],
        ["--size=16"],
        ["--seed", "1"],
        ["--data", "uniform"],
        ["--count", "256"],
        ["--order", "ascending"],
        ["--at", "5.2"],
        ["--values", "3 1 2"],
        ["--values", "-3 1"],
        ["--stable"],
    ],
)
def test_any_sort_option_opens_what_it_asks_for_in_both(arguments: list[str]) -> None:
    options = options_of(*arguments)
    assert not options.is_fresh
    assert options.display(Kept()).view == USUAL_VIEW == "both"


def test_all_sort_options_of_the_help_count(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse(["window", "--help"])
    told = capsys.readouterr().out.split("sort options:")[1].split("K is a number")[0]
    named = {word.strip("[],") for word in told.split() if word.startswith("--")}
    assert named - {"--debug"} == SORTING - {"--at"}


def test_options_come_before_what_was_kept_and_that_before_the_defaults() -> None:
    kept = Kept(
        theme=ThemeChoice.LIGHT,
        ui_scale=1.5,
        passes_per_second=8.0,
        is_slow_first=True,
        view="bars",
        marks=Marks.PAIRS,
        reduces_motion=True,
    )
    left = options_of().display(kept)
    assert (left.theme, left.ui_scale, left.view) == (ThemeChoice.LIGHT, 1.5, "bars")
    assert (left.marks, left.reduces_motion) == (Marks.PAIRS, True)
    settings = SortSettings()
    timeline = options_of("--size", "16").timeline(settings, kept)
    assert (timeline.passes_per_second, timeline.is_slow_first) == (8.0, True)
    given = options_of("--view", "texture", "--theme", "dark", "--ui-scale", "2", "--speed", "1")
    display = given.display(kept)
    assert (display.theme, display.ui_scale, display.view) == (ThemeChoice.DARK, 2.0, "texture")
    assert given.timeline(settings, kept).passes_per_second == 1.0


def test_a_view_of_another_version_is_not_opened() -> None:
    assert options_of().display(Kept(view="sphere")).view == "network"


def test_play_begins_at_the_position() -> None:
    timeline = options_of("--at", "5.2", "--play").timeline(SortSettings(), Kept())
    assert (timeline.position, timeline.playing) == (12, Playing.FORWARDS)
