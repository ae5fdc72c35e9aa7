"""Follow a scenario's actions card by card, and fill in the cards that nobody named.

The cards that nobody needs to know are filled in by chance, always in the same way, so that every
filling fits what the clues said and no card is there too often.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from hanabi_arena.api.actions import Action, Discard, Play
from hanabi_arena.conventions.scenario import Preset, Scenario
from hanabi_arena.conventions.sentences import Sentence, TouchedBy
from hanabi_arena.errors import UsageError
from hanabi_arena.rules.cards import RANKS

_TRIES = 200


@dataclass
class _Token:
    """A card of the scenario: where it was dealt, and what it can be."""

    known: int | None
    possible: int


@dataclass
class Story:
    """A scenario's actions, told card by card, before hidden cards are filled in."""

    scenario: Scenario
    tokens: list[_Token] = field(default_factory=list)
    """Every card that is dealt or drawn, in the order of the deck."""
    hands: list[list[int]] = field(default_factory=list)
    """Places in `tokens`, the oldest card first, as the hands are at the end."""
    actions: list[Action] = field(default_factory=list)

    @property
    def undrawn(self) -> int:
        """How many cards of the game are never dealt or drawn."""
        return self.scenario.rules.cards - len(self.tokens)


class StoryError(UsageError):
    """An action that does not fit what came before; `place` is its number, -1 for the preset."""

    def __init__(self, place: int, text: str) -> None:
        """Word the complaint."""
        super().__init__(text)
        self.place = place


def tell(scenario: Scenario) -> Story:
    """Follow a scenario's actions card by card. Raises StoryError."""
    story = Story(scenario)
    everything = (1 << scenario.rules.max_score) - 1
    for hand in scenario.hands:
        places = []
        for card in hand:
            places.append(len(story.tokens))
            story.tokens.append(_Token(card, everything))
        story.hands.append(places)
    for clue in scenario.preset.clues if scenario.preset else ():
        _touch(story, clue, -1)
    for place, sentence in enumerate(scenario.actions):
        if sentence.clue is not None:
            _touch(story, sentence.clue, place)
            story.actions.append(sentence.clue.value.action(sentence.clue.target))
        else:
            _move(story, sentence, place)
    return story


def _touch(story: Story, clue: TouchedBy, place: int) -> None:
    rules, name = story.scenario.rules, story.scenario.names[clue.target]
    hand = story.hands[clue.target]
    mask = clue.value.touch(rules)
    said = clue.slots
    if said is not None and not all(1 <= slot <= len(hand) for slot in said):
        raise StoryError(place, f"{name} has slots 1 to {len(hand)}")
    for at, token_place in enumerate(hand):
        slot, token = len(hand) - at, story.tokens[token_place]
        if token.known is not None:
            touched = mask >> token.known & 1 == 1
            if said is not None and touched != (slot in said):
                card = rules.card_name(token.known)
                raise StoryError(
                    place,
                    f"{name}'s slot {slot} is {card}: the clue "
                    + ("touches it" if touched else "does not touch it"),
                )
            continue
        if said is None:
            raise StoryError(
                place, f"{name}'s hand has unknown cards: say what is touched, as in (slots 1, 3)"
            )
        token.possible &= mask if slot in said else ~mask
        if token.possible == 0:
            raise StoryError(place, f"no card fits what clues say of {name}'s slot {slot}")


def _move(story: Story, sentence: Sentence, place: int) -> None:
    scenario = story.scenario
    hand = story.hands[sentence.seat]
    at = _place_of(story, sentence, place)
    token = story.tokens[hand[at]]
    if token.known is None:
        if sentence.card is None:
            name = scenario.names[sentence.seat]
            raise StoryError(
                place, f"say what {name}'s slot {len(hand) - at} turned out to be, as in (r1)"
            )
        if token.possible >> sentence.card & 1 == 0:
            card = scenario.rules.card_name(sentence.card)
            raise StoryError(place, f"clues say that this card is no {card}")
        token.known = sentence.card
    elif sentence.card is not None and token.known != sentence.card:
        raise StoryError(
            place,
            f"{scenario.names[sentence.seat]}'s slot {len(hand) - at} is "
            f"{scenario.rules.card_name(token.known)}",
        )
    del hand[at]
    if story.undrawn > removed(scenario.preset):
        hand.append(len(story.tokens))
        everything = (1 << scenario.rules.max_score) - 1
        story.tokens.append(_Token(sentence.drawn, everything))
    elif sentence.drawn is not None:
        raise StoryError(place, "the deck is empty: nothing is drawn")
    if sentence.kind == "discard":
        story.actions.append(Discard(at))
    else:
        story.actions.append(Play(at, sentence.announce))


