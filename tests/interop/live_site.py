"""Games of hanab.live that tests read, whole or changed, and the commands that read them."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from hanabi_arena.cli import main

FILE = Path(__file__).parents[1] / "data" / "human-games.json"
GAMES: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))
BY_SEED = {game["seed"]: game for game in GAMES}

SITE = "https://hanab.live/shared-replay-json/"
LINKS = {
    "415vpsfbqucuuqondkak-xxibwavnagyftkghmppd-slcjfmwrhelri,03lcag-ajaopbxdbiapaagdlbau-"
    "abafxbbwadahxaanavoc-aroba0a1xdbzb5a6atb2-bxocbkbsaCbesbaEgcaG-xdam1caIalaBa3pcodxa-"
    "lb,0": (24, "deck", 53),
    "415bgxawlspiprhxbinw-lsfkqvdqfvrhmtdnayag-opkcmkujucufe,03xdah-ajwbadpdgdantbbqxaat-"
    "abaupaavscafakpcasbg-alaolbbza3a4tbb2a6by-bakcb9bAaBxcbiwcaEax-gbxatbaHa0lctbaebJam-"
    "xba8xdbpxbaI,0": (24, "deck", 58),
    "415qcgeilpnscupajqvo-ywnktusidmhkuxlrkfrp-wvadhgfafxbmb,03gdag-akamwdgablaoaaka1aap-"
    "pbwctaaukbafbiasgcbh-1aa0bbbeatb2gcaqoba6-b3a4araxavldbBa8aca1-b5lcxcaytaanbGgcld1a-"
    "aLwdajlab9xcaz,0": (24, "deck", 59),
}
"""Links that others have posted: to games that a bot of theirs lost by a point."""

WITH_SEED = (
    "415ifirpxqufunsxcwgc-tbokayavlbjdgwqvekus-pdfanhhmkrpml,03tdeh-sbxckceeeisbkdeg1bep-"
    "edodeleufaerxaexwdez-fjgcfbffeswaeywcf5en-fvfqe2eo1bgce7emf3f4-ewf0tctdeHeIecocekkb-"
    "obe1fJf8f6et,0,p4v0s1#33"
)


def asked(*words: str | Path, code: int = 0) -> Result:
    result = CliRunner().invoke(main, list(map(str, words)))
    assert result.exit_code == code, result.output
    return result


def changed(seed: str, change: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    game = copy.deepcopy(BY_SEED[seed])
    change(game)
    return game


def drop(*keys: str) -> Callable[[dict[str, Any]], None]:
    def change(game: dict[str, Any]) -> None:
        for key in keys:
            del game[key]

    return change


def put(where: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(game: dict[str, Any]) -> None:
        *path, last = where.split(".")
        part: Any = game
        for step in path:
            part = part[int(step) if step.isdecimal() else step]
        part[int(last) if last.isdecimal() else last] = value

    return change
