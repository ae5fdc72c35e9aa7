"""What the pytest fixture `arena` gives: play, compare, and hold a bot to what it was."""

from __future__ import annotations

import inspect
import json
import shlex
from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, ParamSpec, TypeAlias, TypeVar, get_args

from hanabi_arena.errors import ArenaError, UnknownName, UsageError

if TYPE_CHECKING:
    from hanabi_arena.api.bot import BotBase
    from hanabi_arena.comparison.notebook import VariantLike
    from hanabi_arena.comparison.outcome import Comparison
    from hanabi_arena.stats.evidence import Bounds
    from hanabi_arena.testing.played import Played

BotLike: TypeAlias = "str | type[BotBase]"
Undecided: TypeAlias = Literal["fail", "pass", "skip"]
"""What becomes of a test whose comparison was inconclusive."""

_Given = ParamSpec("_Given")
_Answer = TypeVar("_Answer")

_MOST_TOLD: Final = 5
"""A failed test shows this many of its results, the last ones."""


@dataclass(frozen=True)
class Defaults:
    """What a call does not say: the values of a test's markers, or these."""

    seed: int | str = 1
    games: int | None = None
    """Games of `play` (1,000), and deals of a baseline that is recorded (2,000)."""
    players: int | Sequence[int] | None = None
    variant: str | Mapping[str, Any] = "base"
    max_games: int = 6000
    """Deals after which a comparison is inconclusive."""
    jobs: int = 1
    """Processes that play comparisons; with 1 it is this one."""

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Defaults:
        """Return the defaults with some values given. Raises UnknownName for another one."""
        known = [one.name for one in fields(cls)]
        for name in given:
            if name not in known:
                raise UnknownName("keyword", name, known, f"there are {', '.join(known)}")
        return replace(cls(), **given)


def _plainly(method: Callable[_Given, _Answer]) -> Callable[_Given, _Answer]:
    """Let a test fail at its own line, with the message alone, where it asks for what is not."""

    @wraps(method)
    def asked(*args: _Given.args, **kwargs: _Given.kwargs) -> _Answer:
        __tracebackhide__ = True
        import pytest

        try:
            return method(*args, **kwargs)
        except ArenaError as error:
            raise pytest.fail.Exception(str(error)) from None

    return asked


