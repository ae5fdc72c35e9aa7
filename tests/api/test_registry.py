"""Bots are found in installed packages, in plugin folders, and by their place."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hanabi_arena.api.registry import Registry, load_place
from hanabi_arena.errors import ArenaError, BotError, UnknownName

BOT = """
from hanabi_arena import Bot, Play

class {name}(Bot):
    def act(self, view):
        return Play(0)
"""


@pytest.fixture(autouse=True)
def modules_are_forgotten(tmp_path: Path) -> Iterator[None]:
    path, modules = list(sys.path), set(sys.modules)
    yield
    sys.path[:] = path
    for name in set(sys.modules) - modules:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


# Installed packages


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of installed packages, with one of each way to register bots."""
    folder = tmp_path / "site"
    write(folder / "greatbots" / "__init__.py", BOT.format(name="TopBot"))
    write(folder / "greatbots" / "inner.py", BOT.format(name="InnerBot"))
    write(folder / "greatbots" / "_private.py", BOT.format(name="PrivateBot"))
    write(folder / "greatbots" / "test_inner.py", "raise RuntimeError('a test was imported')")
    write(folder / "greatbots" / "sick.py", "import nothing_of_this_name")
    write(folder / "single.py", BOT.format(name="OneBot") + BOT.format(name="OtherBot"))
    facts = folder / "great_bots-1.0.dist-info"
    write(facts / "METADATA", "Metadata-Version: 2.1\nName: great-bots\nVersion: 1.0\n")
    write(
        facts / "entry_points.txt",
        "[hanabi_arena.bots]\n"
        "a-package = greatbots\n"
        "a-class = single:OneBot\n"
        "gone = single:NoSuchBot\n"
        "missing = no_such_package\n",
    )
    monkeypatch.syspath_prepend(folder)
    return folder


def test_entries_name_classes_modules_and_packages(site: Path) -> None:
    registry = Registry()
    bots = registry.bots
    found = {name for name, spec in bots.items() if spec.source == "package great-bots"}
    assert found == {"top-bot", "inner-bot", "one-bot"}
    assert bots["inner-bot"].place == "greatbots.inner:InnerBot"
    assert bots["one-bot"].load().__name__ == "OneBot"
    assert list(bots) == sorted(bots)
    assert {"random", "simple", "table-talk"} <= set(bots)


def test_what_is_broken_is_left_out_and_said(site: Path) -> None:
    registry = Registry()
    _ = registry.bots
    notes = "\n".join(registry.notes)
    assert len(registry.notes) == 3
    assert "left out: greatbots.sick cannot be imported: ModuleNotFoundError" in notes
    assert "(sick.py, line 1)" in notes
    assert 'left out: no class "NoSuchBot". (in single)' in notes
    assert "left out: no_such_package cannot be imported: ModuleNotFoundError" in notes
    assert "importlib" not in notes


# Plugin folders


def test_a_folders_files_are_plugins(tmp_path: Path) -> None:
    write(tmp_path / "mine.py", BOT.format(name="MyBot") + BOT.format(name="_Hidden"))
    write(tmp_path / "_helper.py", BOT.format(name="HelperBot"))
    write(tmp_path / "test_mine.py", "raise RuntimeError('a test was imported')")
    write(tmp_path / "conftest.py", "raise RuntimeError('a conftest was imported')")
    registry = Registry((tmp_path,))
    found = [name for name, spec in registry.bots.items() if spec.source.startswith("folder")]
    assert found == ["my-bot"]
    assert registry.notes == []
    assert registry.bots["my-bot"].place == f"{tmp_path / 'mine.py'}:MyBot"


def test_a_folder_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BotError, match="nowhere does not exist"):
        _ = Registry((tmp_path / "nowhere",)).bots


def test_the_folder_wins_and_says_so(tmp_path: Path) -> None:
    write(tmp_path / "chance.py", BOT.format(name="Random"))
    registry = Registry((tmp_path,))
    spec = registry.find("random")
    assert spec.place.startswith(str(tmp_path))
    assert registry.notes == [
        f'bot "random": folder {tmp_path} takes the place of package hanabi-arena'
    ]


def test_the_same_bot_found_twice_is_one(tmp_path: Path) -> None:
    (shipped,) = (spec for spec in Registry().bots.values() if spec.name == "random-python")
    file = sys.modules[shipped.load().__module__].__file__
    assert file is not None
    shutil.copy(file, tmp_path)
    registry = Registry((tmp_path,))
    assert registry.find("random-python") == shipped
    assert registry.notes == []


def test_of_two_folders_the_later_one_wins(tmp_path: Path) -> None:
    write(tmp_path / "a" / "bot.py", BOT.format(name="SameName"))
    write(tmp_path / "b" / "bot.py", BOT.format(name="SameName") + "# another one\n")
    registry = Registry((tmp_path / "a", tmp_path / "b"))
    assert registry.find("same-name").place.startswith(str(tmp_path / "b"))
    assert len(registry.notes) == 1


def test_a_bot_whose_facts_make_no_sense_is_left_out(tmp_path: Path) -> None:
    write(tmp_path / "odd.py", BOT.format(name="OddBot") + "    level: int\n")
    write(tmp_path / "fine.py", BOT.format(name="FineBot"))
    registry = Registry((tmp_path,))
    assert "fine-bot" in registry.bots
    assert "odd-bot" not in registry.bots
    assert registry.notes == ["left out: OddBot.level: a parameter needs a default"]
    with pytest.raises(UnknownName, match=r'no bot "odd-bot".*OddBot\.level: a parameter needs'):
        registry.find("odd-bot")


