"""What a Python bot is shown, held against the reference at every turn of whole games."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import ClassVar

import pytest

from hanabi_arena import Action, Bot, Card, CardSet, ClueRank, ClueSuit, Turn, View
from hanabi_arena.api.actions import ACTIONS
from hanabi_arena.match.play import play_batch
from hanabi_arena.match.replay import deal_deck
from hanabi_arena.match.seats import Seating
from hanabi_arena.rules import Rules, catalogue, find_variant
from tests.engine.compare import card_of, check_turn
from tests.engine.policies import POLICIES
from tests.engine.reference import ALL_ACTIONS, Reference

VARIANTS = (
    *catalogue(),
    "rainbow+copies=full+bouquet-final+choreography+empty-clues+first-seat=1",
    "avalanche+choreography+deck-plays+discard-at-max+strikes=20+half-tokens",
)


class Checker(Bot):
    """Knows the deal, follows the game in the reference, and compares what it is shown."""

    deterministic = False
    rules: ClassVar[Rules]
    games: ClassVar[list[int]] = []
    policy: ClassVar[str] = "mixture"

    def start(self, view: View) -> None:
        deck = deal_deck(view.rules, view.players, "views", self.games[0])
        cards = [card_of(card) for card in deck]
        self.naive = Reference(view.rules.settings, view.players, cards)
        self.compare(view)

    def act(self, view: View) -> Action:
        assert view.seat == self.naive.seat
        self.compare(view)
        legal = self.naive.legal()
        assert view.legal_actions == tuple(ACTIONS[ALL_ACTIONS.index(action)] for action in legal)
        # The seats share nothing but the number of the turn to choose by.
        rng = random.Random(self.naive.turns)
        return ACTIONS[ALL_ACTIONS.index(POLICIES[self.policy](self.naive, legal, rng))]

    def observe(self, view: View, turn: Turn) -> None:
        seen = self.naive.act(ALL_ACTIONS[turn.action.code])
        check_turn(turn, seen, view.rules)
        assert view.history[-1] == turn
        self.compare(view)
        if view.seat == view.players - 1 and self.naive.end != "going-on":
            self.games.pop(0)

    def compare(self, view: View) -> None:
        naive = self.naive
        assert (view.turn, len(view.history)) == (naive.turns, naive.turns)
        assert (view.players, view.strikes, view.deck_count) == (
            naive.players,
            naive.strikes,
            naive.deck_left,
        )
        assert view.clue_tokens == naive.tokens
        assert view.can_clue == (naive.tokens >= 1)
        full = naive.tokens == naive.settings.clue_tokens
        assert view.can_discard == (not full or naive.settings.discard_at_max)
        assert (view.score, view.max_score) == (sum(naive.stacks), naive.max_score)
        assert view.max_strikes == naive.settings.strikes
        assert view.stacks == tuple(naive.stacks)
        left = None if naive.over_after is None else naive.over_after - naive.turns
        assert view.turns_left == left
        cards = naive.copies
        assert view.playable == sets(card for card in cards if naive.playable(card))
        assert view.critical == sets(card for card in cards if naive.critical(card))
        assert view.dead == sets(card for card in cards if naive.dead(card))
        piles = {Card(*card): count for card, count in naive.discards.items() if count}
        assert view.discards == piles
        assert view.unseen == {Card(*card): naive.unseen(view.seat, card) for card in cards}
        others = [(view.seat + ahead) % naive.players for ahead in range(1, naive.players)]
        assert list(view.others) == others
        assert view.hand == view.hands[view.seat]
        self.compare_hands(view)

    def compare_hands(self, view: View) -> None:
        naive = self.naive
        assert len(view.hands) == naive.players
        for seat, hand in enumerate(view.hands):
            assert len(hand) == len(naive.hands[seat])
            for slot, (card, held) in enumerate(zip(hand, naive.hands[seat], strict=True)):
                possible, told = naive.possible(held), naive.touched_by(held)
                assert (card.slot, card.order, card.drawn) == (slot, held.place, held.drawn)
                assert card.possible == sets(possible)
                assert card.identity == (None if seat == view.seat else Card(*held.card))
                assert card.clued == bool(told)
                assert card.suit_clues == tuple(sorted(v for kind, v in told if kind == "suit"))
                assert card.rank_clues == tuple(sorted(v for kind, v in told if kind == "rank"))
                suits, ranks = {one[0] for one in possible}, {one[1] for one in possible}
                assert card.suit == (suits.pop() if len(suits) == 1 else None)
                assert card.rank == (ranks.pop() if len(ranks) == 1 else None)
        for seat in view.others:
            for rank in range(1, 6):
                met = self.met(seat, "rank", rank)
                assert view.touched(ClueRank(seat, rank)) == met
            for suit in range(len(view.rules.suit_clues)):
                assert view.touched(ClueSuit(seat, suit)) == self.met(seat, "suit", suit)

    def met(self, seat: int, kind: str, value: int) -> tuple[int, ...]:
        hand = self.naive.hands[seat]
        touched = (self.naive.touches(kind, value, held.card) for held in hand)
        return tuple(slot for slot, is_met in enumerate(touched) if is_met)


def sets(cards: Iterable[tuple[int, int]]) -> CardSet:
    return CardSet(Card(*card) for card in cards)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_view_shows_what_the_rules_show(variant: str) -> None:
    rules = find_variant(variant)
    for players, policy in ((2, "mixture"), (4, "builder")):
        Checker.games[:] = [0]
        Checker.policy = policy
        games = play_batch(Seating(rules, (Checker,) * players, ({},) * players, "views"), 0, 1)
        assert games.faults == {}
        assert Checker.games == []
