"""Replays, transcripts and drawings of positions."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from hanabi_arena import ClueRank, ClueSuit, Discard, Play, PlayDeck
from hanabi_arena.errors import IllegalAction, RulesError, UsageError
from hanabi_arena.match.position import position_text, possible_text
from hanabi_arena.match.replay import GameRecord, Replay, deal_deck, steps
from hanabi_arena.match.transcript import parse_transcript, transcript
from hanabi_arena.rules import Rules, Settings, find_variant
from tests.engine.combinations import COMBINATIONS
from tests.engine.compare import recorded
from tests.engine.decks import Game, stacked_deck
from tests.engine.policies import POLICIES

TOLD = (Path(__file__).parents[1] / "data" / "transcript.txt").read_text(encoding="utf-8")
"""The transcript of the game that `told` makes."""

POSITION = """\
turn 7 · score 2 of 25 · tokens 6 of 8 · strikes 0 of 3 · deck 37
                      slot 0  slot 1         slot 2      slot 3         slot 4
> seat 0  simple      r3      y1 (ygbp1245)  y3 (ygbp3)  g1 (ygbp1245)  b2 (any)
  seat 1  table-talk  r2 (2)  y2 (2)         y4 (1345)   g2 (2)         b3 (any)
  stacks    r2 y0 g0 b0 p0
  discards  b1
