"""Hold the engine against the reference at every turn of a game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from hanabi_arena.api.view import Turn
from hanabi_arena.engine.kernel import PLAIN, PlainArray, data_of, new_record
from hanabi_arena.engine.legal import BROKEN_RULES
from hanabi_arena.engine.table import ENDS, TABLE
from hanabi_arena.match.replay import GameRecord, Replay, deal_deck
from hanabi_arena.rules import Rules, Settings
from tests.engine.policies import POLICIES
from tests.engine.probe import broken_rules, knowledge_of, legal_list
from tests.engine.reference import ALL_ACTIONS, Action, Card, Reference, Seen

Policy = Callable[[Reference, list[Action], random.Random], Action]


def numbers(length: int) -> Any:
    array = np.zeros(length, np.int64)
    return array.view(PlainArray) if PLAIN else array


class Pair:
    """One game, played by the engine and by the reference side by side."""

    def __init__(self, settings: Settings, players: int, deck: tuple[int, ...]) -> None:
        self.rules = Rules("test", settings)
        self.engine = Replay(self.rules, players, deck)
        self.naive = self.naive_game(settings, players, deck)
        self.copy = new_record(TABLE)
        self.out = numbers(128)
        self.legal: list[Action] = []
        self.check()

    def naive_game(self, settings: Settings, players: int, deck: tuple[int, ...]) -> Reference:
        return Reference(settings, players, [card_of(card) for card in deck])

    @property
    def over(self) -> bool:
        return self.naive.end != "going-on"

    def act(self, action: Action) -> None:
        turn = self.engine.act(ALL_ACTIONS.index(action))
        check_turn(turn, self.naive.act(action), self.rules)
        self.check()

    def play(self, policy: Policy, rng: random.Random, limit: int = 1000) -> None:
        while not self.over and self.naive.turns < limit:
            self.act(policy(self.naive, self.legal, rng))

    def check(self) -> None:
        data = data_of(self.engine.table)
        table = {name: data[name].tolist() for name in TABLE.names or ()}
        self.check_state(table)
        self.check_cards(table)
        self.check_hands(table)
        self.check_legal()
        self.check_knowledge(self.naive.seat)
        self.check_knowledge((self.naive.seat + 1) % self.naive.players)

    def check_state(self, table: dict[str, Any]) -> None:
        naive = self.naive
        assert table["turn"] == naive.turns
        assert table["seat"] == naive.seat
        assert table["clue_tokens"] == naive.tokens * table["clue_cost"]
        assert 0 <= naive.tokens <= naive.settings.clue_tokens
        assert table["strikes"] == naive.strikes
        assert 0 <= naive.strikes <= naive.settings.strikes
        assert table["deck_count"] == naive.deck_left
        assert table["stacks"] == naive.stacks + [0] * (6 - naive.suits)
        assert table["score"] == sum(naive.stacks)
        assert table["lost_criticals"] == naive.lost_criticals
        assert ENDS[table["end"]] == naive.end
        left = -1 if naive.over_after is None else naive.over_after - naive.turns
        assert table["turns_left"] == left
        outcome = self.engine.outcome()
        assert outcome.end == ("stopped" if naive.end == "going-on" else naive.end)
        assert outcome.turns == naive.turns
        assert (outcome.score_zero, outcome.score_kept) == (naive.score_zero, naive.score_kept)
        assert self.engine.over == self.over

    def check_cards(self, table: dict[str, Any]) -> None:
        """Every copy of every card is somewhere, once; what each is worth is as defined."""
        naive = self.naive
        somewhere = Counter(naive.deck[naive.next_place :])
        for seat in range(naive.players):
            hand = table["hands"][seat][: table["hand_count"][seat]]
            somewhere.update(map(card_of, hand))
        for card, copies in naive.copies.items():
            index = index_of(card)
            assert table["copies"][index] == copies
            assert table["discards"][index] == naive.discards[card]
            on_stack = card[1] <= table["stacks"][card[0]]
            assert somewhere[card] + table["discards"][index] + on_stack == copies
        assert not any(table["copies"][len(naive.copies) :])
        assert not any(table["discards"][len(naive.copies) :])
        for field, holds in (
            ("playable", naive.playable),
            ("critical", naive.critical),
            ("dead", naive.dead),
        ):
            assert table[field] == mask_of({card for card in naive.copies if holds(card)}), field

    def check_hands(self, table: dict[str, Any]) -> None:
        naive = self.naive
        for seat in range(6):
            hand = naive.hands[seat] if seat < naive.players else []
            empty = 6 - len(hand)
            assert table["hand_count"][seat] == len(hand)
            cards = [index_of(held.card) for held in hand]
            assert table["hands"][seat] == cards + [-1] * empty
            assert table["order"][seat] == [held.place for held in hand] + [-1] * empty
            assert table["drawn"][seat] == [held.drawn for held in hand] + [0] * empty
            possible = [mask_of(naive.possible(held)) for held in hand]
            assert table["possible"][seat] == possible + [0] * empty
            assert all(mask >> card & 1 for mask, card in zip(possible, cards, strict=True))
            marks = [mark_of(naive.touched_by(held)) for held in hand]
            assert table["clued"][seat] == marks + [0] * empty

    def check_legal(self) -> None:
        broken_rules(self.engine.table, self.out)
        legal = []
        for action, number in zip(ALL_ACTIONS, self.out.tolist(), strict=False):
            objections = self.naive.objections(action)
            rule = BROKEN_RULES[number]
            assert rule in objections if rule else not objections, (action, rule, objections)
            if not objections:
                legal.append(action)
        # The legal actions are told to a bot whose own hand is hidden.
        knowledge_of(self.engine.table, self.copy, self.naive.seat, self.out)
        count = legal_list(self.copy, self.out)
        assert [ALL_ACTIONS[code] for code in self.out[:count].tolist()] == legal
        self.legal = legal

    def check_knowledge(self, seat: int) -> None:
        naive = self.naive
        knowledge_of(self.engine.table, self.copy, seat, self.out)
        out = self.out[:69].tolist()
        unseen = {card: naive.unseen(seat, card) for card in naive.copies}
        left = {card for card, count in unseen.items() if count}
        for card, copies in naive.copies.items():
            assert out[index_of(card)] == unseen[card]
            assert out[30 + index_of(card)] == copies - unseen[card]
        assert not any(out[len(unseen) : 30])
        assert not any(out[30 + len(unseen) : 60])
        assert out[60] == mask_of(left)
        assert out[61] == naive.reachable()
        pace = sum(naive.stacks) + naive.deck_left + naive.players - naive.max_score
        assert out[62] == pace
        after = [naive.possible(held) & left for held in naive.hands[seat]]
        assert out[63 : 63 + len(after)] == [mask_of(cards) for cards in after]
        assert all(held.card in cards for held, cards in zip(naive.hands[seat], after, strict=True))


def check_turn(turn: Turn, seen: Seen, rules: Rules) -> None:
    units = 2 if rules.settings.half_tokens else 1
    assert ALL_ACTIONS[turn.action.code] == seen.action
    assert (turn.turn, turn.seat) == (seen.turn, seen.seat)
    assert (None if turn.card is None else (turn.card.suit, turn.card.rank)) == seen.card
    assert turn.order == seen.place
    assert turn.placed == seen.placed
    assert turn.touched == seen.touched
    assert turn.drew == seen.drew
    assert turn.stack_before == seen.stack_before
    assert turn.tokens_before == seen.tokens_before * units


def new_pair(settings: Settings, players: int, seed: int, game: int = 0) -> Pair:
    """Deal a game as a league does."""
    return Pair(settings, players, deal_deck(Rules("test", settings), players, seed, game))


def recorded(rules: Rules, players: int, policy: str, seed: int, limit: int = 1000) -> GameRecord:
    """Play a game in the reference alone, and return its record."""
    deck = deal_deck(rules, players, seed, seed)
    game = Reference(rules.settings, players, [card_of(card) for card in deck])
    rng = random.Random(seed)
    actions = []
    while game.end == "going-on" and game.turns < limit:
        actions.append(POLICIES[policy](game, game.legal(), rng))
        game.act(actions[-1])
    codes = tuple(map(ALL_ACTIONS.index, actions))
    bots = tuple(f"bot {seat}" for seat in range(players))
    return GameRecord(rules, players, deck, codes, bots, policy, seed)


def card_of(index: int) -> Card:
    return index // 5, index % 5 + 1


def index_of(card: Card) -> int:
    return card[0] * 5 + card[1] - 1


def mask_of(cards: set[Card]) -> int:
    return sum(1 << index_of(card) for card in cards)


def mark_of(clues: set[tuple[str, int]]) -> int:
    """Suits from bit 0, ranks from bit 6."""
    return sum(1 << (value if kind == "suit" else 5 + value) for kind, value in clues)
