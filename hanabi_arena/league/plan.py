"""What a league file asks for: bots that were found, variants, line-ups, and the cells to play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, Literal

from hanabi_arena.api.bot import BotBase, checked_params
from hanabi_arena.api.compiled import CompiledBot
from hanabi_arena.api.registry import BotSpec, Registry, digest_with
from hanabi_arena.errors import (
    ArenaError,
    BotError,
    ConfigError,
    RulesError,
    UnknownName,
    UsageError,
    did_you_mean,
)
from hanabi_arena.league.config import NAME, BotEntry, League, OneAmong, Seats
from hanabi_arena.league.document import Document, Where
from hanabi_arena.match.site_seeds import site_seed
from hanabi_arena.rules.catalogue import find_variant
from hanabi_arena.rules.variant import Rules, Settings

Kind = Literal["self-play", "pairs", "one-among", "seats"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A bot of the league under its name there, with its parameters."""

    name: str
    spec: BotSpec
    given: tuple[tuple[str, Any], ...]

    @property
    def bot(self) -> type[BotBase]:
        """The class."""
        return self.spec.load()

    @property
    def params(self) -> dict[str, Any]:
        """The parameters that were given."""
        return dict(self.given)

    @property
    def checked(self) -> dict[str, Any]:
        """Every parameter with its value."""
        return checked_params(self.bot, self.params)

    def digest(self) -> str:
        """Return the digest of the sources that decide what the bot does with its parameters."""
        return digest_with(self.spec.digest(), self.bot.source_files(self.checked))


@dataclass(frozen=True, slots=True)
class LineUp:
    """Who sits where. `seats` holds entries' names; None for all seats or one guest among hosts."""

    name: str
    kind: Kind
    guest: str
    host: str
    seats: tuple[str, ...] | None = None

    def seating(self, players: int, game: int) -> tuple[str, ...]:
        """Return the entry of each seat in a game; a guest's seat is the game mod players."""
        if self.seats is not None:
            return self.seats
        if self.guest == self.host:
            return (self.host,) * players
        guest_seat = game % players
        return tuple(self.guest if seat == guest_seat else self.host for seat in range(players))

    def rotations(self, players: int) -> int:
        """Return how many different seatings there are; game `i` has that of `i` mod this."""
        return 1 if self.seats is not None or self.guest == self.host else players

    @property
    def members(self) -> tuple[str, ...]:
        """The entries that take part, each once."""
        return tuple(dict.fromkeys(self.seats or (self.guest, self.host)))


@dataclass(frozen=True)
class Cell:
    """A line-up in a variant at a player count: the unit of the schedule and of every table."""

    line_up: LineUp
    rules: Rules
    players: int

    @property
    def key(self) -> tuple[str, str, int]:
        """Line-up, variant, players."""
        return self.line_up.name, self.rules.name, self.players


@dataclass(frozen=True)
class Plan:
    """Everything that a run needs to know, with all names resolved."""

    league: League
    entries: Mapping[str, Entry]
    variants: tuple[Rules, ...]
    line_ups: tuple[LineUp, ...]
    cells: tuple[Cell, ...]
    skipped: tuple[str, ...]
    notes: tuple[str, ...]
    source: str
    """The configuration file as it was named, or the options that stand for one."""

    @property
    def strikeout(self) -> str:
        """The reading of the third strike that tables show first."""
        return str(self.league.rules.get("strikeout", "zero"))

    @property
    def games(self) -> int:
        """Games of each cell."""
        return self.league.games

    def is_compiled(self, line_up: LineUp) -> bool:
        """Return whether all the line-up's bots are compiled."""
        return all(issubclass(self.entries[name].bot, CompiledBot) for name in line_up.members)