"""

# Replays.


def test_steps_keep_every_table() -> None:
    record = recorded(find_variant("rainbow"), 3, "mixture", 4)
    walked = list(steps(record))
    assert [step.turn.action.code for step in walked] == list(record.actions)
    assert [step.turn.turn for step in walked] == list(range(len(walked)))
    assert [int(step.table.turn) for step in walked] == list(range(1, len(walked) + 1))
    game = record.replay()
    for step in walked:
        assert game.act(step.turn.action.code) == step.turn
        assert game.table.tobytes() == step.table.tobytes()
    assert game.history == [step.turn for step in walked]


def test_an_illegal_action_names_turn_seat_action_and_rule() -> None:
    game = Game("base", 3, first_seat=1)
    game.do(ClueRank(2, 2))
    with pytest.raises(IllegalAction) as caught:
        game.act(ClueRank(2, 2).code)
    assert str(caught.value) == (
        "turn 2, seat 2: ClueRank(seat=2, rank=2) is illegal: "
        "a clue goes to a teammate, never to oneself"
    )
    with pytest.raises(IllegalAction, match=r"action number 115 is illegal: there is no such"):
        game.act(115)
    record = GameRecord(game.rules, 3, game.deck, (Play(0).code, Discard(0).code))
    with pytest.raises(IllegalAction, match=r"turn 2, seat 2: Discard\(slot=0\) is illegal"):
        record.outcome()


def test_a_deck_must_hold_the_games_cards() -> None:
    rules = find_variant("base")
    deck = list(deal_deck(rules, 2, 1, 1))
    with pytest.raises(RulesError, match="deck: it holds p5 0 times, base has it 1 times"):
        Replay(rules, 2, [card if card != 24 else 0 for card in sorted(deck)[:-1]])
    with pytest.raises(RulesError, match="no card with the number 25; base has 0 to 24"):
        Replay(rules, 2, [*deck[:-1], 25])
    with pytest.raises(RulesError, match="7 players"):
        Replay(rules, 7, deck)


def test_who_starts_can_be_overridden() -> None:
    rules = find_variant("base")
    game = Replay(rules, 3, deal_deck(rules, 3, 1, 1), first_seat=2)
    assert int(game.table.seat) == 2
    assert game.rules.settings.first_seat == 2
    assert rules.settings.first_seat == 0


def test_a_record_is_checked() -> None:
    rules = find_variant("base")
    deck = deal_deck(rules, 2, 1, 1)
    with pytest.raises(UsageError, match="3 bots are named for 2 seats"):
        GameRecord(rules, 2, deck, (), ("a", "b", "c"))
    with pytest.raises(UsageError, match="fault_seat 2 does not exist with 2 players"):
        GameRecord(rules, 2, deck, (), fault_seat=2)


# Transcripts.


@examples(max_examples=60)
@given(
    keys=st.sampled_from(COMBINATIONS),
    players=st.integers(2, 6),
    policy=st.sampled_from(sorted(POLICIES)),
    seed=st.integers(0, 10_000),
    limit=st.integers(0, 80),
    fault=st.booleans(),
)
def test_a_transcript_is_read_back_as_the_same_game(
    keys: dict[str, Any], players: int, policy: str, seed: int, limit: int, fault: bool
) -> None:
    rules = Rules("a variant of mine", Settings(**keys, first_seat=seed % players))
    record = recorded(rules, players, policy, seed, limit)
    if fault:
        record = GameRecord(
            rules, players, record.deck, record.actions, game=seed, fault_seat=seed % players
        )
    text = transcript(record)
    again = parse_transcript(text)
    assert transcript(again) == text
    assert (again.actions, again.deck, again.bots) == (record.actions, record.deck, record.bots)
    assert (again.rules.name, again.rules.settings) == (rules.name, rules.settings)
    assert (again.line_up, again.game) == (record.line_up, record.game)
    assert again.fault_seat == record.fault_seat
    assert again.outcome() == record.outcome()


def told() -> GameRecord:
    """A short game in which every kind of action happens."""
    rules = Rules("mine", find_variant("choreography+deck-plays+suits=1+hand-size=4").settings)
    deck = tuple(stacked_deck(rules, "r1 r3 r4 r3  r2 r1 r2 r4  r1 r5"))
    actions = (
        ClueSuit(1, 0),
        ClueRank(0, 3),
        Play(0, announce=0),
        PlayDeck(),
        Discard(0),
        Play(0),
    )
    codes = tuple(action.code for action in actions)
    return GameRecord(rules, 2, deck, codes, ("a bot", "b"), "pair", 7)


def test_a_transcript_reads_like_a_game() -> None:
    assert transcript(told()) == TOLD


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("transcript 1", "transcript 2", "line 1: .* should be the title"),
        ("variant  ", "variety  ", "line 3: .* should be the field variant"),
        ("suits=1+", "suite=1+", 'no variant or switch "suite". Did you mean "suits"'),
        ("players  2", "players  x", "line 5: .* should be like 'players  3, seat 0 starts'"),
        ("players  2", "players  7", "7 players: Hanabi is played by 2 to 6"),
        ("game     7", "game     four", "line 7: .* should be a number"),
        ("seat 1   r2", "seat 1   zz", "line 10: .* 'zz' is none"),
        ("seat 0  clues red", "seat 0  shows red", "line 13: .* should be a turn: plays, "),
        ("seat 0  clues red", "seat 0  clues green", "line 13: .* should be a turn: plays, "),
        ("clues 3 to seat 0", "clues 5 to seat 0", "cannot be played: turn 2, seat 1: .* at least"),
        ("r1 placed", "r2 placed", "line 15: .* should be .*r1 placed"),
        ("end      deck", "end      deck?", "line 20: .* should be like 'end "),
        ("  1  seat 0", "  1  chair 0", "line 13: .* should be a turn, or an empty line"),
        ("score 2", "score 3", "line 20: .* should be .*score 2"),
    ],
)
def test_what_is_no_transcript_is_refused(old: str, new: str, message: str) -> None:
    assert TOLD.count(old) == 1
    with pytest.raises(UsageError, match=message):
        parse_transcript(TOLD.replace(old, new))


def test_a_transcript_that_is_cut_off_is_refused() -> None:
    lines = transcript(recorded(find_variant("base"), 3, "uniform", 4)).splitlines()
    for end in range(len(lines)):
        with pytest.raises(UsageError, match="transcript"):
            parse_transcript("\n".join(lines[:end]))


# Positions.


def test_sets_of_cards_in_short() -> None:
    rules = find_variant("avalanche")
    reds = sum(1 << card for card in range(5))
    assert possible_text(rules, (1 << 30) - 1) == "any"
    assert possible_text(rules, reds) == "r"
    assert possible_text(rules, sum(1 << 5 * suit + 1 for suit in range(6))) == "2"
    assert possible_text(rules, 0b11 | 0b11 << 5) == "ry12"
    assert possible_text(rules, 0b11 | 0b10 << 5) == "r12 y2"
    assert possible_text(rules, 1 << 27) == "m3"
    assert possible_text(rules, 0) == "nothing"


def test_a_position_shows_hands_knowledge_stacks_and_discards() -> None:
    game = Game("base", 2, "r1 r3 y1 y3 g1  r2 r2 y2 y4 g2  b1 b2 b3")
    game.do(ClueRank(1, 2), ClueSuit(0, 0), Play(0), ClueRank(0, 3), Discard(4), Play(0))
    assert position_text(game.table, game.rules, ("simple", "table-talk")) == POSITION


def test_a_position_hides_a_seats_own_cards() -> None:
    game = Game("base", 2, "r1 r3 y1 y3 g1  r2 r2 y2 y4 g2")
    shown = position_text(game.table, game.rules, seat=0).splitlines()
    assert shown[2].split()[3:] == ["xx", "(any)"] * 5
    assert shown[3].count(" (any)") == 5
    assert "r2 (any)" in shown[3]


def test_a_position_of_a_finished_game() -> None:
    game = Game("clue-starved", 2, "r2 r3 y1 y3 g1  r2 r4 y2 y4 g2")
    game.do(ClueRank(1, 2), Play(0), Play(0), Play(0))
    first = position_text(game.table, game.rules).splitlines()[0]
    assert first == "over (strikes) · score 0 of 25 · tokens 7 of 8 · strikes 3 of 3 · deck 37"
    assert ">" not in position_text(game.table, game.rules)


def test_random_positions_can_be_drawn() -> None:
    for seed in range(30):
        rules = Rules("any", Settings(**COMBINATIONS[seed * 10]))
        record = recorded(rules, 2 + seed % 5, "mixture", seed, random.Random(seed).randint(0, 90))
        game = record.replay()
        for action in record.actions:
            game.act(action)
        text = position_text(game.table, rules, record.bots)
        assert len(text.splitlines()) >= 5 + record.players - 1
        assert f"strikes {int(game.table.strikes)} of 3" in text
