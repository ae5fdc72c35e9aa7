"""Fifty games that people played on hanab.live replay through the engine.

Every action is legal, every turn agrees with the reference, and the recorded score is reached: in
49 games under the rules as they are, in p5v0s19 with one card played from the deck.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hanabi_arena.errors import IllegalAction
from hanabi_arena.rules import Settings
from tests.engine.compare import Pair
from tests.engine.reference import Action

FILE = Path(__file__).parents[1] / "data" / "human-games.json"
GAMES: dict[str, dict[str, Any]] = {
    game["seed"]: game for game in json.loads(FILE.read_text(encoding="utf-8"))
}
PLAY, DISCARD, SUIT_CLUE, RANK_CLUE, GIVEN_UP = range(5)

FOUR_CARDS_AT_SIX = {
    "p6v0s1": "an old game: the site dealt four cards to each of six players then",
    "p6v0s5": "an old game: the site dealt four cards to each of six players then",
    "p6v0s7": "an old game: the site dealt four cards to each of six players then",
}
DECK_PLAYS = {"p5v0s19": "its last plays include one of the deck's last card, unseen"}

GIVEN_UP_GAMES = {
    *("p2v0s9", "p2v0s11", "p2v0s17", "p3v0s3", "p3v0s9", "p4v0s1", "p4v0s11", "p4v0s13"),
    *("p4v0s15", "p5v0s1", "p5v0s7", "p5v0s17", "p6v0s7", "p6v0s11", "p6v0s17"),
}
"""Given up or timed out: recorded as 0, which says nothing of the play; their stacks count."""

STOPPED_EARLY = {
    *("p2v0s3", "p3v0s5", "p3v0s7", "p3v0s11", "p4v0s17", "p4v0s19", "p6v0s15"),
}
"""The site stops when no more points can be made; here the game would go on to its end."""


def settings_of(seed: str) -> Settings:
    return Settings(hand_size=4 if seed in FOUR_CARDS_AT_SIX else 0, deck_plays=seed in DECK_PLAYS)


def action_of(pair: Pair, given: dict[str, int]) -> Action:
    """Return the action; the site names cards by their place in the deck."""
    kind, target, value = given["type"], given["target"], given.get("value", 0)
    if kind == SUIT_CLUE:
        return "suit", target, value
    if kind == RANK_CLUE:
        return "rank", target, value
    places = [held.place for held in pair.naive.hands[pair.naive.seat]]
    if kind == PLAY and target == len(pair.naive.deck) - 1 and target not in places:
        return "deck", 0, 0  # the deck's last card
    if target not in places:
        raise LookupError(f"seat {pair.naive.seat} does not hold the card in place {target}")
    return "play" if kind == PLAY else "discard", places.index(target), 0


def replayed(seed: str, settings: Settings) -> Pair:
    """Play a game again, in the engine and in the reference."""
    game = GAMES[seed]
    deck = tuple(card["suitIndex"] * 5 + card["rank"] - 1 for card in game["deck"])
    pair = Pair(settings, game["playerCount"], deck)
    for given in game["actions"]:
        if given["type"] >= GIVEN_UP:
            break
        pair.act(action_of(pair, given))
    return pair


@pytest.mark.parametrize("seed", GAMES)
def test_replays_to_the_recorded_score(seed: str) -> None:
    game = GAMES[seed]
    pair = replayed(seed, settings_of(seed))
    outcome = pair.engine.outcome()
    given_up = game["actions"][-1]["type"] >= GIVEN_UP
    assert given_up == (seed in GIVEN_UP_GAMES)
    assert (outcome.end == "stopped") == (seed in GIVEN_UP_GAMES | STOPPED_EARLY)
    if given_up:
        assert game["score"] == 0
        assert outcome.score_zero == outcome.score_kept == sum(pair.naive.stacks)
        return
    assert outcome.score_zero == game["score"]
    if seed in STOPPED_EARLY:
        assert points_that_can_be_made(pair) == 0


def points_that_can_be_made(pair: Pair) -> int:
    """Return how many cards could still be placed from the deck and hands that have a turn left."""
    naive = pair.naive
    seats = list(range(naive.players))
    if naive.over_after is not None:
        turns = naive.over_after - naive.turns
        seats = [(naive.seat + ahead) % naive.players for ahead in range(turns)]
    left = {held.card for seat in seats for held in naive.hands[seat]}
    left |= set(naive.deck[naive.next_place :])
    points = 0
    for suit, stack in enumerate(naive.stacks):
        rank = stack + 1
        while (suit, rank) in left:
            rank, points = rank + 1, points + 1
    return points


@pytest.mark.parametrize("seed", DECK_PLAYS)
def test_without_the_switch_the_deck_cannot_be_played(seed: str) -> None:
    """The one game of 50 that is not legal under the rules as they are."""
    assert GAMES[seed]["options"]["deckPlays"]
    with pytest.raises(IllegalAction, match="only under deck-plays"):
        replayed(seed, Settings())


@pytest.mark.parametrize("seed", FOUR_CARDS_AT_SIX)
def test_three_old_games_of_six_do_not_replay_with_three_cards(seed: str) -> None:
    assert GAMES[seed]["playerCount"] == 6
    with pytest.raises((IllegalAction, LookupError)):
        replayed(seed, Settings())


def test_the_exceptions_are_all_there_are() -> None:
    assert len(GAMES) == 50
    assert [sum(game["playerCount"] == n for game in GAMES.values()) for n in range(2, 7)] == [
        10
    ] * 5
    assert FOUR_CARDS_AT_SIX.keys() | DECK_PLAYS.keys() < GAMES.keys()
