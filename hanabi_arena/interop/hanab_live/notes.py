"""The notes of bots that show what they believe, as hanab.live shows those of people.

A bot shows its beliefs with a method `beliefs(view)`: for each card of its own hand, oldest first,
None or something with a `note` (a text) or with `inferred` (the identities it takes the card for),
as attributes or as keys. The site reads notes such as `r2,b3`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hanabi_arena.api.bot import Bot, BotBase
from hanabi_arena.api.view import Turn, View
from hanabi_arena.match.mixed import Limits, MixedTable
from hanabi_arena.match.replay import GameRecord
from hanabi_arena.match.seats import Seating, Workspace
from hanabi_arena.rules.variant import Rules

Notes = tuple[tuple[str, ...], ...]


def shows_beliefs(bot: type[BotBase]) -> bool:
    """Return whether a bot shows what it believes."""
    own = getattr(bot, "beliefs", None)
    return issubclass(bot, Bot) and callable(own) and own is not getattr(Bot, "beliefs", None)


def bot_notes(
    record: GameRecord,
    bots: Sequence[type[BotBase]],
    params: Sequence[Mapping[str, Any]],
    seed: int | str,
) -> Notes:
    """Return the last note of each seat on each card it held, by the card's place in the deck.

    The bots are seated again, and see the game as it was. Nothing if none shows its beliefs.
    """
    if not any(map(shows_beliefs, bots)):
        return ()
    notes = [[""] * len(record.deck) for _ in bots]
    seated = tuple(
        _noting(bot, notes[seat]) if shows_beliefs(bot) else bot for seat, bot in enumerate(bots)
    )
    table = MixedTable(
        Workspace(Seating(record.rules, seated, tuple(params), seed)), Limits(1e9, 1e9)
    )
    table.deck, table.told, table.only_told = (
        table.work.deck(record.deck),
        record.actions,
        True,
    )
    table.play(record.game)
    return tuple(map(tuple, notes))


def _noting(bot: type[Any], notes: list[str]) -> type[Bot]:
    """Return the bot's class, writing down what it believes whenever something has happened."""

    def observe(self: Any, view: View, turn: Turn) -> None:
        bot.observe(self, view, turn)
        for card, belief in zip(view.hand, self.beliefs(view) or (), strict=False):
            notes[card.order] = note_text(view.rules, belief)

    return type(bot.__name__, (bot,), {"observe": observe, "name": bot.name})


def note_text(rules: Rules, belief: Any) -> str:
    """Return a belief as a note: its own text, or else the identities, `r2,b3`."""
    if belief is None:
        return ""
    note, inferred = (_part(belief, name) for name in ("note", "inferred"))
    if note:
        return str(note)
    return ",".join(rules.card_name(card.index) for card in inferred or ())


def _part(belief: Any, name: str) -> Any:
    return belief.get(name) if isinstance(belief, Mapping) else getattr(belief, name, None)
