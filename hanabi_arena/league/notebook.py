"""Play from a notebook or a script: what `arena run` does, without files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hanabi_arena.api.bot import BotBase
from hanabi_arena.api.registry import Registry
from hanabi_arena.errors import UsageError
from hanabi_arena.league.plan import Cell, LineUp, parse_bot
from hanabi_arena.match.mixed import Limits
from hanabi_arena.match.play import Player
from hanabi_arena.match.seats import Seating
from hanabi_arena.rules.catalogue import find_variant

if TYPE_CHECKING:
    import pandas as pd

BotLike = str | type[BotBase]


def play(
    bot: BotLike | Iterable[BotLike],
    players: int | None = None,
    games: int = 1000,
    variant: str | Mapping[str, Any] = "base",
    seed: int | str = 1,
    plugins: Iterable[Path | str] = (),
    **params: Any,
) -> pd.DataFrame:
    """Play games in this process and return their records, a row a game.

    `bot` is a name (`"simple"`, `"table-talk:discard=newest"`), a place (`"mine.py:Mine"`) or a
    class, for all seats; or a list with one for each seat. `plugins` are folders of bots, beside
    ./bots; further keywords are the bot's parameters.
    What bots print is shown. The same seed deals the same games as in a league. Columns: those of
    a run's record (see docs/records.md). Raises UsageError for an unknown bot, variant, parameter.

        >>> import hanabi_arena as arena
        >>> arena.play("simple", players=3, games=100).score_kept.mean() > 12
        True
    """
    from hanabi_arena.league.records import games_table

    if isinstance(bot, str) or not isinstance(bot, Iterable):
        if players is None:
            raise UsageError("players: say how many, or give a list with a bot for each seat")
        wanted: list[BotLike] = [bot] * players
    else:
        wanted = list(bot)
        if players not in (None, len(wanted)):
            raise UsageError(f"{len(wanted)} bots for {players} players; give one for each seat")
    if games < 0:
        raise UsageError(f"games: {games} is negative")
    rules = find_variant(variant)
    rules.check(len(wanted))
    folders = [Path(one) for one in plugins]
    found = [_find(one, params, folders) for one in wanted]
    for _, cls, _ in found:
        if reason := cls.why_not(rules, len(wanted)):
            raise UsageError(f"{cls.name} {reason}")
    names = tuple(name for name, _, _ in found)
    seating = Seating(
        rules, tuple(cls for _, cls, _ in found), tuple(one for _, _, one in found), seed
    )
    played = Player(seating, limits=Limits(output_bytes=-1)).play(0, games)
    label = names[0] if len(set(names)) == 1 else "/".join(names)
    line_up = LineUp(label, "seats", names[0], names[0], names)
    frame = games_table(Cell(line_up, rules, len(wanted)), played, keep_actions=True).to_pandas()
    return frame  # type: ignore[no-any-return]  # pyarrow is untyped


def _find(
    bot: BotLike, extra: Mapping[str, Any], plugins: Iterable[Path]
) -> tuple[str, type[BotBase], dict[str, Any]]:
    if isinstance(bot, type):
        if not issubclass(bot, BotBase):
            raise UsageError(f"{bot.__name__} is not a bot; derive it from hanabi_arena.Bot")
        return bot.name, bot, dict(extra)
    name, params = parse_bot(bot)
    own = [Path("bots")] if Path("bots").is_dir() else []
    spec = Registry(tuple(dict.fromkeys(one.resolve() for one in [*plugins, *own]))).find(name)
    return bot, spec.load(), {**params, **extra}
