"""`arena bots` and `arena variants` list what there is, and show one in detail."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from hanabi_arena.cli import main
from hanabi_arena.rules import catalogue, find_variant

SEER = '''
from typing import Literal

from hanabi_arena import Bot, Play


class Seer(Bot):
    """Sees all of it.

    And more.
    """

    reference = "A paper, 2026"
    players = (2, 4)
    refuses = {"rainbow": "too many colours"}
    deterministic = False
    suit_blind = True
    conventions = ("left is right",)
    sees_own_hand = True

    depth: int = 2
    """How deep
    it looks."""
    mood: Literal["calm", "bold"] = "calm"
    eager: bool = True

    def act(self, view):
        return Play(0)
'''


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "plugins"
    folder.mkdir()
    (folder / "seer.py").write_text(SEER, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return folder


def out_of(*words: str) -> str:
    result = CliRunner().invoke(main, list(words))
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_table_has_a_line_a_bot(plugins: Path) -> None:
    lines = out_of("bots", "--plugins", str(plugins)).splitlines()
    assert lines[0].split() == ["bot", "players", "kind", "parameters"]
    names = [line.split()[0] for line in lines[1:]]
    assert names == sorted(names)
    assert {"random", "random-python", "simple", "simple-python", "seer"} <= set(names)
    (line,) = (line for line in lines if line.startswith("seer "))
    assert line.split("  ")[-1].strip() == "Sees all of it. (sees its own hand)"
    assert "2, 4" in line
    assert "depth, mood, eager" in line
    (line,) = (line for line in lines if line.startswith("simple "))
    assert "2–6" in line
    assert "compiled" in line


def test_bots_of_the_folder_beside_one_are_found(plugins: Path) -> None:
    assert "seer" not in out_of("bots")
    plugins.rename(plugins.with_name("bots"))
    assert "seer" in out_of("bots")


def test_a_bot_in_detail(plugins: Path) -> None:
    lines = out_of("bots", "seer", "--plugins", str(plugins)).splitlines()
    assert lines[0] == "seer: Sees all of it."
    told = {line[:12].strip(): line[12:] for line in lines if line and line[11:12] == " "}
    assert told["kind"] == "python"
    assert told["capability"] == "sees its own hand; never ranked among fair bots"
    assert told["players"] == "2, 4"
    assert told["variants"] == "not rainbow: too many colours"
    assert told["random"] == "yes, from its seat's own stream"
    assert told["suits"] == "all alike to it"
    assert told["declares"] == "left is right"
    assert told["reference"] == "A paper, 2026"
    assert told["found"] == f"folder {plugins}, {plugins / 'seer.py'}:Seer"
    assert len(told["digest"]) == 24
    assert "  depth: int = 2" in lines
    assert "      How deep it looks." in lines
    assert "  mood: calm | bold = calm" in lines
    assert "Set one: arena run --bots 'seer:depth=2'" in lines
    plain = out_of("bots", "simple")
    assert "parameters  none" in plain
    assert "random      no" in plain


def test_bots_as_json(plugins: Path) -> None:
    found = json.loads(out_of("bots", "--json", "--plugins", str(plugins)))
    (seer,) = (bot for bot in found if bot["name"] == "seer")
    assert seer == {
        "name": "seer",
        "line": "Sees all of it.",
        "kind": "python",
        "players": [2, 4],
        "refuses": {"rainbow": "too many colours"},
        "deterministic": False,
        "suit_blind": True,
        "conventions": ["left is right"],
        "sees_own_hand": True,
        "reference": "A paper, 2026",
        "parameters": {
            "depth": {"type": "int", "default": 2, "doc": "How deep it looks."},
            "mood": {"type": "calm | bold", "default": "calm", "doc": ""},
            "eager": {"type": "bool", "default": True, "doc": ""},
        },
        "place": f"{plugins / 'seer.py'}:Seer",
        "found": f"folder {plugins}",
        "digest": seer["digest"],
    }
    (one,) = json.loads(out_of("bots", f"{plugins / 'seer.py'}", "--json"))
    assert one == seer | {"found": "named by its place"}


def test_what_is_left_out_is_said_beside_the_list(plugins: Path) -> None:
    (plugins / "broken.py").write_text("x = (", encoding="utf-8")
    result = CliRunner().invoke(main, ["bots", "--json", "--plugins", str(plugins)])
    assert result.exit_code == 0
    assert "seer" in {bot["name"] for bot in json.loads(result.stdout)}
    assert f"note: left out: {plugins / 'broken.py'} cannot be imported" in result.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["bots", "smiple"], 'no bot "smiple". Did you mean "simple"? (arena bots lists all)'),
        (["bots", "nowhere.py"], "nowhere.py does not exist"),
        (["bots", "--plugins", "nowhere"], "plugin folder "),
        (["variants", "bsae"], 'no variant "bsae". Did you mean "base"?'),
        (["variants", "avalanche+rainbow"], "two readings of the same sixth suit"),
        (["variants", "suits=9"], "suits: 9 is not from 1 to 6"),
    ],
)
def test_an_unknown_name_is_answered(words: list[str], message: str, plugins: Path) -> None:
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_variants_have_a_line_each() -> None:
    text = out_of("variants")
    listed = text.split("\n\n")[0].splitlines()
    assert [line.split()[0] for line in listed] == list(catalogue())
    for line, rules in zip(listed, catalogue().values(), strict=True):
        assert line.endswith(rules.line)
    assert "Combine them: avalanche+bouquet-final" in text


def test_a_variant_in_detail() -> None:
    lines = out_of("variants", "rainbow+copies=full+strikes=1").splitlines()
    assert lines[0].startswith("rainbow+copies=full+strikes=1: ")
    assert lines[1] == "60 cards, maximum 30"
    assert " ".join(lines[2].split()) == "r red copies of ranks 1 to 5: 3 2 2 2 1"
    assert "suits that can be clued: red, yellow, green, blue, purple" in lines
    assert "  strikes: 1" in lines
    assert "  rainbow: true" in lines


def test_variants_as_json() -> None:
    found: list[dict[str, Any]] = json.loads(out_of("variants", "--json"))
    assert [one["name"] for one in found] == list(catalogue())
    for one in found:
        rules = find_variant(one["name"])
        assert list(one) == ["name", "line", "switches", "cards", "max_score"]
        assert (one["cards"], one["max_score"]) == (rules.cards, rules.max_score)
        assert find_variant(one["switches"] or "base").settings == rules.settings
    (one,) = json.loads(out_of("variants", "avalanche", "--json"))
    assert (one["name"], one["switches"]) == ("avalanche", {"avalanche": True})
