"""The command line: what it accepts, and one line about what it does not."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from bitonic_scope import __version__
from bitonic_scope.cli.main import parse
from bitonic_scope.data.element_format import FormatName
from bitonic_scope.model.limits import COUNT, SEED
from bitonic_scope.model.settings import EngineName
from tests.support.program import ROOT, assert_one_line, environment, run_program

SEED_RANGE = "seed must be a whole number from 0 to 9223372036854775807"
SIDE_RANGE = "size must be a power of two from 1 to 16384"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the program where it has no display, so that no window can be opened."""
    return run_program(*arguments, folder=ROOT)


def refusal(*arguments: str) -> str:
    """Return the one line of a usage error."""
    done = run(*arguments)
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert_one_line(done.stderr)
    return done.stderr


# -- help -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_lists_the_commands_on_stdout(option: str) -> None:
    done = run(option)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: bitonic-scope ")
    for command in ("window", "record", "sort"):
        assert re.search(rf"^ +{command} +\w", done.stdout, re.MULTILINE)


def test_version_is_the_one_of_the_package() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"bitonic-scope {__version__}\n", "")


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("window", ["--at", "--play", "--speed", "--fullscreen", "--ui-scale", "--screenshot"]),
        ("record", ["--out", "--scale", "--picture", "--every", "--from", "--to", "--force"]),
        ("sort", ["--out", "--at"]),
    ],
)
def test_the_help_of_a_command_lists_its_options(command: str, options: list[str]) -> None:
    done = run(command, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"usage: bitonic-scope {command} ")
    for option in [*options, "--size", "--seed", "--order", "--debug"]:
        assert re.search(rf"^  {option}\b", done.stdout, re.MULTILINE), option


def test_help_after_options_is_the_help_of_the_window() -> None:
    assert run("--size", "16", "--help").stdout.startswith("usage: bitonic-scope window ")


# -- size -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "remedy"),
    [
        ("0", "got 0; nearest: 1"),
        ("3", "got 3; nearest: 4"),
        ("-4", "got -4; nearest: 1"),
        ("32768", "got 32768; nearest: 16384"),
        ("1048576", "got 1048576; nearest: 16384"),
        ("16x3", "got 3; nearest: 4"),
    ],
)
def test_a_refused_size_names_the_range_and_the_nearest(size: str, remedy: str) -> None:
    assert f"argument --size: {SIDE_RANGE}, {remedy} " in refusal("--size", size)


def test_what_is_no_size_names_the_range_and_an_example() -> None:
    line = refusal("--size", "abc")
    assert "each a power of two from 1 to 16384, got 'abc'; for example: 16 or 32x16" in line


@pytest.mark.parametrize("command", ["window", "record", "sort"])
def test_every_command_has_the_same_rule_for_sizes(command: str) -> None:
    out = () if command == "window" else ("--out", "none.npy")
    line = refusal(command, *out, "--size", "1000")
    assert line == (
        f"bitonic-scope {command}: argument --size: {SIDE_RANGE}, got 1000; nearest: 1024 "
        f"(see bitonic-scope {command} --help)\n"
    )


# -- seed -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seed", "remedy"),
    [
        ("-1", "got -1; nearest: 0"),
        (str(2**63), f"got {2**63}; nearest: {2**63 - 1}"),
        (str(2**64), f"got {2**64}; nearest: {2**63 - 1}"),
        ("abc", "got 'abc'; for example: 1"),
        ("1_000", "got '1_000'; for example: 1"),
        ("١٢", "got '١٢'; for example: 1"),
    ],
)
def test_a_refused_seed_names_the_range_and_a_right_one(seed: str, remedy: str) -> None:
    assert f"argument --seed: {SEED_RANGE}, {remedy} " in refusal("--seed", seed)
    with pytest.raises(ValueError, match=f"^{SEED_RANGE}, {remedy}$"):
        SEED.from_text(seed)  # as the window reads it


@pytest.mark.parametrize("seed", [0, 2**32, 2**63 - 1])
def test_a_right_seed_is_not_what_is_complained_about(seed: int) -> None:
    assert SEED.from_text(str(seed)) == seed
    assert "argument --at: " in refusal("--seed", str(seed), "--at", "none")


