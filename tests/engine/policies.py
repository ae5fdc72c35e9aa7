"""Ways to choose among the legal actions, so that games reach all that the rules provide for.

They see every card: their business is to be everywhere, not to be fair.
"""

from __future__ import annotations

import random

from tests.engine.reference import Action, Reference


def uniform(game: Reference, legal: list[Action], rng: random.Random) -> Action:
    """Any legal action; most games end by strikes soon."""
    return rng.choice(legal)


def by_kind(game: Reference, legal: list[Action], rng: random.Random) -> Action:
    """A kind of action first, then one of it, so that clues do not crowd out the rest."""
    kind = rng.choice(sorted({action[0] for action in legal}))
    return rng.choice([action for action in legal if action[0] == kind])


def no_strikes(game: Reference, legal: list[Action], rng: random.Random) -> Action:
    """Anything but a misplay, so that the deck runs out."""
    fine = [action for action in legal if action[0] in ("discard", "suit", "rank")]
    fine += placing(game, legal)
    return rng.choice(fine or legal)


def builder(game: Reference, legal: list[Action], rng: random.Random) -> Action:
    """Plays what is playable, keeps what is critical, clues to pass; often completes all."""
    best = placing(game, legal)
    if best and rng.random() < 0.95:
        announced = [action for action in best if action[0] == "announce"]
        return rng.choice(announced if announced and rng.random() < 0.7 else best)
    cards = {slot: held.card for slot, held in enumerate(game.hands[game.seat])}
    clues = [action for action in legal if action[0] in ("suit", "rank")]
    discards = [action for action in legal if action[0] == "discard"]
    useless = [action for action in discards if game.dead(cards[action[1]])]
    spare = [action for action in discards if not game.critical(cards[action[1]])]
    if useless and rng.random() < 0.7:
        return rng.choice(useless)
    if clues and (not spare or rng.random() < 0.5):
        return rng.choice(clues)
    return rng.choice(spare or clues or discards or legal)


def mixture(game: Reference, legal: list[Action], rng: random.Random) -> Action:
    """Mostly builds, and errs now and then."""
    policy = rng.choices((builder, no_strikes, by_kind, uniform), (12, 3, 1, 1))[0]
    return policy(game, legal, rng)


def lopsided(game: Reference, legal: list[Action], rng: random.Random) -> Action:
    """Seat 0 gets rid of its cards, the others of the tokens, until somebody cannot do anything."""
    clues = [action for action in legal if action[0] in ("suit", "rank")]
    if game.seat and clues:
        return rng.choice(clues)
    hand = game.hands[game.seat]
    spare = [
        action
        for action in legal
        if (
            action[0] == "discard"
            or (action[0] == "play" and game.strikes + 1 < game.settings.strikes)
        )
        and not game.critical(hand[action[1]].card)
    ]
    return rng.choice(placing(game, legal) or spare or clues or legal)


def placing(game: Reference, legal: list[Action]) -> list[Action]:
    """The plays among the legal actions that will place their card."""
    good = []
    for action in legal:
        kind, slot, suit = action
        if kind in ("play", "announce"):
            card = game.hands[game.seat][slot].card
            if game.playable(card) and (kind == "play" or suit == card[0]):
                good.append(action)
        elif kind == "deck" and game.playable(game.deck[game.next_place]):
            good.append(action)
    return good


POLICIES = {
    policy.__name__: policy for policy in (uniform, by_kind, no_strikes, builder, mixture, lopsided)
}
