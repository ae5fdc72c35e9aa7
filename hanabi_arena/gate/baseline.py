"""A recorded baseline: a bot's scores, deal by deal, on a block of deals chosen at promotion.

The bot of tomorrow plays the same block, and nothing of the old bot is needed. The file is JSON;
docs/gate.md describes it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from hanabi_arena import __version__
from hanabi_arena.comparison.paired import Scores
from hanabi_arena.comparison.question import Stratum
from hanabi_arena.engine.stream import GENERATOR
from hanabi_arena.errors import RulesError, UnknownName, UsageError
from hanabi_arena.league.files import write_whole
from hanabi_arena.league.manifest import rules_of
from hanabi_arena.stats.summary import Strikeout

FORMAT: Final = 1
KIND: Final = "hanabi-arena baseline"


@dataclass(frozen=True)
class RecordedBot:
    """What a baseline holds of one bot."""

    name: str
    bot: str
    params: Mapping[str, Any]
    digest: str
    fingerprint: str | None
    scores: Mapping[tuple[str, int], Scores]
    """By variant and player count, a score a deal."""


@dataclass(frozen=True)
class Baseline:
    """A baseline's file."""

    path: Path
    engine: str
    """The digest of what played the games."""
    commit: str | None
    seed: str
    games: int
    strikeout: Strikeout
    strata: tuple[Stratum, ...]
    """What every bot of it has played, or a part of it."""
    bots: Mapping[str, RecordedBot]
    version: str = __version__

    def bot(self, name: str) -> RecordedBot:
        """Return what is recorded of a bot. Raises UnknownName."""
        if name not in self.bots:
            there = f"it has {', '.join(self.bots)}; arena gate --promote records anew"
            raise UnknownName(f"bot in {self.path}", name, self.bots, there)
        return self.bots[name]

    def strata_of(self, name: str) -> tuple[Stratum, ...]:
        """Return what a bot of it has played."""
        scores = self.bot(name).scores
        return tuple(one for one in self.strata if (one.rules.name, one.players) in scores)

    def check(self, name: str, strata: Sequence[Stratum], strikeout: Strikeout) -> None:
        """Raise UsageError unless it holds these games of a bot, under the same rules."""
        if strikeout != self.strikeout:
            raise self._refusal(
                f"its scores have strikeout {self.strikeout}, and {strikeout} is asked for"
            )
        recorded = {one.rules.name: one.rules for one in self.strata}
        scores = self.bot(name).scores
        for stratum in strata:
            before = recorded.get(stratum.rules.name)
            if before is None or (stratum.rules.name, stratum.players) not in scores:
                raise self._refusal(f"it holds no games of {name} in {stratum.words}")
            old, new = asdict(before.settings), asdict(stratum.rules.settings)
            changed = [key.replace("_", "-") for key in old if old[key] != new[key]]
            if changed:
                raise self._refusal(
                    f"it was recorded under other rules: {', '.join(changed)} of the variant "
                    f"{stratum.rules.name}"
                )

    def _refusal(self, reason: str) -> UsageError:
        return UsageError(f"{self.path}: {reason}. Record it anew: arena gate CONFIG --promote")

    def write(self) -> None:
        """Write the file, whole or not at all; a line for the scores of each cell."""
        lines: list[str] = []

        def line(scores: Scores) -> str:
            lines.append(json.dumps(scores.tolist(), separators=(",", ":")))
            return f"<{len(lines) - 1}>"

        value = {
            "format": FORMAT,
            "kind": KIND,
            "version": self.version,
            "generator": GENERATOR,
            "engine": self.engine,
            "commit": self.commit,
            "seed": self.seed,
            "games": self.games,
            "strikeout": self.strikeout,
            "variants": [
                {"name": rules.name, "line": rules.line, "settings": asdict(rules.settings)}
                for rules in {one.rules.name: one.rules for one in self.strata}.values()
            ],
            "bots": {
                one.name: {
                    "bot": one.bot,
                    "params": dict(one.params),
                    "digest": one.digest,
                    "fingerprint": one.fingerprint,
                    "cells": [
                        {
                            "variant": variant,
                            "players": players,
                            "mean": round(float(scores.mean()), 4),
                            "scores": line(scores),
                        }
                        for (variant, players), scores in one.scores.items()
                    ],
                }
                for one in self.bots.values()
            },
        }
        text = json.dumps(value, indent=2, ensure_ascii=False)
        for number, scores in enumerate(lines):
            text = text.replace(f'"<{number}>"', scores, 1)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.path, text + "\n")


def read_baseline(path: Path) -> Baseline:
    """Read a recorded baseline. Raises UsageError for anything else, and for another version's."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UsageError(
            f"{path}: no such baseline; record one with arena gate CONFIG --promote"
        ) from None
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: this is no baseline: {error}") from None
    if not isinstance(value, dict) or value.get("kind") != KIND:
        raise UsageError(f"{path}: this is no baseline (its kind is not {KIND!r})")
    anew = "Record it anew: arena gate CONFIG --promote"
    for key, ours, what in (
        ("format", FORMAT, "a baseline of another format"),
        ("generator", GENERATOR, "recorded with another way of dealing"),
        ("version", __version__, "recorded by another version of hanabi-arena"),
    ):
        if value.get(key) != ours:
            raise UsageError(f"{path}: {what}: {value.get(key)!r}, and this is {ours!r}. {anew}")
    try:
        return _baseline(path, value)
    except (KeyError, TypeError, ValueError, AttributeError, RulesError) as error:
        raise UsageError(
            f"{path}: something is missing or wrong in it ({type(error).__name__}: {error}). {anew}"
        ) from None


def _baseline(path: Path, value: Mapping[str, Any]) -> Baseline:
    rules = {one["name"]: rules_of(one) for one in value["variants"]}
    games = int(value["games"])
    bots = {}
    strata: dict[tuple[str, int], Stratum] = {}
    for name, one in value["bots"].items():
        scores = {}
        for cell in one["cells"]:
            key = str(cell["variant"]), int(cell["players"])
            stratum = strata.setdefault(key, Stratum(rules[key[0]], key[1]))
            scores[key] = _scores(cell["scores"], games, stratum)
        bots[name] = RecordedBot(
            name, one["bot"], one["params"], one["digest"], one["fingerprint"], scores
        )
    if value["strikeout"] not in ("zero", "kept"):
        raise ValueError(f"strikeout {value['strikeout']!r}")
    return Baseline(
        path,
        value["engine"],
        value["commit"],
        value["seed"],
        games,
        value["strikeout"],
        tuple(strata.values()),
        bots,
    )


def _scores(values: Sequence[Any], games: int, stratum: Stratum) -> Scores:
    scores = np.asarray(values, np.int64)
    most = stratum.rules.max_score
    if scores.shape != (games,) or scores.min() < 0 or scores.max() > most:
        raise ValueError(f"{stratum.words}: {games} scores from 0 to {most} should be there")
    return scores
