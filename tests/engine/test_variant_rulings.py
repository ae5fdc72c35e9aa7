"""The rulings on clues, the sixth suit, choreography, the bouquet final and deck plays."""

from __future__ import annotations

from typing import Any

import pytest

from hanabi_arena import ClueRank, ClueSuit, Discard, Play, PlayDeck
from hanabi_arena.errors import RulesError
from hanabi_arena.rules import find_variant
from tests.engine.decks import Game

RED, YELLOW, GREEN, BLUE, PURPLE, MULTICOLOUR = range(6)

TOP = "r1 r3 y1 y3 g1  r2 r2 y2 y2 g2"
"""Two hands of five in which a clue of 1 or 2 always matches."""


# Clues.


def test_a_clue_points_at_every_card_that_matches_and_tells_of_the_others_too() -> None:
    game = Game("base", 2, "r1 r1 y1 y1 g1  r2 b2 r3 y2 r4")
    turn = game.do(ClueSuit(1, RED))
    assert turn.touched == (0, 2, 4)
    reds, others = 0b11111, ((1 << 25) - 1) ^ 0b11111
    assert [int(mask) for mask in game.table.possible[1][:5]] == [reds, others, reds, others, reds]
    assert [int(mark) for mark in game.table.clued[1][:5]] == [1, 0, 1, 0, 1]


def test_a_clue_goes_to_a_teammate_who_exists() -> None:
    game = Game("base", 2, "r1 r1 y1 y1 g1  r2 r2 y2 y2 g2")
    assert game.objection(ClueRank(0, 1)) == "a clue goes to a teammate, never to oneself"
    assert game.objection(ClueRank(2, 1)) == "there is no such seat"
    assert game.objection(ClueRank(1, 1)) == "a clue must match at least one card"
    assert game.objection(ClueSuit(1, MULTICOLOUR)) == "this value cannot be clued in this variant"


def test_an_empty_clue_tells_that_nothing_matches() -> None:
    game = Game("empty-clues", 2, "r1 r1 y1 y1 g1  r2 r2 y2 y2 g2")
    turn = game.do(ClueRank(1, 5))
    assert turn.touched == ()
    assert int(game.table.clue_tokens) == 7
    assert all(int(mask) & 1 << 4 == 0 for mask in game.table.possible[1][:5])


def test_empty_clues_may_name_any_value_that_the_variant_can_clue() -> None:
    game = Game("rainbow+empty-clues", 2, "r1 r1 y1 y1 g1  r2 r2 y2 y2 g2")
    for suit in range(5):
        assert game.objection(ClueSuit(1, suit)) == ""
    for rank in range(1, 6):
        assert game.objection(ClueRank(1, rank)) == ""
    assert game.objection(ClueSuit(1, MULTICOLOUR)) == "this value cannot be clued in this variant"
    assert Game("avalanche+empty-clues", 2).objection(ClueSuit(1, MULTICOLOUR)) == ""


def _with_an_empty_hand(variant: str) -> Game:
    """Seat 1 has played its only card, and there is no deck; seat 2 is on turn."""
    keys: dict[str, Any] = {"suits": 1, "hand_size": 1, "extra_cards": 1, "strikes": 99}
    game = Game(variant, 5, "r1 r1  r1 r2  r2 r3  r3 r4  r4 r5", **keys)
    game.do(Play(0), Play(1), Play(0), Play(0), Play(0), Play(0), Play(0))
    assert int(game.table.hand_count[1]) == 0
    assert int(game.table.seat) == 2
    return game


def test_a_clue_to_an_empty_hand_is_legal_only_with_empty_clues() -> None:
    game = _with_an_empty_hand("bouquet-final")
    assert game.objection(ClueRank(1, 1)) == "a clue must match at least one card"
    game = _with_an_empty_hand("bouquet-final+empty-clues")
    assert game.objection(ClueRank(1, 1)) == ""
    assert game.do(ClueRank(1, 1)).touched == ()


# The sixth suit.


def test_avalanche_is_a_suit_like_the_others() -> None:
    game = Game("avalanche", 2, "r1 r1 y1 y1 g1  m1 r2 m3 y2 g2")
    assert (int(game.table.cards), int(game.table.max_score)) == (55, 30)
    assert game.do(ClueSuit(1, MULTICOLOUR)).touched == (0, 2)
    assert game.do(Play(0)).placed
    game.do(ClueSuit(1, RED))
    assert int(game.table.clued[1, 0]) == 1  # the red 2
    assert int(game.table.clued[1, 1]) == 1 << 5  # the multicoloured 3, not touched by red


