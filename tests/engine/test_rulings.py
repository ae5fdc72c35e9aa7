"""The rulings on the deal, the end, critical cards and tokens, one test each.

Those on clues and variants are in test_variant_rulings.py."""

from __future__ import annotations

from typing import Any

import pytest

from hanabi_arena import ClueRank, ClueSuit, Discard, Play
from hanabi_arena.engine.knowledge import pace, reachable_score
from hanabi_arena.errors import RulesError
from tests.engine.decks import Game

RED, YELLOW, GREEN, BLUE, PURPLE, MULTICOLOUR = range(6)

TOP = "r1 r3 y1 y3 g1  r2 r2 y2 y2 g2"
"""Two hands of five in which a clue of 1 or 2 always matches."""


# The deal and the last turns.


def test_the_deal_goes_hand_by_hand() -> None:
    game = Game("base", 3, "r1 r2 r3 r4 r5  y1 y2 y3 y4 y5  g1 g2 g3 g4 g5  b1")
    assert [game.hand(seat) for seat in range(3)] == [
        "r1 r2 r3 r4 r5",
        "y1 y2 y3 y4 y5",
        "g1 g2 g3 g4 g5",
    ]
    game.do(ClueSuit(1, YELLOW), Discard(1))
    assert game.hand(1) == "y1 y3 y4 y5 b1"  # slots are in order of age, the newest last


@pytest.mark.parametrize(("players", "size"), [(2, 5), (3, 5), (4, 4), (5, 4), (6, 3)])
def test_hand_sizes(players: int, size: int) -> None:
    game = Game("base", players)
    assert [int(count) for count in game.table.hand_count[:players]] == [size] * players
    assert int(game.table.deck_count) == 50 - size * players


def test_one_card_more_or_less() -> None:
    assert len(Game("base", 4, extra_cards=1).hand(0).split()) == 5
    assert len(Game("base", 2, extra_cards=-1).hand(0).split()) == 4


def test_the_sixth_player_holds_three_cards() -> None:
    game = Game("base", 6, "r1 r2 r3  y1 y2 y3  g1 g2 g3  b1 b2 b3  p1 p2 p3  r1 r3 r4")
    assert game.hand(5) == "r1 r3 r4"
    game.do(*[Play(0)] * 6)
    assert int(game.table.seat) == 0
    assert int(game.table.score) == 5
    assert int(game.table.strikes) == 1


def test_seven_players_are_refused() -> None:
    with pytest.raises(RulesError, match="7 players"):
        Game("base", 7)


def test_a_run_can_say_who_starts() -> None:
    game = Game("base", 3, first_seat=2)
    assert int(game.table.seat) == 2
    game.do(ClueRank(0, 1))
    assert int(game.table.seat) == 0
    with pytest.raises(RulesError, match="first-seat 3"):
        Game("base", 3, first_seat=3)


def test_the_deal_empties_the_deck_and_every_seat_has_one_turn() -> None:
    game = Game("very-small", 5, "r3 r1  r2 r4  r5 r1  r3 r2  r1 r4")
    assert int(game.table.deck_count) == 0
    assert int(game.table.turns_left) == 5
    game.do(Play(1), Play(0), ClueRank(0, 3), Play(0))
    assert (game.end, int(game.table.turns_left)) == ("stopped", 1)
    game.do(ClueRank(0, 3))
    assert (game.end, game.scores) == ("deck", (3, 3))
    assert game.hand(0) == "r3"


def test_the_deal_empties_the_deck_in_the_bouquet_final_and_nothing_happens() -> None:
    game = Game("very-small+bouquet-final", 5, "r3 r1  r2 r4  r5 r1  r3 r2  r1 r4")
    assert int(game.table.turns_left) == -1
    game.do(Play(1), Play(0), ClueRank(0, 3), Play(0), ClueRank(0, 3))
    game.do(ClueRank(1, 4))
    assert game.end == "stopped"
    assert int(game.table.turn) == 6


def test_fewer_cards_than_the_hands_need_are_refused() -> None:
    with pytest.raises(RulesError, match="need 12 cards, the game has 10"):
        Game("very-small", 6)
    with pytest.raises(RulesError, match="need 15 cards, the game has 10"):
        Game("very-small", 5, hand_size=3)