NEIGHBOUR = """
from hanabi_arena import Bot, Play
{way}

class {name}(Bot):
    word = helper.WORD

    def act(self, view):
        return Play(0)
"""


@pytest.mark.parametrize(
    "way", ["import helper", "from . import helper", "from . import helper as helper"]
)
def test_a_plugin_imports_its_neighbours(tmp_path: Path, way: str) -> None:
    for word in ("first", "second"):
        write(tmp_path / word / "helper.py", f"WORD = '{word}'\n")
        write(tmp_path / word / "bot.py", NEIGHBOUR.format(way=way, name=f"{word.title()}Bot"))
    registry = Registry((tmp_path / "first", tmp_path / "second"))
    for word in ("first", "second"):
        bot: object = registry.find(f"{word}-bot").load()
        assert getattr(bot, "word", "") == word  # and never the other folder's helper
    assert registry.notes == []


# Places


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        (None, "bot.py", "bot.py does not exist"),
        (None, "bot.py:Bot", "bot.py does not exist"),
        ("x = (\n", "bot.py:MyBot", "cannot be imported: SyntaxError: '(' was never closed"),
        ("\n\nx = 1 +\n", "bot.py", "(line 3)"),
        ("\n\n1 / 0\n", "bot.py", "ZeroDivisionError: division by zero (bot.py, line 3)"),
        ("import sys\nsys.exit(7)\n", "bot.py", "SystemExit: 7 (bot.py, line 2)"),
        ("x = 1\n", "bot.py", "holds 0 bots (none); say which"),
        (BOT.format(name="A") + BOT.format(name="B"), "bot.py", "holds 2 bots (A, B); say which"),
        (BOT.format(name="MyBot"), "bot.py:MyBt", 'no class "MyBt". Did you mean "MyBot"?'),
        ("class MyBot: pass\n", "bot.py:MyBot", "is not a bot; derive it from hanabi_arena.Bot"),
        ("MyBot = 3\n", "bot.py:MyBot", "is not a bot; derive it from hanabi_arena.Bot"),
        (BOT.format(name="MyBot") + "    name = 'a b'\n", "bot.py:MyBot", "name 'a b' is not made"),
    ],
)  # fmt: skip
def test_a_wrong_place_is_explained(
    tmp_path: Path, text: str | None, place: str, message: str
) -> None:
    if text is not None:
        write(tmp_path / "bot.py", text)
    with pytest.raises(ArenaError) as caught:
        Registry().find(place, tmp_path)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_place_in_a_module(site: Path) -> None:
    assert Registry().find("single:OtherBot").name == "other-bot"
    assert Registry().find("hanabi_arena_bots.random_python:RandomPython").name == "random-python"
    with pytest.raises(BotError, match="no_such_module cannot be imported: ModuleNotFoundError"):
        Registry().find("no_such_module:Bot")
    with pytest.raises(BotError, match="holds 2 bots"):
        load_place("single")


def test_a_place_is_relative_to_the_file_that_names_it(tmp_path: Path) -> None:
    path = write(tmp_path / "deep" / "bot.py", BOT.format(name="DeepBot"))
    for place in ("deep/bot.py", "deep/bot.py:DeepBot", str(path)):
        spec = Registry().find(place, tmp_path)
        assert (spec.name, spec.place) == ("deep-bot", f"{path}:DeepBot")


def test_an_unknown_name_offers_the_nearest() -> None:
    with pytest.raises(UnknownName, match=r'no bot "smiple"\. Did you mean "simple"\?'):
        Registry().find("smiple")


# Digests


WAYS = {
    "plainly": "import helper\n",
    "as a neighbour": "from . import helper\n",
    "a name of it": "from .helper import WORD\n",
    "in a function": "def late():\n    import helper\n",
    "of a neighbour": "import between\n",
}


@pytest.mark.parametrize("way", WAYS)
def test_an_edit_of_a_helper_changes_the_digest(tmp_path: Path, way: str) -> None:
    digests = {}
    for version, word in (("same", "one"), ("again", "one"), ("edited", "two")):
        folder = tmp_path / version
        write(folder / "helper.py", f"WORD = '{word}'\n")
        write(folder / "between.py", "from helper import WORD\n")
        write(folder / "bot.py", WAYS[way] + BOT.format(name="DigestBot"))
        digests[version] = Registry().find("bot.py", folder).digest()
    assert digests["same"] == digests["again"]
    assert digests["same"] != digests["edited"]


def test_an_edit_of_something_else_does_not(tmp_path: Path) -> None:
    digests = set()
    for word in ("one", "two"):
        write(tmp_path / word / "stranger.py", f"WORD = '{word}'\n")
        write(tmp_path / word / "bot.py", "import json\n" + BOT.format(name="DigestBot"))
        digests.add(Registry().find("bot.py", tmp_path / word).digest())
    assert len(digests) == 1


def test_two_bots_of_one_file_differ(tmp_path: Path) -> None:
    write(tmp_path / "bot.py", BOT.format(name="A") + BOT.format(name="B"))
    registry = Registry((tmp_path,))
    assert registry.find("a").digest() != registry.find("b").digest()
