"""Each rule of a rule list once more, as plainly as it can be said."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from hanabi_arena import Action, Bot, ClueRank, ClueSuit, Discard, Play, PlayDeck
from hanabi_arena.api.registry import Registry
from hanabi_arena.api.view import HandCard, Turn, View
from hanabi_arena.rules.cards import CardSet

BOTS = (Path("bots").resolve(),) if Path("bots").is_dir() else ()
RULES: Any = Registry(BOTS).find("rules").load()
MODULE: Any = sys.modules[RULES.__module__]

Look = Callable[["PlainRules", View, float], Action | None]


class PlainRules(Bot):
    """The same rule lists, asked one by one in plain Python."""

    sees_own_hand = False
    list: str = "piers"
    rules: str = ""
    hand: str = "places"

    def start(self, view: View) -> None:
        self.places: list[list[int | None]] = [[*range(len(hand))] for hand in view.hands]

    def observe(self, view: View, turn: Turn) -> None:
        if not isinstance(turn.action, Play | Discard):
            return
        gone, places = turn.action.slot, self.places[turn.seat]
        newest = len(view.hands[turn.seat]) - 1 if turn.drew else None
        gap = places.index(gone)
        places[:] = [slot - 1 if slot is not None and slot > gone else slot for slot in places]
        places[gap] = newest
        if self.hand == "age":
            places.sort(key=lambda slot: 99 if slot is None else slot)

    def act(self, view: View) -> Action:
        for rule in re.split("[,;]", self.rules or MODULE.LISTS[self.list]):
            head, _, conditions = rule.strip().partition(" when ")
            name, _, number = head.partition(":")
            if conditions and not all(holds(view, one) for one in conditions.split(" and ")):
                continue
            if is_possible(view, name):
                odds = float(number) if number else MODULE.PROBABILITIES.get(name, 0.0)
                action = LOOKS[name](self, view, odds)
                if action is not None:
                    return action
        for name in ("tell-random", "discard-random"):
            action = LOOKS[name](self, view, 0.0) if is_possible(view, name) else None
            if action is not None:
                return action
        return view.random.choice(view.legal_actions)

    def cards(self, view: View, seat: int) -> tuple[HandCard, ...]:
        """Return a hand from its first card on."""
        return tuple(view.hands[seat][slot] for slot in self.places[seat] if slot is not None)


def holds(view: View, condition: str) -> bool:
    name, sign, number = re.split("([<>]=?|=)", condition.replace(" ", ""))
    amount = {
        "lives": view.max_strikes - view.strikes,
        "tokens": int(view.clue_tokens),
        "deck": view.deck_count,
        "score": view.score,
        "pace": view.score + view.deck_count + view.players - view.max_score,
    }[name]
    return bool(eval(f"{amount} {sign if sign != '=' else '=='} {number}"))


def is_possible(view: View, name: str) -> bool:
    kind = name.partition("-")[0]
    if kind == "tell":
        return view.can_clue
    if kind == "discard":
        return view.can_discard and len(view.hand) > 0
    return len(view.hand) > 0 or name in ("play-deck", "legal-random")


def own(view: View, card: HandCard) -> CardSet:
    return CardSet(one for one in card.possible if view.unseen[one] > 0)


def chance(view: View, card: HandCard, goal: CardSet) -> Fraction:
    copies = {one: view.unseen[one] for one in card.possible}
    return Fraction(sum(copies[one] for one in card.possible & goal), sum(copies.values()))


def played(view: View, card: HandCard | None) -> Action | None:
    if card is None:
        return None
    suits = {one.suit for one in own(view, card) & view.playable}
    if view.rules.settings.choreography and len(suits) == 1:
        return Play(card.slot, announce=suits.pop())
    return Play(card.slot)


def thrown(card: HandCard | None) -> Action | None:
    return None if card is None else Discard(card.slot)


def first(cards: Any) -> HandCard | None:
    return next(iter(cards), None)


def likeliest(bot: PlainRules, view: View, goal: CardSet, least: float) -> HandCard | None:
    cards = bot.cards(view, view.seat)
    best = max((chance(view, card, goal) for card in cards), default=Fraction(0))
    if best < Fraction(round(least * 1_000_000), 1_000_000):
        return None
    return first(card for card in reversed(cards) if chance(view, card, goal) == best)


def tell_rank(seat: int, card: HandCard) -> Action | None:
    assert card.identity is not None
    return ClueRank(seat, card.identity.rank) if card.rank is None else None


def tell_suit(view: View, seat: int, card: HandCard) -> Action | None:
    assert card.identity is not None
    if card.suit is not None:
        return None
    for suit, clue in enumerate(view.rules.suit_clues):
        touch = CardSet.of_mask(clue.touch)
        if card.identity in touch and not card.possible <= touch:
            return ClueSuit(seat, suit)
    return None


def tell_of(
    bot: PlainRules, view: View, goal: CardSet, seats: int, suit_first: bool = False
) -> Action | None:
    for seat in view.others[:seats]:
        for card in bot.cards(view, seat):
            if card.identity in goal:
                clues = [tell_rank(seat, card), tell_suit(view, seat, card)]
                for clue in reversed(clues) if suit_first else clues:
                    if clue is not None:
                        return clue
    return None


def tell_any(view: View, seat: int, card: HandCard) -> Action:
    assert card.identity is not None
    bit = card.identity.bit
    suits = [suit for suit, clue in enumerate(view.rules.suit_clues) if clue.touch & bit]
    if view.random.below(2) == 0 or not suits:
        return ClueRank(seat, card.identity.rank)
    return ClueSuit(seat, suits[view.random.below(len(suits))] if len(suits) > 1 else suits[0])


def tell_settling(bot: PlainRules, view: View, goal: CardSet) -> Action | None:
    for seat in view.others:
        for card in bot.cards(view, seat):
            if card.identity is None or card.identity not in goal or card.possible <= goal:
                continue
            for suit, clue in enumerate(view.rules.suit_clues):
                touch = CardSet.of_mask(clue.touch)
                if card.identity in touch and card.possible & touch <= goal:
                    return ClueSuit(seat, suit)
            rank = card.identity.rank
            if card.possible & CardSet.of_mask(view.rules.rank_clues[rank - 1]) <= goal:
                return ClueRank(seat, rank)
    return None


def tell_most(view: View, only_new: bool) -> Action | None:
    def reach(clue: ClueRank | ClueSuit, touch: CardSet) -> int:
        return sum(
            card.identity in touch and not (only_new and card.possible <= touch)
            for card in view.hands[clue.seat]
        )

    best: Action | None = None
    most = 0
    for seat in view.others:
        for rank, mask in enumerate(view.rules.rank_clues, 1):
            found: Any = ClueRank(seat, rank)
            if reach(found, CardSet.of_mask(mask)) > most:
                best, most = found, reach(found, CardSet.of_mask(mask))
        for suit, clue in enumerate(view.rules.suit_clues):
            found = ClueSuit(seat, suit)
            if reach(found, CardSet.of_mask(clue.touch)) > most:
                best, most = found, reach(found, CardSet.of_mask(clue.touch))
    return best


def tell_playable_next(bot: PlainRules, view: View, _: float) -> Action | None:
    for card in bot.cards(view, view.others[0]):
        if card.identity in view.playable:
            return tell_any(view, view.others[0], card)
    return None


def tell_dispensable(bot: PlainRules, view: View, _: float) -> Action | None:
    for seat in view.others:
        for card in bot.cards(view, seat):
            if card.identity is None or card.identity not in view.dead:
                continue
            suit = CardSet(one for one in everything(view) if one.suit == card.identity.suit)
            rank = CardSet(one for one in everything(view) if one.rank == card.identity.rank)
            clues = [
                card.suit is None and suit <= view.dead and tell_suit(view, seat, card),
                card.rank is None and rank <= view.dead and tell_rank(seat, card),
                (card.suit is None) != (card.rank is None)
                and (tell_rank(seat, card) or tell_suit(view, seat, card)),
            ]
            for clue in clues:
                if clue:
                    return clue
    return None


def tell_fives(bot: PlainRules, view: View, _: float) -> Action | None:
    for seat in view.others:
        for card in bot.cards(view, seat):
            if card.identity and card.identity.rank == 5 and card.identity not in view.dead:
                clue = tell_rank(seat, card)
                if clue is not None:
                    return clue
    return None


def tell_random(bot: PlainRules, view: View, _: float) -> Action | None:
    hand = view.hands[view.others[0]]
    return tell_any(view, view.others[0], view.random.choice(hand)) if hand else None


def is_useless(view: View, card: HandCard) -> bool:
    if card.suit is not None:
        return own(view, card) <= view.dead
    if card.rank is None:
        return False
    return CardSet.of_mask(view.rules.rank_clues[card.rank - 1]) <= view.dead


def lowest(cards: list[HandCard], view: View) -> HandCard | None:
    return min(cards, key=lambda card: min(one.rank for one in own(view, card)), default=None)


def sure(bot: PlainRules, view: View) -> list[HandCard]:
    return [card for card in mine(bot, view) if own(view, card) <= view.playable]


def mine(bot: PlainRules, view: View) -> tuple[HandCard, ...]:
    return bot.cards(view, view.seat)


def elsewhere(view: View) -> CardSet:
    hands = (view.hands[seat] for seat in view.others)
    return CardSet(card.identity for hand in hands for card in hand if card.identity)


def everything(view: View) -> CardSet:
    return CardSet.of_mask((1 << view.rules.max_score) - 1)


LOOKS: dict[str, Look] = {
    "play-identified": lambda bot, view, _: played(
        view,
        first(c for c in mine(bot, view) if len(c.possible) == 1 and c.possible <= view.playable),
    ),
    "play-safe": lambda bot, view, _: played(view, first(sure(bot, view))),
    "play-safe-lowest": lambda bot, view, _: played(view, lowest(sure(bot, view), view)),
    "play-probably": lambda bot, view, odds: played(
        view, likeliest(bot, view, view.playable, odds)
    ),
    "play-touched": lambda bot, view, _: played(
        view, first(c for c in reversed(view.hand) if c.clued and own(view, c) & view.playable)
    ),
    "play-oldest": lambda bot, view, _: played(view, view.hand[0]),
    "play-random": lambda bot, view, _: played(view, view.random.choice(view.hand)),
    "play-deck": lambda bot, view, _: PlayDeck() if PlayDeck() in view.legal_actions else None,
    "tell-useful": lambda bot, view, _: tell_of(bot, view, view.playable, 9),
    "tell-useful-next": lambda bot, view, _: tell_of(bot, view, view.playable, 1),
    "tell-playable-next": tell_playable_next,
    "tell-completing": lambda bot, view, _: tell_settling(bot, view, view.playable),
    "tell-dead": lambda bot, view, _: tell_settling(bot, view, view.dead),
    "tell-dispensable": tell_dispensable,
    "tell-useless": lambda bot, view, _: tell_of(bot, view, view.dead, 9),
    "tell-critical": lambda bot, view, _: tell_of(bot, view, view.critical, 9),
    "tell-fives": tell_fives,
    "tell-unknown-next": lambda bot, view, _: tell_of(bot, view, everything(view), 1, True),
    "tell-most": lambda bot, view, _: tell_most(view, True),
    "tell-most-cards": lambda bot, view, _: tell_most(view, False),
    "tell-random": tell_random,
    "discard-useless": lambda bot, view, _: thrown(
        first(c for c in mine(bot, view) if is_useless(view, c))
    ),
    "discard-dead": lambda bot, view, _: thrown(
        first(c for c in mine(bot, view) if own(view, c) <= view.dead)
    ),
    "discard-probably-useless": lambda bot, view, odds: thrown(
        likeliest(bot, view, view.dead, odds)
    ),
    "discard-duplicate": lambda bot, view, _: thrown(
        first(
            c for c in mine(bot, view) if len(own(view, c)) == 1 and own(view, c) <= elsewhere(view)
        )
    ),
    "discard-dispensable": lambda bot, view, _: thrown(
        first(c for c in mine(bot, view) if not own(view, c) & view.critical)
    ),
    "discard-least-needed": lambda bot, view, _: thrown(
        min(mine(bot, view), key=lambda c: chance(view, c, view.critical))
    ),
    "discard-untouched": lambda bot, view, _: thrown(first(c for c in view.hand if not c.clued)),
    "discard-oldest": lambda bot, view, _: Discard(0),
    "discard-newest": lambda bot, view, _: Discard(len(view.hand) - 1),
    "discard-random": lambda bot, view, _: thrown(view.random.choice(view.hand)),
    "legal-random": lambda bot, view, _: view.random.choice(view.legal_actions),
}