def test_drawing_the_last_card_gives_every_seat_one_more_turn_the_drawer_last() -> None:
    game = Game("base", 3, suits=2, hand_size=6, top="r1 r2 r3 r4 r5 y5  y1 y2 y3 y4 r1 r2")
    game.do(Play(0))
    assert int(game.table.deck_count) == 1
    assert int(game.table.turns_left) == -1
    game.do(Play(0))  # seat 1 draws the last card
    assert int(game.table.deck_count) == 0
    assert int(game.table.turns_left) == 3
    game.do(ClueRank(0, 5), Play(0))
    assert game.hand(0) == "r3 r4 r5 y5 y3"  # no drawing any more
    assert game.end == "stopped"
    game.do(Play(0))
    assert game.end == "deck"
    assert game.scores == (4, 4)


def test_a_clue_never_starts_the_last_turns() -> None:
    game = Game("base", 2, suits=1, hand_size=4)
    game.do(Play(0))  # one card left
    before = int(game.table.deck_count), int(game.table.turns_left)
    game.do(ClueRank(0, 1))
    assert (int(game.table.deck_count), int(game.table.turns_left)) == before == (1, -1)


def test_it_does_not_end_because_no_more_points_can_be_made() -> None:
    game = Game("base", 2, suits=2, hand_size=4, top="r1 r1 r1 y1  r2 y1 y1 y3")
    game.do(ClueRank(1, 2), ClueRank(0, 1))
    game.do(Discard(0), ClueRank(0, 1), Discard(0), ClueRank(0, 1), Discard(0))
    game.do(ClueRank(0, 1), Discard(0))
    game.do(Discard(1), ClueRank(1, 2), Discard(1))
    assert int(reachable_score(game.table)) == 0
    assert game.cards("playable") == {"r1", "y1"}  # next on their stacks, though none is left
    assert game.end == "stopped"


# Ends.


def test_the_third_strike_loses_at_once_and_both_scores_are_kept() -> None:
    game = Game("base", 2, "r1 r3 r4 y3 y4  g3 g4 b3 b4 p3")
    game.do(Play(0), Play(0), Play(0))
    assert game.end == "stopped"
    game.do(Play(0))
    assert (game.end, game.scores) == ("strikes", (0, 1))
    assert game.objection(Play(0)) == "the game is over"


def test_every_stack_complete_ends_at_once_with_the_maximum() -> None:
    game = Game("base", 2, suits=1, hand_size=2, top="r1 r3 r2 r4 r5")
    game.do(Play(0), Play(0), Play(0), Play(0))
    assert game.end == "stopped"
    game.do(Play(0))
    assert (game.end, game.scores) == ("complete", (5, 5))
    assert int(game.table.deck_count) == 1


def test_strikes_come_before_the_deck() -> None:
    game = Game("very-small", 5, "r1 r3  r2 r1  r3 r4  r4 r5  r2 r1")
    game.do(Play(0), ClueRank(2, 3), ClueRank(0, 3), ClueRank(2, 3))
    assert int(game.table.turns_left) == 1
    game.do(Play(1))
    assert (game.end, game.scores) == ("strikes", (0, 1))


def test_complete_comes_before_the_deck() -> None:
    game = Game("very-small", 5, "r1 r3  r2 r1  r3 r1  r4 r2  r5 r4")
    game.do(*[Play(0)] * 4)
    assert int(game.table.turns_left) == 1
    game.do(Play(0))
    assert (game.end, game.scores) == ("complete", (5, 5))


def test_strikes_come_before_critical() -> None:
    game = Game("bouquet-final", 2, "r5 r3 r4 y3 y4  g3 g4 b3 b4 p3", strikes=1)
    game.do(Play(0))
    assert (game.end, game.scores) == ("strikes", (0, 0))
    assert int(game.table.lost_criticals) == 1


def test_complete_comes_before_no_action() -> None:
    keys: dict[str, Any] = {"suits": 1, "hand_size": 1, "clue_tokens": 0, "strikes": 99}
    game = Game("bouquet-final", 2, "r1 r1  r1 r2 r2 r3 r4 r3 r4 r5", **keys)
    game.do(*[Play(0)] * 9)
    assert int(game.table.hand_count[0]) == 0  # seat 0 will have nothing to do
    game.do(Play(0))
    assert (game.end, game.scores) == ("complete", (5, 5))


