"""The pytest plugin: the fixture `arena`, with which a bot's own tests play games, and scenarios.

pytest loads it at every start, so that nothing heavy is imported here.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from hanabi_arena.testing.arena import Arena
    from hanabi_arena.testing.scenarios import ScenarioFile

_ARENA: pytest.StashKey[Arena] = pytest.StashKey()
_PROMOTED: pytest.StashKey[dict[Path, str]] = pytest.StashKey()

MARKER = (
    "arena(seed=…, games=…, players=…, variant=…, max_games=…, jobs=…): the test plays games; "
    "values are those of its `arena` fixture where a call gives none"
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add our options."""
    group = parser.getgroup("arena", "hanabi-arena")
    group.addoption(
        "--arena-promote",
        action="store_true",
        help="record the baselines of arena.assert_not_weaker anew, from the bots as they are",
    )
    group.addoption(
        "--arena-bot",
        action="append",
        metavar="B",
        help="take the collected *.scenario.yaml with this bot, written as in arena run --bots",
    )
    parser.addini(
        "arena_bot",
        "the bots that take the collected *.scenario.yaml, one a line",
        type="linelist",
    )
    parser.addini(
        "arena_bots",
        "folders of bots, from the root of the tests; bots unless given",
        type="paths",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register our marker."""
    config.addinivalue_line("markers", MARKER)
    config.stash[_PROMOTED] = {}


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ScenarioFile | None:
    """Collect scenario files: a test for each scenario and bot."""
    if not file_path.name.endswith(".scenario.yaml"):
        return None
    from hanabi_arena.testing.scenarios import ScenarioFile

    config = parent.config
    found = ScenarioFile.from_parent(parent, path=file_path)
    found.bots = config.getoption("arena_bot") or config.getini("arena_bot")
    found.folders = bot_folders(config)
    return found


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what uses the fixture, so that `-m "not arena"` leaves it out."""
    for item in items:
        if "arena" in getattr(item, "fixturenames", ()) and not item.get_closest_marker("arena"):
            item.add_marker(pytest.mark.arena)


def bot_folders(config: pytest.Config) -> list[Path]:
    """Return where bots are looked for: the folders of `arena_bots`, or ./bots."""
    folders = [Path(path) for path in config.getini("arena_bots")]
    if not folders and (config.rootpath / "bots").is_dir():
        folders = [config.rootpath / "bots"]
    return folders


@pytest.fixture
def arena(request: pytest.FixtureRequest) -> Arena:
    """Plays and compares bots; see `hanabi_arena.testing.arena.Arena`."""
    from hanabi_arena.errors import UsageError
    from hanabi_arena.testing.arena import Arena, Defaults

    config = request.config
    given: dict[str, Any] = {}
    # The nearest marker is the first.
    for marker in request.node.iter_markers("arena"):
        if marker.args:
            raise pytest.UsageError("pytest.mark.arena takes keywords only, such as players=3")
        given = {**marker.kwargs, **given}
    try:
        defaults = Defaults.of(given)
    except UsageError as error:
        raise pytest.UsageError(f"{request.node.nodeid}: pytest.mark.arena: {error}") from None
    made = Arena(
        defaults,
        plugins=bot_folders(config),
        here=request.path.parent,
        promoted=config.stash[_PROMOTED] if config.getoption("arena_promote") else None,
    )
    request.node.stash[_ARENA] = made
    return made


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show with a failed test what it played, if its message does not."""
    report = yield
    made = item.stash.get(_ARENA, None)
    if report.when == "call" and report.failed and made is not None:
        report.sections += [("arena", text) for text in made.untold()]
    return report
