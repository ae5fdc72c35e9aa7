"""A digest of a few games of a bot; as a program, in whatever way numba is told to compile.

python -m hanabi_arena.testing.fingerprint simple '{}' 4
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from hanabi_arena.api.registry import Registry
from hanabi_arena.match.play import Player
from hanabi_arena.match.seats import Seating
from hanabi_arena.rules.catalogue import find_variant

VARIANTS = ("base", "avalanche", "rainbow+choreography", "bouquet-final", "empty-clues", "small")


def fingerprint(
    name: str, params: Mapping[str, Any], games: int = 4, seed: int | str = "fingerprint"
) -> dict[str, Any]:
    """Play a few games in each variant that the bot takes; return a digest, and any faults."""
    bot = Registry().find(name).load()
    digest = blake2b(digest_size=12)
    faults: list[str] = []
    for variant in VARIANTS:
        rules = find_variant(variant)
        for players in sorted(bot.players)[::2]:
            if bot.why_not(rules, players) or not rules.fits(players):
                continue
            seating = Seating(rules, (bot,) * players, (params,) * players, seed)
            played = Player(seating).play(0, games)
            for field in played.results.dtype.names or ():
                digest.update(played.results[field].tobytes())
            digest.update(played.actions.tobytes())
            faults += [f"{variant}, {players} players: {one}" for one in played.faults.values()]
    return {"digest": digest.hexdigest(), "faults": faults}


def fingerprint_under(
    name: str, params: Mapping[str, Any], games: int = 4, **switches: str
) -> dict[str, Any]:
    """Return the fingerprint that a fresh process finds with these environment variables."""
    program = [sys.executable, "-m", "hanabi_arena.testing.fingerprint"]
    done = subprocess.run(
        [*program, name, json.dumps(dict(params)), str(games)],
        env={**os.environ, **switches},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    if done.returncode:
        raise AssertionError(f"{name} cannot be played with {switches}:\n{done.stderr[-2000:]}")
    return dict(json.loads(done.stdout))


if __name__ == "__main__":
    print(json.dumps(fingerprint(sys.argv[1], json.loads(sys.argv[2]), int(sys.argv[3]))))