def test_critical_comes_before_no_action() -> None:
    keys: dict[str, Any] = {
        "suits": 1,
        "hand_size": 1,
        "clue_tokens": 1,
        "strikes": 99,
        "first_seat": 1,
    }
    game = Game("bouquet-final", 3, "r2 r1 r4  r1 r3 r2 r3 r1 r4 r5", **keys)
    game.do(*[Play(0)] * 7, Play(0), ClueRank(1, 5))
    assert [game.hand(seat) for seat in range(3)] == ["r4", "r5", ""]
    assert int(game.table.clue_tokens) == 0  # so seat 2 will have nothing to do
    assert game.end == "stopped"
    game.do(Play(0))
    assert (game.end, game.scores) == ("critical", (0, 0))


# Critical, dead, playable.


def test_critical_is_the_last_copy_of_a_card_that_is_still_needed() -> None:
    game = Game("base", 2, "r4 y1 g1 b1 p1  r3 r3 g2 b2 r4")
    fives = {"r5", "y5", "g5", "b5", "p5"}
    assert game.cards("critical") == fives
    game.do(ClueRank(1, 4), Discard(0))
    assert game.cards("critical") == fives | {"r3"}
    game.do(ClueRank(1, 4), ClueRank(0, 1), Discard(0))
    assert game.cards("critical") == fives | {"r3", "r4"}
    game.do(Discard(0))  # the other red 3
    assert int(game.table.lost_criticals) == 1
    assert game.cards("dead") == {"r4", "r5"}
    assert game.cards("critical") == fives - {"r5"}
    assert int(reachable_score(game.table)) == 22


def test_a_played_card_is_dead_and_never_critical() -> None:
    game = Game("base", 2, suits=1, hand_size=2, top="r1 r2  r1 r3 r1")
    game.do(Play(0), ClueRank(0, 2), ClueRank(1, 1), Discard(0))
    assert game.cards("dead") == {"r1"}
    assert game.cards("critical") == {"r5"}
    assert game.cards("playable") == {"r2"}


def test_every_card_of_the_boxs_sixth_suit_is_critical_from_the_start() -> None:
    for variant in ("avalanche", "rainbow"):
        game = Game(variant, 2)
        fives = {"r5", "y5", "g5", "b5", "p5"}
        assert game.cards("critical") == {"m1", "m2", "m3", "m4", "m5"} | fives
        assert Game(f"{variant}+copies=full", 2).cards("critical") == {"m5"} | fives


def test_critical_comes_from_stacks_and_discards_alone_not_from_hands() -> None:
    top = "r2 r2 r1 r1 r1  y2 y2 y3 y3 g4"
    game = Game("base", 2, top)
    assert game.cards("critical") == {"r5", "y5", "g5", "b5", "p5"}
    assert game.cards("dead") == set()


def test_critical_does_not_look_at_the_turns_left() -> None:
    game = Game("very-small", 5, "r3 r1  r2 r4  r5 r1  r3 r2  r1 r4")
    game.do(Play(1), Play(0), ClueRank(0, 3), ClueRank(0, 3))
    assert int(game.table.turns_left) == 1
    assert game.cards("critical") == {"r5"}  # though nobody can play it any more
    assert game.cards("dead") == {"r1", "r2"}


def test_a_lost_low_card_kills_the_higher_ones_of_its_suit_only() -> None:
    game = Game("avalanche", 2, "m2 r1 r1 y1 y1  g1 b1 p1 p2 p3")
    game.do(ClueRank(1, 1), ClueRank(0, 1), Discard(0))
    assert game.cards("dead") == {"m3", "m4", "m5"}
    assert "m1" in game.cards("critical")
    assert int(reachable_score(game.table)) == 26


def test_pace() -> None:
    game = Game("base", 3, "r1 r2 y3 y4 y5")
    assert pace(game.table) == 0 + 35 + 3 - 25
    game.do(Play(0))
    assert pace(game.table) == 1 + 34 + 3 - 25


# Tokens.