class Arena:
    """Plays and compares bots in a test; what it played is shown if the test fails.

    Args:
        defaults: what calls do not say.
        plugins: folders of bots, beside those that are installed.
        here: the folder of the test, from which baselines are named.
        promoted: baselines recorded in this session and the bots they are of, where they are to be
            recorded; None where they are to be held.
    """

    def __init__(
        self,
        defaults: Defaults,
        plugins: Sequence[Path] = (),
        here: Path = Path(),
        promoted: MutableMapping[Path, str] | None = None,
    ) -> None:
        self._defaults, self._plugins, self._here = defaults, tuple(plugins), here
        self._promoted = promoted
        self._results: list[Played | Comparison] = []
        self._told: list[Played | Comparison] = []

    @_plainly
    def play(
        self,
        bot: BotLike | Iterable[BotLike],
        players: int | None = None,
        games: int | None = None,
        variant: str | Mapping[str, Any] | None = None,
        seed: int | str | None = None,
        **params: Any,
    ) -> Played:
        """Play games and return what came of them; arguments are those of `hanabi_arena.play`."""
        __tracebackhide__ = True
        from hanabi_arena.league.notebook import play
        from hanabi_arena.testing.played import Played

        default = self._defaults
        variant = default.variant if variant is None else variant
        seed = default.seed if seed is None else seed
        if players is None and isinstance(bot, str | type):
            players = default.players if isinstance(default.players, int) else None
        frame = play(
            bot,
            players,
            (default.games or 1000) if games is None else games,
            variant,
            seed,
            self._plugins,
            **params,
        )
        played = Played(frame, variant, seed, self._command(bot, params, seed))
        self._results.append(played)
        return played

    @_plainly
    def compare(
        self,
        a: BotLike,
        b: BotLike | None = None,
        players: int | Iterable[int] | None = None,
        variants: VariantLike | Sequence[VariantLike] | None = None,
        **more: Any,
    ) -> Comparison:
        """Say whether `b` is better than `a`; arguments and answer of `hanabi_arena.compare`."""
        __tracebackhide__ = True
        from hanabi_arena.comparison.notebook import compare

        default = self._defaults
        found = compare(
            a,
            b,
            default.players if players is None else players,
            default.variant if variants is None else variants,
            plugins=[*self._plugins, *more.pop("plugins", ())],
            **{
                "seed": default.seed,
                "max_games": default.max_games,
                "jobs": default.jobs,
                **more,
            },
        )
        self._results.append(found)
        return found

    @_plainly
    def assert_better(
        self,
        bot: BotLike,
        than: BotLike,
        *,
        bounds: str | Bounds | Sequence[float] = "gain",
        inconclusive: Undecided = "fail",
        **more: Any,
    ) -> Comparison:
        """Fail unless a bot is better than another one; `more` is as for `compare`."""
        __tracebackhide__ = True
        found = self.compare(than, bot, bounds=bounds, **more)
        self._check(found, f"{found.b} is not shown to be better than {found.a}", inconclusive)
        return found

    @_plainly
    def assert_not_weaker(
        self,
        bot: BotLike,
        than: BotLike | Path,
        *,
        players: int | Iterable[int] | None = None,
        variants: VariantLike | Sequence[VariantLike] | None = None,
        games: int | None = None,
        bounds: str | Bounds | Sequence[float] = "non-regression",
        inconclusive: Undecided = "fail",
        **more: Any,
    ) -> Comparison:
        """Fail if a bot is weaker than another one, or than it was when its baseline was recorded.

        Args:
            bot: the bot.
            than: a baseline, a path that ends in `.json`, from the folder of the test; or a bot,
                which may be the same one at a git revision.
            players: player counts; of a baseline, those to record.
            variants: variants; of a baseline, those to record.
            games: of a baseline, deals to record; between bots, deals to play whatever they show.
            bounds: what is as good: by default what has lost less than a quarter of a point.
            inconclusive: whether a test that cannot decide fails, passes or is skipped.
            more: as for `compare`; of a baseline `alpha`, `beta` and `jobs`.

        With `pytest --arena-promote` baselines are recorded, and the tests of them skipped.
        """
        __tracebackhide__ = True
        if not _is_file(than):
            more |= {} if games is None else {"games": games}
            found = self.compare(than, bot, players, variants, bounds=bounds, **more)  # type: ignore[arg-type]  # not a path here
        elif self._promoted is not None:
            return self._promote(bot, self._here / str(than), players, variants, games)
        else:
            found = self._against(bot, self._here / str(than), bounds, more)
        self._check(found, f"{found.b} is not shown to be as good as {found.a}", inconclusive)
        return found

    def _against(
        self, bot: BotLike, file: Path, bounds: str | Bounds | Sequence[float], more: dict[str, Any]
    ) -> Comparison:
        __tracebackhide__ = True
        from hanabi_arena.gate.notebook import against_baseline

        if not file.exists():
            raise UsageError(f"{file}: no such baseline; record it: pytest --arena-promote")
        settings = {"jobs": self._defaults.jobs, **more}
        checked = against_baseline(bot, file, bounds=bounds, plugins=self._plugins, **settings)
        self._results.append(checked.comparison)
        return checked.comparison

    def _promote(
        self,
        bot: BotLike,
        file: Path,
        players: int | Iterable[int] | None,
        variants: VariantLike | Sequence[VariantLike] | None,
        games: int | None,
    ) -> Comparison:
        """Record a baseline and skip the test."""
        __tracebackhide__ = True
        import pytest

        from hanabi_arena.gate.notebook import record_baseline

        default = self._defaults
        recorded = {} if self._promoted is None else self._promoted
        former = recorded.get(file, str(bot))
        if former != str(bot):
            raise UsageError(
                f"{file} was just recorded of {former}: give every bot a file of its own"
            )
        if _holds_several(file):
            raise UsageError(
                f"{file} holds several bots: arena gate CONFIG --promote records them together"
            )
        made = record_baseline(
            bot,
            file,
            players=default.players if players is None else players,
            variants=default.variant if variants is None else variants,
            games=games or default.games or 2000,
            jobs=default.jobs,
            plugins=self._plugins,
        )
        recorded[file] = str(bot)
        pytest.skip(f"recorded {file.name}: {made.games:,} deals of {', '.join(made.bots)}")

    def _check(self, found: Comparison, failure: str, inconclusive: Undecided) -> None:
        __tracebackhide__ = True
        from hanabi_arena.comparison.outcome import EXIT_CODES, INCONCLUSIVE

        if inconclusive not in get_args(Undecided):
            raise UsageError(f"inconclusive={inconclusive!r}: it is fail, pass or skip")
        if found.faults:
            sides = " and ".join(dict.fromkeys(one.side for one in found.faults))
            failure = f"{sides} failed in some games"
        elif found.verdict == INCONCLUSIVE and inconclusive == "skip":
            import pytest

            pytest.skip(str(found))
        elif EXIT_CODES[found.verdict] == 0 or (
            found.verdict == INCONCLUSIVE and inconclusive == "pass"
        ):
            return
        self._told.append(found)
        raise AssertionError(f"{failure}: {found.verdict}\n\n{found}")

    def _command(
        self, bot: BotLike | Iterable[BotLike], params: Mapping[str, Any], seed: int | str
    ) -> str:
        """Return the command that plays a game of a bot again, as far as the deal's own options."""
        from hanabi_arena.league.plan import params_text, parse_bot

        if isinstance(bot, str):
            name, given = parse_bot(bot)
        elif isinstance(bot, type):
            name, given = f"{inspect.getsourcefile(bot)}:{bot.__qualname__}", {}
        else:
            return ""
        words = ["arena", "run", "--bots", f"{name}{params_text({**given, **params})}"]
        for folder in self._plugins:
            if folder != Path("bots").resolve():
                words += ["--plugins", _nearest(folder)]
        return shlex.join([*words, "--seed", str(seed)])

    def untold(self) -> list[str]:
        """Return what was played, the last results, but for what a message has shown already."""
        left = [one for one in self._results if not any(one is told for told in self._told)]
        return [str(one) for one in left[-_MOST_TOLD:]]


def _is_file(than: BotLike | Path) -> bool:
    return isinstance(than, Path) or (isinstance(than, str) and than.endswith(".json"))


def _holds_several(file: Path) -> bool:
    """Return whether a baseline, of whatever version, holds more than one bot."""
    try:
        return len(json.loads(file.read_text(encoding="utf-8"))["bots"]) > 1
    except (OSError, ValueError, TypeError, KeyError):
        return False


def _nearest(folder: Path) -> str:
    """Return a folder from here, if it is below."""
    here = Path.cwd()
    return folder.relative_to(here).as_posix() if folder.is_relative_to(here) else str(folder)
