"""The notes of bots that tell what they believe, as hanab.live shows those of people.

The site reads notes such as `r2,b3`; see `hanabi_arena.api.beliefs` for what a bot tells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hanabi_arena.api.beliefs import Belief
from hanabi_arena.api.bot import Bot, BotBase
from hanabi_arena.api.compiled import CompiledBot
from hanabi_arena.api.view import Turn, View
from hanabi_arena.match.ask import as_python
from hanabi_arena.match.mixed import Limits, MixedTable
from hanabi_arena.match.replay import GameRecord
from hanabi_arena.match.seats import Seating, Workspace
from hanabi_arena.rules.variant import Rules

Notes = tuple[tuple[str, ...], ...]


def shows_beliefs(bot: type[BotBase]) -> bool:
    """Return whether a bot has a way to tell what it believes."""
    if issubclass(bot, CompiledBot):
        return bot.beliefs.__func__ is not CompiledBot.beliefs.__func__  # type: ignore[attr-defined]
    return issubclass(bot, Bot) and bot.beliefs is not Bot.beliefs


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
    seated, given = [], []
    for bot, parameters, mine in zip(bots, params, notes, strict=True):
        shows = shows_beliefs(bot)
        seated.append(_noting(as_python(bot, parameters), mine) if shows else bot)
        given.append({} if shows else parameters)
    table = MixedTable(
        Workspace(Seating(record.rules, tuple(seated), tuple(given), seed)), Limits(1e9, 1e9)
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


def note_text(rules: Rules, belief: Belief) -> str:
    """Return a belief as a note: its own text, or else the identities, `r2,b3`."""
    if belief.note:
        return belief.note
    return ",".join(rules.card_name(card.index) for card in belief.inferred or ())