class Planner:
    """Resolves a league; every complaint names the place in the document."""

    def __init__(self, league: League, document: Document, registry: Registry) -> None:
        self.league = league
        self.document = document
        self.registry = registry

    def plan(self) -> Plan:
        """Return the plan. Raises ConfigError."""
        if not NAME.fullmatch(self.league.name):
            raise self.document.error(
                ("name",),
                f"{self.league.name!r} cannot name a folder; "
                "letters, digits, '.', '_' and '-', at most 64",
            )
        self._check_seed()
        self._check_duplicates(("players",), self.league.players)
        self._check_duplicates(("line-ups",), self.league.line_ups)
        entries = self._entries()
        variants = self._variants()
        line_ups = tuple(self._line_ups(entries))
        cells, skipped = self._cells(entries, variants, line_ups)
        if not cells:
            raise self.document.error((), "nothing to play: " + "; ".join(skipped))
        return Plan(
            self.league,
            entries,
            variants,
            line_ups,
            tuple(cells),
            tuple(skipped),
            tuple(self.registry.notes),
            str(self.document.path),
        )

    def _check_seed(self) -> None:
        try:
            seed = site_seed(self.league.seed)
        except UsageError as error:
            raise self.document.error(("seed",), str(error)) from None
        if seed is not None and seed.names_one_deal and self.league.games > 1:
            raise self.document.error(
                ("games",),
                f"{self.league.games} games, but the seed {self.league.seed} names one deal; "
                "with games: 1 it is played, and one that ends in a number names the next ones",
            )

    def _check_duplicates(self, where: Where, names: list[Any]) -> None:
        for place, name in enumerate(names):
            if name in names[:place]:
                what = name if isinstance(name, int | str) else "the same"
                raise self.document.error((*where, place), f"{what} stands here twice")

    def _check_name(self, name: Any, where: Where) -> None:
        if name is not None and not (isinstance(name, str) and NAME.fullmatch(name)):
            raise self.document.error(
                (*where, "name"),
                f"{name!r} is no name; letters, digits, '.', '_' and '-', at most 64",
            )

    def _entries(self) -> dict[str, Entry]:
        entries: dict[str, Entry] = {}
        for place, item in enumerate(self.league.bots):
            where: Where = ("bots", place)
            for entry in self._expand(item, where):
                if entry.name in entries:
                    raise self.document.error(
                        where, f'a bot is already called "{entry.name}"; give it a name of its own'
                    )
                entries[entry.name] = entry
        return entries

    def _expand(self, item: str | BotEntry, where: Where) -> Iterator[Entry]:
        try:
            if isinstance(item, str):
                bot, params = parse_bot(item)
                item = BotEntry(bot=bot, params=params)
            spec = self.registry.find(item.bot, self.document.path.parent)
        except ArenaError as error:
            raise self.document.error(where, str(error)) from None
        self._check_name(item.name, where)
        params, grid_values = _underscored(item.params), _underscored(item.grid)
        for name, values in grid_values.items():
            if not values:
                raise self.document.error((*where, "grid", name), "an empty list gives no entry")
            if name in params:
                raise self.document.error((*where, "grid", name), "it is set in params as well")
        for chosen in product(*grid_values.values()):
            grid = dict(zip(grid_values, chosen, strict=True))
            given = params | grid
            try:
                check_params(spec.load(), given)
            except BotError as error:
                raise self.document.error(where, str(error)) from None
            name = item.name or spec.name
            shown = grid if item.name else given
            yield Entry(name + params_text(shown), spec, tuple(sorted(given.items())))

    def _variants(self) -> tuple[Rules, ...]:
        extra = dict(self.league.rules)
        strikeout = extra.pop("strikeout", "zero")
        if strikeout not in ("zero", "kept"):
            raise self.document.error(
                ("rules", "strikeout"), f"{strikeout!r} is not allowed; one of zero, kept"
            )
        self._check_switches(extra)
        found: dict[str, Rules] = {}
        for place, wanted in enumerate(self.league.variants):
            where: Where = ("variants", place)
            if isinstance(wanted, Mapping):
                self._check_name(wanted.get("name"), where)
            try:
                rules = find_variant(wanted)
            except (RulesError, UnknownName) as error:
                raise self.document.error(where, str(error)) from None
            try:
                rules = find_variant(wanted, extra)
            except RulesError as error:
                raise self.document.error(
                    ("rules",), f"with variant {rules.name}: {error}"
                ) from None
            if rules.name in found:
                raise self.document.error(where, f"the variant {rules.name} stands here twice")
            found[rules.name] = rules
        return tuple(found.values())

    def _check_switches(self, extra: Mapping[str, Any]) -> None:
        known = ["strikeout", *(name.replace("_", "-") for name in Settings.__dataclass_fields__)]
        for key in extra:
            if key not in known:
                raise self.document.error(
                    ("rules", key),
                    f'no switch "{key}".{did_you_mean(key, known)} Allowed: {", ".join(known)}',
                )

    def _line_ups(self, entries: Mapping[str, Entry]) -> Iterator[LineUp]:
        seen: dict[str, LineUp] = {}
        for place, item in enumerate(self.league.line_ups):
            where: Where = ("line-ups", place)
            for line_up in self._named(item, where, entries):
                other = seen.get(line_up.name)
                if other is None:
                    seen[line_up.name] = line_up
                    yield line_up
                elif (other.guest, other.host, other.seats) != (
                    line_up.guest,
                    line_up.host,
                    line_up.seats,
                ):
                    raise self.document.error(
                        where, f'another line-up is already called "{line_up.name}"'
                    )

    def _named(
        self, item: str | OneAmong | Seats, where: Where, entries: Mapping[str, Entry]
    ) -> Iterator[LineUp]:
        if item == "self-play":
            for name in entries:
                yield LineUp(name, "self-play", name, name)
        elif item == "pairs":
            if len(entries) == 1:
                # Told of the bots: `arena crossplay` makes pairs without a key that says so.
                raise self.document.error(("bots",), "pairs of bots need at least two of them")
            for guest, host in product(entries, entries):
                if guest != host:
                    yield LineUp(f"{guest}+{host}", "pairs", guest, host)
        elif isinstance(item, OneAmong):
            among = item.one_among
            at: Where = (*where, "one-among")
            self._check_duplicates((*at, "hosts"), among.hosts)
            guest = self._entry(among.guest, (*at, "guest"), entries)
            for place, name in enumerate(among.hosts):
                host = self._entry(name, (*at, "hosts", place), entries)
                label = f"{guest}+{host}" if guest != host else guest
                yield LineUp(label, "one-among", guest, host)
        elif isinstance(item, Seats):
            self._check_name(item.name, where)
            seats = tuple(
                self._entry(name, (*where, "seats", place), entries)
                for place, name in enumerate(item.seats)
            )
            label = item.name or "/".join(seats)
            yield LineUp(label, "seats", seats[0], seats[0], seats)

    def _entry(self, name: str, where: Where, entries: Mapping[str, Entry]) -> str:
        if name not in entries:
            error = UnknownName("bot of this league", name, entries)
            raise self.document.error(where, f"{error} Allowed: {', '.join(entries)}")
        return name

    def _cells(
        self,
        entries: Mapping[str, Entry],
        variants: tuple[Rules, ...],
        line_ups: tuple[LineUp, ...],
    ) -> tuple[list[Cell], list[str]]:
        cells: list[Cell] = []
        skipped: dict[str, list[str]] = {}
        for rules, line_up in product(variants, line_ups):
            counts = [len(line_up.seats)] if line_up.seats else self.league.players
            for players in counts:
                reason = self._why_not(entries, rules, line_up, players)
                if reason:
                    skipped.setdefault(reason, []).append(f"{line_up.name} at {players} players")
                else:
                    cells.append(Cell(line_up, rules, players))
        lines = [f"skipped {', '.join(names)}: {reason}" for reason, names in skipped.items()]
        return cells, lines

    def _why_not(
        self, entries: Mapping[str, Entry], rules: Rules, line_up: LineUp, players: int
    ) -> str:
        try:
            rules.check(players)
        except RulesError as error:
            return str(error)
        for name in line_up.members:
            reason = entries[name].bot.why_not(rules, players)
            if reason:
                return f"{name} in {rules.name}: {reason}"
        return ""