# -- position -------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["window", "sort"])
@pytest.mark.parametrize(
    ("size", "at", "remedy"),
    [
        ("16", "37", "position must be from 0 to 36 passes done, got 37; nearest: 36"),
        ("16", "-1", "position must be K (passes done) or S.p (pass p of stage S), got '-1'"),
        ("16", "9.1", "position S.p must name a stage from 1 to 8, got '9.1'"),
        ("16", "3.4", "stage 3 has passes 1 to 3 (and 3.0 before them), got '3.4'"),
        ("1", "1.1", "one element has no stages: the only position is 0, got '1.1'"),
    ],
)
def test_a_position_that_does_not_exist_is_refused_with_those_that_do(
    command: str, size: str, at: str, remedy: str
) -> None:
    out = ("--out", "none.npy") if command == "sort" else ()
    line = refusal(command, *out, "--size", size, "--at", at)
    assert line.startswith(f"bitonic-scope {command}: argument --at: {remedy}")
    assert not (ROOT / "none.npy").exists()


# -- data, formats, engines -----------------------------------------------------------------------


COUNT_RANGE = "count must be a whole number from 1 to 268435456"


@pytest.mark.parametrize(
    ("count", "remedy"),
    [
        ("0", "got 0; nearest: 1"),
        ("-5", "got -5; nearest: 1"),
        (str(2**28 + 1), f"got {2**28 + 1}; nearest: {2**28}"),
        ("ten", "got 'ten'; for example: 100"),
        ("1e3", "got '1e3'; for example: 100"),
    ],
)
def test_a_refused_count_names_the_range_and_a_right_one(count: str, remedy: str) -> None:
    assert f"argument --count: {COUNT_RANGE}, {remedy} " in refusal("--count", count)
    with pytest.raises(ValueError, match=f"^{COUNT_RANGE}, {remedy}$"):
        COUNT.from_text(count)  # as the window reads it


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--size", "8", "--count", "9"], "--count: not allowed with argument --size"),
        (["--input", "a.npy", "--values", "1"], "--values: not allowed with argument --input"),
        (["--data", "sorted", "--values", "1"], "--values: not allowed with argument --data"),
        (["--values", "1", "--count", "9"], "--count: your own data have their own number"),
        (["--round"], "argument --round: only with --input or --values"),
        (["--input", "a.npy", "b.npy"], "argument --input: only sort takes several files"),
        (["--format", "double"], "argument --format: invalid choice: 'double'"),
        (["--stable", "--format", "half"], "stable needs the place that each element came from"),
        (["--engine", "cpu"], "argument --engine: invalid choice: 'cpu'"),
        (["sort", "--out", "a.npy", "--indices", "b.csv"], "--indices: must be a .npy file"),
        (
            ["sort", "--out", "a.npy", "--indices", "b.npy", "--format", "float32"],
            "argument --indices: needs the place that each element came from",
        ),
        (["doctor", "--size", "8"], "unrecognized arguments: --size"),
        (["bench", "--seed", "8"], "unrecognized arguments: --seed"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_options_that_do_not_go_together_are_usage_errors(
    arguments: list[str], complaint: str
) -> None:
    assert complaint in refusal(*arguments)


def test_doctor_tells_what_the_driver_can_do_in_words_and_as_json() -> None:
    page = run("doctor")
    assert (page.returncode, page.stderr) == (0, "")
    assert "float textures throughout" in page.stdout
    told = json.loads(run("doctor", "--json").stdout)
    assert told["driver"]
    assert told["decision"]


@pytest.mark.parametrize("name", [name for name in FormatName if name is not FormatName.AUTO])
@pytest.mark.parametrize("engine", list(EngineName))
def test_every_format_and_engine_sorts_or_says_why_not(
    tmp_path: Path, name: FormatName, engine: EngineName
) -> None:
    out = tmp_path / "a.npy"
    options = ("--size", "8", "--seed", "5", "--format", name, "--engine", engine)
    done = run("sort", *options, "--out", str(out))
    if engine is not EngineName.FRAGMENT and name not in ("float32", "uint32", "pair"):
        assert done.returncode == 1
        assert_one_line(done.stderr)
        assert "the compute engine sorts float32, uint32, pair, got format" in done.stderr
        return
    assert done.returncode == 0, done.stderr
    values = np.load(out)
    assert values.dtype == (np.uint32 if name is FormatName.UINT32 else np.float32)
    assert np.array_equal(values, np.sort(values))
    assert values.size == 64
    rounded = ", 64 distinct values became 64" if name is FormatName.HALF else ""
    assert f"as {name}{rounded}, 21 passes" in done.stderr


# -- standard streams ---------------------------------------------------------------------------


def run_in_shell(command: str, folder: Path, **changes: str) -> subprocess.CompletedProcess[str]:
    """Run the program, `$APP` of a command of the shell."""
    return subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=folder,
        env=environment({"APP": f"{sys.executable} -m bitonic_scope", **changes}),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize("command", ["doctor", "--version", "sort --size 2 --out a.npy"])
@pytest.mark.parametrize("closed", [">&-", "<&- >&-"])
def test_a_closed_stdout_is_no_fault(tmp_path: Path, command: str, closed: str) -> None:
    done = run_in_shell(f"$APP {command} {closed}", tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    if "sort" in command:
        assert np.load(tmp_path / "a.npy").size == 4


@pytest.mark.parametrize("closed", ["2>&-", "<&- 2>&-"])
def test_what_goes_to_a_closed_stderr_goes_nowhere_else(tmp_path: Path, closed: str) -> None:
    done = run_in_shell(f"$APP sort --size 2 --out a.npy {closed}", tmp_path)
    assert (done.returncode, done.stdout) == (0, f"{tmp_path / 'a.npy'}\n")
    assert run_in_shell(f"$APP sort --size 3 --out a.npy {closed}", tmp_path).returncode == 2


def test_all_streams_may_be_closed(tmp_path: Path) -> None:
    done = run_in_shell("$APP sort --size 2 --out a.npy <&- >&- 2>&-", tmp_path)
    assert done.returncode == 0
    assert np.load(tmp_path / "a.npy").size == 4


def test_what_a_stream_cannot_encode_is_escaped(tmp_path: Path) -> None:
    command = "$APP sort --size 2 --out ö.npy"
    done = run_in_shell(command, tmp_path, PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{tmp_path}/\\xf6.npy\n"
    assert (tmp_path / "ö.npy").exists()


# -- the rest -------------------------------------------------------------------------------------


def test_an_unknown_command_is_refused_with_those_that_there_are() -> None:
    assert refusal("frobnicate") == (
        "bitonic-scope: no command 'frobnicate'; there are window, record, snapshot, sort, bench, "
        "doctor (see bitonic-scope --help)\n"
    )


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--frames", "3"], "argument --frames: only with --screenshot"),
        (["--screenshot", "a.png", "--frames", "0"], "frames must be a whole number from 1 to"),
        (["--screenshot", "a.png", "--frames", "1.5"], "frames must be a whole number from 1 to"),
        (["--speed", "0.4"], "speed must be a number from 0.5 to 240, got '0.4'"),
        (["--speed", "nan"], "speed must be a number from 0.5 to 240, got 'nan'"),
        (["--speed", "241"], "speed must be a number from 0.5 to 240, got '241'"),
        (["--ui-scale", "5"], "ui-scale must be a number from 0.5 to 4, got '5'"),
        (["--order", "up"], "argument --order: invalid choice: 'up'"),
        (["--frobnicate"], "unrecognized arguments: --frobnicate"),
        (["--siz", "16"], "unrecognized arguments: --siz"),
        (["window", "more"], "unrecognized arguments: more"),
        (["--seed"], "argument --seed: expected one argument"),
        (["record"], "--out DIR is for frames, --film FILE for a film"),
        (["record", "--out", "none", "--scale", "0"], "scale must be a whole number from 1 to"),
        (["record", "--out", "none", "--at", "3"], "unrecognized arguments: --at"),
        (["sort"], "the following arguments are required: --out"),
        (["sort", "--out", "none.txt"], "must be a .npy file, got none.txt"),
        (["sort", "--out", ""], "argument --out: the path must not be empty"),
        (["sort", "--out", "a.npy", "--indices", ""], "argument --indices: the path must not be"),
        (["record", "--out", ""], "argument --out: the path must not be empty"),
        (["--input", ""], "argument --input: the path must not be empty"),
        (["--input", "a.csv", ""], "argument --input: the path must not be empty"),
        (["--screenshot", ""], "argument --screenshot: the path must not be empty"),
        *[
            (["--screenshot", name], f"argument --screenshot: must be a .png file, got {name};")
            for name in ("x.jpg", "x.jpeg", "x", "png", ".png", "x.png.gif", "a.b/x")
        ],
        (["--columns", "comma"], "argument --columns: only with --input or --values"),
        (["--decimal", "comma"], "argument --decimal: only with --input or --values"),
        (["--values", "1", "--columns", "comma", "--decimal", "comma"], "not allowed with"),
        (["--values", "1", "--columns", "tab"], "argument --columns: invalid choice: 'tab'"),
        (["--values"], "argument --values: expected one argument"),
        (["--values", "--round"], "argument --values: expected one argument"),
    ],
    ids=" ".join,
)
def test_other_usage_errors_say_what_is_wrong(arguments: list[str], complaint: str) -> None:
    assert complaint in refusal(*arguments)


@pytest.mark.parametrize("arguments", [["--size", "a\nb"], ["a\nb"], ["--at", "1\n2"]])
def test_a_refusal_is_one_line_whatever_was_typed(arguments: list[str]) -> None:
    refusal(*arguments)


@pytest.mark.parametrize(
    "arguments", [["--size", "a\x1b[31m"], ["a\x1b"], ["--\x07"], ["--order", "\u202e"]]
)
def test_a_refusal_writes_out_what_would_colour_or_turn_the_line(arguments: list[str]) -> None:
    assert refusal(*arguments).rstrip("\n").isprintable()


def test_a_failure_writes_out_what_would_colour_the_line(tmp_path: Path) -> None:
    file = tmp_path / "a\x1b[31mb"
    file.touch()
    done = run("record", "--size", "1", "--out", str(file))
    assert done.returncode == 1
    assert "a\\033[31mb' is a file" in done.stderr


@pytest.mark.parametrize("name", ["a\nb\x1b.npy", "a\udcff.npy", "a b'\\.npy", "数.npy"])
def test_the_printed_path_is_one_line_that_a_shell_takes_back(tmp_path: Path, name: str) -> None:
    done = run("sort", "--size", "2", "--out", str(tmp_path / name))
    assert done.returncode == 0, done.stderr
    (line,) = done.stdout.splitlines()
    assert line.isprintable()
    word = line if line.startswith("$'") else shlex.quote(line)
    subprocess.run(["bash", "-c", f"test -s {word}"], check=True)


@pytest.mark.parametrize("form", [["--out=~/a.npy"], ["--out", "~/a.npy"]])
def test_a_tilde_is_the_home_folder(tmp_path: Path, form: list[str]) -> None:
    done = run_program(
        "sort", "--size", "2", *form, folder=tmp_path, changes={"HOME": "/nonexistent/x"}
    )
    assert done.returncode == 1
    assert "/nonexistent/x/a.npy" in done.stderr
    done = run_program("sort", "--size", "2", *form, folder=ROOT, changes={"HOME": str(tmp_path)})
    assert done.stdout == f"{tmp_path / 'a.npy'}\n"


def test_every_option_that_takes_a_path_knows_the_home_folder(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("2\n1\n")
    home = {"HOME": str(tmp_path)}
    options = ("--input=~/in.csv", "--out=~/out.csv", "--indices=~/where.npy")
    assert run_program("sort", *options, folder=ROOT, changes=home).returncode == 0
    assert (
        run_program("record", "--size=2", "--out=~/run", folder=ROOT, changes=home).returncode == 0
    )
    assert {path.name for path in tmp_path.iterdir()} == {"in.csv", "out.csv", "where.npy", "run"}


@pytest.mark.parametrize("values", ["-5,3", "-.5;3", "-5", "-5 3", "-inf,3", "-5e1\t3", "-5,-3"])
def test_values_may_begin_with_a_minus(tmp_path: Path, values: str) -> None:
    done = run("sort", "--values", values, "--out", str(tmp_path / "a.csv"))
    assert (done.returncode, done.stdout) == (0, f"{tmp_path / 'a.csv'}\n"), done.stderr
    assert (tmp_path / "a.csv").read_text().startswith("-")


@pytest.mark.parametrize("digits", ["1_0", "١٢"])
def test_other_numbers_take_ascii_digits_only_like_size_and_seed(
    tmp_path: Path, digits: str
) -> None:
    file = tmp_path / "file"
    file.touch()  # no folder: a run that is not refused ends here with exit code 1
    assert "scale must be" in refusal("record", "--out", str(file), "--scale", digits)


def test_what_cannot_be_done_is_one_line_and_exit_1(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("kept")
    done = run("record", "--size", "1", "--out", str(file))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"bitonic-scope: {file} is a file: --out must name a folder\n"
    assert file.read_text() == "kept"


def test_debug_shows_the_traceback_before_the_line(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    done = run("record", "--size", "1", "--out", str(file), "--debug")
    assert done.returncode == 1
    assert done.stderr.startswith("Traceback")
    assert done.stderr.endswith(f"bitonic-scope: {file} is a file: --out must name a folder\n")


@pytest.mark.parametrize(
    ("columns", "width"), [("100", 100), ("0", 80), ("-5", 80), ("wide", 80), (None, 80)]
)
def test_help_is_as_wide_as_the_terminal(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    columns: str | None,
    width: int,
) -> None:
    if columns is None:
        monkeypatch.delenv("COLUMNS", raising=False)
    else:
        monkeypatch.setenv("COLUMNS", columns)
    with pytest.raises(SystemExit):
        parse(["record", "--help"])
    longest = max(len(line) for line in capsys.readouterr().out.splitlines())
    assert width - 12 < longest <= width