def _place_of(story: Story, sentence: Sentence, place: int) -> int:
    """Return the index, from the oldest card, of the card that a sentence is about."""
    hand = story.hands[sentence.seat]
    name = story.scenario.names[sentence.seat]
    if sentence.slot is not None:
        if not 1 <= sentence.slot <= len(hand):
            raise StoryError(place, f"{name} has slots 1 to {len(hand)}")
        return len(hand) - sentence.slot
    held = [at for at, token in enumerate(hand) if story.tokens[token].known == sentence.card]
    if len(held) != 1:
        assert sentence.card is not None
        card = story.scenario.rules.card_name(sentence.card)
        what = "holds no" if not held else "holds more than one"
        raise StoryError(place, f"{name} {what} {card} that is known: name the slot")
    return held[0]


def removed(preset: Preset | None) -> int:
    """Return how many cards a preset has on stacks and on the discard pile."""
    return sum(preset.stacks) + len(preset.discards) if preset else 0


# ---------------------------------------------------------------- filling in


def fill(story: Story, chance: random.Random) -> list[int]:
    """Return the deck: what is known, and for the rest cards that fit, chosen by chance.

    Cards that a preset has played or discarded come last; they are never drawn. Raises StoryError
    where no cards fit.
    """
    rules = story.scenario.rules
    left = [copies for suit in rules.suits for copies in suit.copies]
    gone = _gone(story.scenario)
    for card in (*(token.known for token in story.tokens), *gone):
        if card is not None:
            left[card] -= 1
            if left[card] < 0:
                raise StoryError(
                    -1,
                    f"there are more than {rules.suits[card // RANKS].copies[card % RANKS]} "
                    f"{rules.card_name(card)}",
                )
    open_places = [place for place, token in enumerate(story.tokens) if token.known is None]
    chosen = _choose(story, open_places, left, chance)
    for card in chosen.values():
        left[card] -= 1
    rest = [card for card, count in enumerate(left) for _ in range(count)]
    chance.shuffle(rest)
    known = [chosen.get(place, token.known) for place, token in enumerate(story.tokens)]
    return [*(card for card in known if card is not None), *rest, *gone]


def _gone(scenario: Scenario) -> list[int]:
    if scenario.preset is None:
        return []
    stacks = scenario.preset.stacks
    played = [suit * RANKS + rank for suit, height in enumerate(stacks) for rank in range(height)]
    return [*played, *scenario.preset.discards]


def _choose(
    story: Story, places: Sequence[int], left: Sequence[int], chance: random.Random
) -> dict[int, int]:
    """Choose a card for each open place, the most constrained first, by tries."""
    order = sorted(places, key=lambda place: story.tokens[place].possible.bit_count())
    for _ in range(_TRIES):
        copies = list(left)
        chosen: dict[int, int] = {}
        for place in order:
            mask = story.tokens[place].possible
            fitting = [
                card for card, count in enumerate(copies) for _ in range(count) if mask >> card & 1
            ]
            if not fitting:
                break
            chosen[place] = chance.choice(fitting)
            copies[chosen[place]] -= 1
        else:
            return chosen
    raise StoryError(-1, "no cards are left that fit what the clues say of the hidden ones")


def check_seen(story: Story) -> None:
    """Raise StoryError for a card that somebody who is asked sees, and nobody has named."""
    scenario = story.scenario
    for wanted in scenario.expected:
        for seat, hand in enumerate(story.hands):
            for at, place in enumerate(hand):
                if seat != wanted.seat and story.tokens[place].known is None:
                    raise StoryError(
                        -1,
                        f"{scenario.names[wanted.seat]} is asked and sees {scenario.names[seat]}'s "
                        f"slot {len(hand) - at}: say what it is",
                    )
