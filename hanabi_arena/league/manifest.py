"""`run.json`: what was played, with which bots and which engine; enough to refuse a mixture."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Mapping
from dataclasses import asdict
from importlib import metadata
from pathlib import Path
from typing import Any

from hanabi_arena.api.bot import declarations
from hanabi_arena.engine.sources import play_digest
from hanabi_arena.errors import RunError
from hanabi_arena.league.plan import Entry, LineUp, Plan
from hanabi_arena.league.store import FORMAT
from hanabi_arena.match.site_seeds import generator_of
from hanabi_arena.rules.scales import has_verdicts
from hanabi_arena.rules.variant import Rules, Settings

_PACKAGES = ("hanabi-arena", "numba", "numpy", "pandas", "pyarrow", "matplotlib", "joblib")


def manifest(plan: Plan) -> dict[str, Any]:
    """Return everything about a run that is not in its games; plain data."""
    league = plan.league
    return {
        "format": FORMAT,
        "name": league.name,
        "config": league.model_dump(mode="json", by_alias=True),
        "seed": league.seed,
        "generator": generator_of(league.seed),
        "strikeout": plan.strikeout,
        "games": league.games,
        "players": sorted({cell.players for cell in plan.cells}),
        "variants": [_variant(rules) for rules in plan.variants],
        "bots": {name: _bot(entry) for name, entry in plan.entries.items()},
        "line_ups": [_line_up(plan, line_up) for line_up in plan.line_ups],
        "cells": [list(cell.key) for cell in plan.cells],
        "skipped": list(plan.skipped),
        "engine": play_digest(),
        "versions": versions(),
        "commit": commit(),
        "machine": machine(),
    }


def _variant(rules: Rules) -> dict[str, Any]:
    chosen = rules.settings
    return {
        "name": rules.name,
        "line": rules.line,
        "suits": len(rules.suits),
        "max_score": rules.max_score,
        "verdicts": has_verdicts(len(rules.suits), bouquet_final=chosen.bouquet_final),
        "settings": asdict(chosen),
    }


def _bot(entry: Entry) -> dict[str, Any]:
    bot = entry.bot
    return {
        "bot": entry.spec.name,
        "place": entry.spec.place,
        "params": entry.params,
        "declares": list(declarations(bot, entry.checked)),
        "sees_own_hand": bot.sees_own_hand,
        "digest": entry.digest(),
    }


def _line_up(plan: Plan, line_up: LineUp) -> dict[str, Any]:
    return {
        "name": line_up.name,
        "kind": line_up.kind,
        "guest": line_up.guest,
        "host": line_up.host,
        "seats": None if line_up.seats is None else list(line_up.seats),
        "unranked": any(plan.entries[name].bot.sees_own_hand for name in line_up.members),
    }


def rules_of(variant: Mapping[str, Any]) -> Rules:
    """Return the rules of a variant as a run's manifest records it."""
    return Rules(variant["name"], Settings(**variant["settings"]), variant["line"])


def check_same(old: Mapping[str, Any], new: Mapping[str, Any], folder: Path) -> None:
    """Raise RunError unless the new plan can go on with the games that the old one recorded."""
    for key, what in (
        ("generator", "another way of dealing"),
        ("seed", "another seed"),
        ("engine", "another engine (what plays the games has changed)"),
        ("strikeout", "another reading of the third strike"),
    ):
        if old.get(key) != new[key]:
            raise _refusal(folder, f"{what}: {old.get(key)!r} recorded, {new[key]!r} wanted")
    if old["config"]["record-actions"] != new["config"]["record-actions"]:
        kept = "with" if old["config"]["record-actions"] else "without"
        raise _refusal(folder, f"another kind: they are recorded {kept} their actions")
    # Also what an earlier run has played and the last one did not ask for.
    recorded = {
        variant["name"]: variant["settings"]
        for variant in (*old.get("former_variants", []), *old["variants"])
    }
    for variant in new["variants"]:
        settings = recorded.get(variant["name"])
        if settings not in (None, variant["settings"]):
            changed = sorted(
                key for key, value in variant["settings"].items() if value != settings.get(key)
            )
            raise _refusal(
                folder, f"other rules: {', '.join(changed)} of variant {variant['name']}"
            )
    bots = {**old.get("former_bots", {}), **old["bots"]}
    for name, bot in new["bots"].items():
        before = bots.get(name)
        if before is None:
            continue
        if before["params"] != bot["params"]:
            raise _refusal(folder, f'the parameters of the bot "{name}" have changed')
        if before["digest"] != bot["digest"]:
            raise _refusal(folder, f'the bot "{name}" has changed (its source, or a helper\'s)')
    seats = {
        one["name"]: one["seats"] or [one["guest"], one["host"]]
        for one in (*old.get("former_line_ups", []), *old["line_ups"])
    }
    for one in new["line_ups"]:
        if seats.get(one["name"]) not in (None, one["seats"] or [one["guest"], one["host"]]):
            raise _refusal(folder, f'the line-up "{one["name"]}" seats other bots')


def _refusal(folder: Path, reason: str) -> RunError:
    return RunError(
        f"{folder} holds games of {reason}. "
        "Use --fresh to move them aside and start anew, or --out for another folder"
    )


def merged(old: Mapping[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Return the new manifest with the bots, variants and line-ups of the old one kept.

    Games that the new plan does not ask for stay in the folder, and stay explained.
    """
    known = {variant["name"] for variant in new["variants"]}
    former = [*old.get("former_variants", []), *old["variants"]]
    bots = {**old.get("former_bots", {}), **old["bots"]}
    line_ups = {one["name"] for one in new["line_ups"]}
    seated = [*old.get("former_line_ups", []), *old["line_ups"]]
    return new | {
        "former_line_ups": [one for one in seated if one["name"] not in line_ups],
        "former_variants": [one for one in former if one["name"] not in known],
        "former_bots": {name: bot for name, bot in bots.items() if name not in new["bots"]},
    }


def versions() -> dict[str, str]:
    """Return the versions of Python and of the packages that made the results."""
    found = {"python": platform.python_version()}
    for package in _PACKAGES:
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return found


def commit() -> str | None:
    """Return the commit of the working folder, with `+` if it has changes; None without git."""
    try:
        head = _git("rev-parse", "HEAD")
        return head + ("+" if _git("status", "--porcelain") else "")
    except (OSError, subprocess.SubprocessError):
        return None


def _git(*words: str) -> str:
    done = subprocess.run(
        ["git", *words], capture_output=True, text=True, check=True, timeout=10, cwd=Path.cwd()
    )
    return done.stdout.strip()


def machine() -> dict[str, Any]:
    """Return what the results were made on."""
    return {
        "system": platform.system(),
        "processor": platform.machine(),
        "cores": os.cpu_count(),
    }