def test_rainbow_cards_are_touched_by_every_suit_and_are_none_themselves() -> None:
    game = Game("rainbow", 2, "r1 r1 y1 y1 g1  m1 r2 m3 y2 g2")
    assert game.objection(ClueSuit(1, MULTICOLOUR)) == "this value cannot be clued in this variant"
    assert game.do(ClueSuit(1, RED)).touched == (0, 1, 2)
    assert [int(mask) >> 25 for mask in game.table.possible[1][:5]] == [31, 31, 31, 0, 0]
    game.do(ClueRank(0, 1), ClueSuit(1, BLUE))
    only_multicolour = 31 << 25
    assert int(game.table.possible[1, 0]) == only_multicolour
    assert int(game.table.possible[1, 1]) == 31


def test_copies_say_how_often_the_sixth_suits_cards_exist_and_nothing_of_the_others() -> None:
    assert find_variant("avalanche").suits[5].copies == (1, 1, 1, 1, 1)
    full = find_variant("rainbow+copies=full")
    assert {suit.copies for suit in full.suits} == {(3, 2, 2, 2, 1)}
    assert full.cards == 60


def test_two_readings_of_the_sixth_suit_are_refused() -> None:
    for variant in ("avalanche+rainbow", "suits=6+avalanche", "copies=full"):
        with pytest.raises(RulesError):
            find_variant(variant)


# Choreography.


def test_a_right_announcement_returns_a_token() -> None:
    game = Game("choreography", 2, TOP)
    game.do(ClueRank(1, 2), ClueRank(0, 1))
    assert game.do(Play(0, announce=RED)).placed
    assert int(game.table.clue_tokens) == 7


def test_a_right_announcement_with_all_tokens_loses_the_bonus() -> None:
    game = Game("choreography", 2, TOP)
    assert game.do(Play(0, announce=RED)).placed
    assert int(game.table.clue_tokens) == 8


def test_a_wrong_suit_strikes_even_if_the_card_was_playable_on_another_stack() -> None:
    game = Game("choreography", 2, TOP)
    turn = game.do(Play(0, announce=YELLOW))
    assert not turn.placed
    assert int(game.table.strikes) == 1
    assert int(game.table.score) == 0
    assert int(game.table.discards[0]) == 1


def test_the_right_suit_of_a_card_that_is_not_playable_strikes() -> None:
    game = Game("choreography", 2, TOP)
    game.do(ClueRank(1, 2), ClueRank(0, 1))
    game.do(Play(1, announce=RED))
    assert int(game.table.strikes) == 1
    assert int(game.table.clue_tokens) == 6


def test_announcing_a_five_returns_two_tokens_and_never_more_than_the_maximum() -> None:
    top = "r1 r3  r2 r4  r5"
    game = Game("choreography", 2, suits=2, hand_size=2, top=top)
    game.do(*[Play(0)] * 4, ClueRank(1, 1), ClueRank(0, 5), ClueRank(1, 1), ClueRank(0, 5))
    game.do(Play(0, announce=RED))
    assert int(game.table.clue_tokens) == 4 + 2
    game = Game("choreography", 2, suits=2, hand_size=2, top=top)
    game.do(*[Play(0)] * 4, ClueRank(1, 1), Play(0))
    assert int(game.table.clue_tokens) == 7
    game.do(Play(0, announce=RED))
    assert int(game.table.clue_tokens) == 8


def test_any_suit_may_be_announced_a_complete_and_the_multicoloured_one_too() -> None:
    game = Game("rainbow+choreography", 2, "m1 r1 r2 r3 r4  r5 y2 y2 g2 g3")
    for suit in range(6):
        assert game.objection(Play(0, announce=suit)) == ""
    assert game.do(Play(0, announce=MULTICOLOUR)).placed
    game = Game("choreography", 2, suits=2, hand_size=2, top="r1 r3  r2 r4  r5")
    game.do(*[Play(0)] * 5)
    assert int(game.table.stacks[RED]) == 5
    assert game.objection(Play(0, announce=RED)) == ""
    assert game.objection(Play(0, announce=GREEN)) == "there is no such suit to announce"


def test_announcing_is_optional_and_illegal_outside_the_variant() -> None:
    assert Game("choreography", 2, TOP).objection(Play(0)) == ""
    rule = "a suit is announced only in the choreography variant"
    assert Game("base", 2, TOP).objection(Play(0, announce=RED)) == rule


# The bouquet final.


def test_the_bouquet_final_goes_on_without_a_deck_and_hands_shrink() -> None:
    keys: dict[str, Any] = {"suits": 1, "hand_size": 4, "strikes": 9}
    game = Game("bouquet-final", 2, "r1 r1 r2 r3  r1 r2 r3 r4  r4 r5", **keys)
    game.do(Play(0), Play(0))
    assert int(game.table.deck_count) == 0
    assert int(game.table.turns_left) == -1
    game.do(Play(1), Play(0))
    assert int(game.table.hand_count[0]) == 3
    game.do(Play(1), Play(1), Play(1))
    assert game.end == "stopped"
    assert int(game.table.score) == 4
    game.do(Play(1))
    assert (game.end, game.scores) == ("complete", (5, 5))