def check_params(bot: type[BotBase], given: Mapping[str, Any]) -> None:
    """Raise BotError unless a bot takes these parameters."""
    bot.check_params(checked_params(bot, given))
    if issubclass(bot, CompiledBot):
        bot.params_record(given)


def _underscored(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return parameters by their names in Python: other keys of a league file have hyphens."""
    return {name.replace("-", "_"): value for name, value in params.items()}


def parse_bot(text: str) -> tuple[str, dict[str, Any]]:
    """Split `name:param=value,param=value` into a bot and its parameters."""
    import yaml

    colon = text.rfind(":", 0, max(text.find("="), 0))
    if colon < 0:
        return text, {}
    head, params = text[:colon], {}
    for piece in text[colon + 1 :].split(","):
        name, equals, value = piece.partition("=")
        if not equals or not name.strip():
            raise ConfigError(f'"{text}": parameters are written name:param=value,param=value')
        try:
            params[name.strip().replace("-", "_")] = yaml.safe_load(value)
        except (yaml.YAMLError, ValueError):
            raise ConfigError(f'"{text}": {value!r} is no value') from None
    return head, params


def params_text(params: Mapping[str, Any]) -> str:
    """Return parameters as they stand behind a bot's name: `:discard=newest`."""
    if not params:
        return ""
    return ":" + ",".join(f"{name}={_word(value)}" for name, value in params.items())


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def plan_league(league: League, document: Document, folders: tuple[Path, ...] = ()) -> Plan:
    """Return the plan of a league. Plugin folders: `folders`, the league's own, and ./bots."""
    wanted = [*folders, *(document.path.parent / name for name in league.plugins)]
    for place, name in enumerate(league.plugins):
        if not (document.path.parent / name).is_dir():
            raise document.error(("plugins", place), f"{name} is no folder")
    if Path("bots").is_dir():
        wanted.append(Path("bots"))
    registry = Registry(tuple(dict.fromkeys(folder.resolve() for folder in wanted)))
    return Planner(league, document, registry).plan()
