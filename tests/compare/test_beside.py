"""Two games of one deal beside each other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import hanabi_arena as arena
from hanabi_arena.cli import main
from hanabi_arena.errors import UsageError
from hanabi_arena.match.beside import beside
from hanabi_arena.match.replay import GameRecord, deal_deck, steps
from hanabi_arena.match.transcript import action_text
from hanabi_arena.rules.catalogue import find_variant


def game(bot: str, variant: str = "base", players: int = 2, number: int = 0) -> GameRecord:
    rules = find_variant(variant)
    row = arena.play(bot, players=players, games=number + 1, variant=variant).iloc[number]
    deck = deal_deck(rules, players, 1, number)
    return GameRecord(rules, players, deck, tuple(row.actions), (), bot, number)


@pytest.mark.parametrize("variant", ["base", "choreography"])
def test_every_turn_of_both_is_there_from_where_they_part(variant: str) -> None:
    one, other = (game(bot, variant, 3, 4) for bot in ("table-talk", "table-talk:discard=newest"))
    lines = beside(one, other).splitlines()
    shared = next(
        turn for turn, (a, b) in enumerate(zip(one.actions, other.actions, strict=False)) if a != b
    )
    assert lines[0] == f"{variant} · 3 players · game 4"
    assert f"turns 1 to {shared - 2} are the same" in lines
    rows = {int(line.split()[0]): line for line in lines if line[:4].strip().isdecimal()}
    assert list(rows) == list(range(shared - 1, max(len(one.actions), len(other.actions)) + 1))
    assert [turn for turn, row in rows.items() if "≠" in row] == [shared + 1]
    for record in (one, other):
        for turn, step in enumerate(steps(record), 1):
            if turn in rows:
                assert action_text(record.rules, step.turn.action) in rows[turn]
    ends = [record.outcome() for record in (one, other)]
    words = [f"{end.end}, score {end.score_kept}" for end in ends]
    assert lines[-1].split() == f"end {words[0]} {words[1]}".split()


def test_the_same_game_twice_is_said_to_be_the_same() -> None:
    one = game("simple")
    text = beside(one, replace(one, line_up="another"))
    assert f"both took the same {len(one.actions)} actions" in text
    assert "≠" not in text


def test_a_game_that_a_fault_ended_at_once() -> None:
    one = game("simple")
    text = beside(one, replace(one, actions=(), fault_seat=1, line_up="broken"))
    assert "fault of seat 1, score 0" in text


def test_other_deals_are_refused() -> None:
    with pytest.raises(UsageError, match="the same deal"):
        beside(game("simple"), game("simple", number=1))


def test_the_command_shows_the_next_line_up(here: Path) -> None:
    def asked(*words: str, code: int = 0) -> str:
        result = CliRunner().invoke(main, words)
        assert result.exit_code == code, result.output
        return result.stderr if code else result.stdout

    run = ("run", "--players", "2", "--games", "3", "--no-charts")
    asked(*run, "--bots", "simple,random", "--out", "two")
    asked(*run, "--bots", "simple", "--out", "one")
    show = ("replay", "show", "two", "--game", "2", "--side-by-side")
    assert "simple" in asked(*show)
    head = next(
        line for line in asked(*show, "--line-up", "random").splitlines() if "turn " in line
    )
    assert head.split() == ["turn", "seat", "random", "simple"]
    assert "goes without --turn" in asked(*show, "--turn", "3", code=2)
    alone = ("replay", "show", "one", "--side-by-side")
    assert "only simple played these deals" in asked(*alone, code=2)