def test_a_critical_card_in_the_discard_pile_loses_the_bouquet_final_from_the_first_turn() -> None:
    game = Game("bouquet-final", 2, "r5 r3 r4 y3 y4  g3 g4 b3 b4 p3")
    game.do(Play(0))
    assert (game.end, game.scores) == ("critical", (0, 0))
    game = Game("bouquet-final", 2, "r5 r3 r4 y3 y4  g3 g4 b3 b4 p3")
    game.do(ClueRank(1, 3), ClueRank(0, 5), Discard(0))
    assert (game.end, game.scores) == ("critical", (0, 0))


def test_in_the_base_game_a_lost_critical_card_is_only_counted() -> None:
    game = Game("base", 2, "r5 r3 r4 y3 y4  g3 g4 b3 b4 p3")
    game.do(Play(0))
    assert (game.end, int(game.table.lost_criticals)) == ("stopped", 1)


def test_the_bouquet_finals_scores_are_the_maximum_or_nothing() -> None:
    game = Game("bouquet-final", 2, "r1 r3 r4 y3 y4  g3 g4 b3 b4 p3", strikes=1)
    game.do(Play(0))
    assert game.scores == (0, 0)
    game.do(Play(0))
    assert (game.end, game.scores) == ("strikes", (0, 0))


def test_no_card_and_no_token_on_ones_turn_loses_the_bouquet_final() -> None:
    keys: dict[str, Any] = {"suits": 1, "hand_size": 2, "clue_tokens": 1, "strikes": 99}
    game = Game("bouquet-final", 5, "r1 r1  r1 r2  r2 r3  r3 r4  r4 r5", **keys)
    game.do(Play(0), Play(1), Play(1), Play(1), ClueRank(3, 3))
    assert int(game.table.score) == 4
    game.do(Play(0))
    assert int(game.table.hand_count[0]) == 0
    game.do(Play(0), Play(0), Play(0))
    assert game.end == "stopped"
    game.do(Play(0))
    assert int(game.table.clue_tokens) == 0
    assert (game.end, game.scores) == ("no-action", (0, 0))


def test_no_card_but_a_token_goes_on_while_somebody_can_be_clued() -> None:
    keys: dict[str, Any] = {"suits": 1, "hand_size": 2, "clue_tokens": 2, "strikes": 99}
    game = Game("bouquet-final", 5, "r1 r1  r1 r2  r2 r3  r3 r4  r4 r5", **keys)
    game.do(Play(0), Play(1), Play(1), Play(1), ClueRank(3, 3))
    game.do(*[Play(0)] * 5)
    assert game.end == "stopped"
    assert int(game.table.hand_count[0]) == 0
    assert game.objection(ClueRank(4, 5)) == ""
    assert game.objection(Play(0)) == "there is no card in that slot"


# Playing from the deck.


def _one_card_left(**keys: Any) -> Game:
    settings = {"suits": 1, "hand_size": 4, "strikes": 3} | keys
    game = Game("base", 2, "r1 r1 r2 r3  r1 r2 r3 r4  r4 r5", **settings)
    game.do(Play(0))
    assert int(game.table.deck_count) == 1
    return game


def test_the_last_card_may_be_played_from_the_deck_only_under_deck_plays() -> None:
    rule = "the deck's last card may be played unseen only under deck-plays, with one card left"
    assert _one_card_left().objection(PlayDeck()).startswith(rule)
    game = Game("base", 2, deck_plays=True)
    assert game.objection(PlayDeck()).startswith(rule)  # too many cards left
    assert _one_card_left(deck_plays=True).objection(PlayDeck()) == ""


def test_a_misplay_from_the_deck_strikes_and_starts_the_last_turns() -> None:
    game = _one_card_left(deck_plays=True)
    turn = game.do(PlayDeck())
    assert repr(turn.card) == "r5"
    assert turn.order == 9
    assert not turn.placed
    assert not turn.drew
    assert int(game.table.strikes) == 1
    assert game.hand(1) == "r1 r2 r3 r4"
    assert (int(game.table.deck_count), int(game.table.turns_left)) == (0, 2)
    assert game.objection(PlayDeck()) != ""
    game.do(ClueRank(1, 2), Play(1))
    assert (game.end, game.scores) == ("deck", (2, 2))


def test_a_card_played_from_the_deck_is_placed() -> None:
    keys: dict[str, Any] = {"suits": 1, "hand_size": 4, "deck_plays": True}
    game = Game("base", 2, "r1 r3 r3 r1  r1 r2 r5 r4", bottom="r4 r2", **keys)
    game.do(Play(0))
    turn = game.do(PlayDeck())
    assert repr(turn.card) == "r2"
    assert turn.placed
    assert int(game.table.score) == 2
    game.do(Play(0), ClueRank(0, 4))
    assert (game.end, game.scores) == ("deck", (3, 3))


def test_nobody_can_play_from_a_deck_whose_last_card_was_drawn() -> None:
    game = _one_card_left(deck_plays=True)
    game.do(Play(1))
    assert game.objection(PlayDeck()) != ""