def test_a_clue_costs_a_token_and_none_left_forbids_it() -> None:
    game = Game("base", 2, "r1 r1 y1 y1 g1  r2 r2 y2 y2 g2")
    for _ in range(4):
        game.do(ClueRank(1, 2), ClueRank(0, 1))
    assert int(game.table.clue_tokens) == 0
    assert game.objection(ClueRank(1, 2)) == "a clue costs a token, and none is left"
    game.do(Discard(0))
    assert int(game.table.clue_tokens) == 1
    assert game.objection(ClueRank(0, 1)) == ""


def test_a_discard_is_impossible_with_all_tokens() -> None:
    game = Game("base", 2, TOP)
    rule = "a discard is impossible while all clue tokens are available"
    assert game.objection(Discard(0)) == rule
    game.do(ClueRank(1, 2))
    assert game.objection(Discard(0)) == ""


def test_discard_at_max_returns_no_token() -> None:
    game = Game("base", 2, discard_at_max=True)
    assert game.objection(Discard(0)) == ""
    game.do(Discard(0))
    assert int(game.table.clue_tokens) == 8
    assert int(game.table.deck_count) == 39


def test_a_misplay_returns_no_token_and_a_card_is_drawn_either_way() -> None:
    game = Game("base", 2, "r2 r1 y3 y4 y5  g1 g1 g2 g2 g3")
    game.do(ClueRank(1, 2))
    game.do(Play(0), Play(0))
    assert int(game.table.clue_tokens) == 7
    assert int(game.table.strikes) == 1
    assert int(game.table.deck_count) == 38
    assert int(game.table.discards[1]) == 1


def test_completing_a_stack_returns_a_token_which_is_lost_with_all_there() -> None:
    top = "r1 r3  r2 r4  r5"
    game = Game("base", 2, suits=2, hand_size=2, top=top)
    game.do(*[Play(0)] * 5)
    assert int(game.table.clue_tokens) == 8
    game = Game("base", 2, suits=2, hand_size=2, top=top)
    game.do(*[Play(0)] * 4, ClueRank(1, 1), ClueRank(0, 5), Play(0))
    assert int(game.table.score) == 5
    assert int(game.table.clue_tokens) == 7


def test_half_tokens() -> None:
    game = Game("clue-starved", 2, "r1 r1 y1 y1 g1  r2 r2 y2 y2 g2")
    table = game.table
    assert int(table.clue_tokens) == int(table.max_tokens) == 16  # halves
    assert game.objection(Discard(0)).startswith("a discard is impossible")
    for _ in range(4):
        game.do(ClueRank(1, 2), ClueRank(0, 1))
    assert int(table.clue_tokens) == 0
    game.do(Discard(0))
    assert int(table.clue_tokens) == 1
    assert game.objection(ClueRank(0, 1)) == "a clue costs a token, and none is left"
    game.do(Discard(0))
    assert int(table.clue_tokens) == 2
    assert game.objection(ClueRank(1, 2)) == ""


def test_half_tokens_for_a_five_and_up_to_the_maximum() -> None:
    game = Game("clue-starved", 2, suits=2, hand_size=2, top="r1 r3  r2 r4  r5")
    game.do(*[Play(0)] * 4, ClueRank(1, 1), ClueRank(0, 5), Play(0))
    assert int(game.table.clue_tokens) == 13
    game.do(Discard(0), Discard(0))
    assert int(game.table.clue_tokens) == 15
    assert game.objection(Discard(0)) == ""  # seven and a half are not all
    game.do(Discard(0))
    assert int(game.table.clue_tokens) == 16
    assert game.objection(Discard(0)).startswith("a discard is impossible")


# Games that do not end by the rules.


def test_a_game_that_just_stops_has_the_points_of_its_stacks() -> None:
    game = Game("base", 2, "r1 r2 y3 y4 y5  g1 g2 g3 g4 g5")
    game.do(Play(0), Play(0), Play(0))
    outcome = game.outcome()
    assert (outcome.end, outcome.score_zero, outcome.score_kept) == ("stopped", 3, 3)


def test_a_fault_gives_no_points() -> None:
    game = Game("base", 2, "r1 r2 y3 y4 y5  g1 g2 g3 g4 g5")
    game.do(Play(0), Play(0), Play(0))
    outcome = game.outcome(fault_seat=1)
    assert (outcome.end, outcome.score_zero, outcome.score_kept, outcome.turns) == (
        "fault",
        0,
        0,
        3,
    )
