"""Make a run's tables and report from what its folder records."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hanabi_arena.errors import RunError
from hanabi_arena.league.files import write_whole
from hanabi_arena.league.store import cell_slug, read_games, read_run
from hanabi_arena.report.info import LineUpInfo, ReportInfo, VariantInfo

if TYPE_CHECKING:
    import pandas as pd

Key = tuple[str, str, int]
"""Line-up, variant, players."""


@dataclass(frozen=True)
class Recorded:
    """A run's record: what is known of it, its games, and their summary, a row a cell."""

    folder: Path
    manifest: Mapping[str, Any]
    info: ReportInfo
    games: pd.DataFrame
    summary: pd.DataFrame


def read_recorded(folder: Path, scale: str | None = None) -> Recorded:
    """Read what a run's folder records. Raises RunError."""
    from hanabi_arena.stats.summary import summarise

    manifest = read_run(folder)
    info = report_info(manifest, scale)
    games = asked_for(read_games(folder, parts=_parts(folder, manifest)), manifest)
    summary = summarise(
        games,
        info.max_scores,
        line_ups=[line_up.name for line_up in info.line_ups],
        variants=[variant.name for variant in info.variants],
        strikeout=info.strikeout,
    )
    return Recorded(folder, manifest, info, games, summary)


def _parts(folder: Path, manifest: Mapping[str, Any]) -> list[Path]:
    folders = (folder / "games" / cell_slug(*key) for key in manifest["cells"])
    parts = [path for below in folders for path in sorted(below.glob("*.parquet"))]
    if not parts:
        raise RunError(f"{folder}: no games are recorded yet")
    return parts


def asked_for(games: pd.DataFrame, manifest: Mapping[str, Any]) -> pd.DataFrame:
    """Return the games below the number that the run asks for."""
    wanted: pd.DataFrame = games.loc[games["game"] < manifest["games"]]
    return wanted


def report_info(manifest: Mapping[str, Any], scale: str | None = None) -> ReportInfo:
    """Return what a report says of a run and its games do not."""
    return ReportInfo(
        name=manifest["name"],
        seed=manifest["seed"],
        strikeout=manifest["strikeout"],
        scale=scale or manifest["config"]["report"]["verdict-scale"],
        variants=tuple(
            VariantInfo(one["name"], one["max_score"], one["suits"], one["verdicts"], one["line"])
            for one in manifest["variants"]
        ),
        line_ups=tuple(_line_up(one) for one in manifest["line_ups"]),
        players=tuple(manifest["players"]),
        games=manifest["games"],
        skipped=tuple(manifest["skipped"]),
        versions=manifest["versions"],
        unranked_bots=tuple(name for name, bot in manifest["bots"].items() if bot["sees_own_hand"]),
    )


def _line_up(one: Mapping[str, Any]) -> LineUpInfo:
    paired = one["kind"] in ("pairs", "one-among")
    bots = one["seats"] or dict.fromkeys((one["guest"], one["host"]))
    return LineUpInfo(
        name=one["name"],
        kind=one["kind"],
        guest=one["guest"] if paired else "",
        host=one["host"] if paired else "",
        bots=tuple(bots),
        unranked=one["unranked"],
    )


def write_summary(recorded: Recorded) -> Path:
    """Write `summary.csv`: a row a cell, no times, the same to the byte for the same games."""
    path = recorded.folder / "summary.csv"
    _write_frame(path, recorded.summary)
    return path


def wants_diagnoses(recorded: Recorded) -> bool:
    """Return whether the league asked for a diagnosis of its games."""
    return bool(recorded.manifest["config"]["report"].get("diagnostics", False))


def write_diagnostics(recorded: Recorded) -> pd.DataFrame:
    """Diagnose the games, write `diagnostics.csv`, a row a cell, and return it. Raises RunError."""
    from hanabi_arena.league.games import RecordedRun
    from hanabi_arena.stats.diagnosed import diagnose_run, summarise_diagnoses

    diagnosed = summarise_diagnoses(diagnose_run(RecordedRun(recorded.folder, recorded.manifest)))
    _write_frame(recorded.folder / "diagnostics.csv", diagnosed)
    return diagnosed


def _write_frame(path: Path, frame: pd.DataFrame) -> None:
    from hanabi_arena.stats.summary import as_records

    text = io.StringIO()
    writer = csv.DictWriter(text, list(frame.columns), lineterminator="\n")
    writer.writeheader()
    writer.writerows(as_records(frame))
    write_whole(path, text.getvalue())


TIMING = ("lineup", "variant", "players", "seconds")


def read_timing(folder: Path) -> dict[Key, float]:
    """Return the processor seconds that each cell has taken so far."""
    try:
        with (folder / "timing.csv").open(encoding="utf-8", newline="") as lines:
            return {
                (row["lineup"], row["variant"], int(row["players"])): float(row["seconds"])
                for row in csv.DictReader(lines)
            }
    except (OSError, KeyError, ValueError, TypeError):
        return {}  # times are no results; a spoilt file only loses them


def add_timing(folder: Path, seconds: Mapping[Key, float]) -> None:
    """Add processor seconds to what `timing.csv` holds."""
    total = read_timing(folder)
    for key, more in seconds.items():
        total[key] = total.get(key, 0.0) + more
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(TIMING)
    writer.writerows((*key, f"{value:.3f}") for key, value in total.items())
    write_whole(folder / "timing.csv", text.getvalue())


def json_rows(recorded: Recorded) -> list[dict[str, Any]]:
    """Return the summary as `--json` prints it: an object a cell, `seconds` among them."""
    from hanabi_arena.stats.summary import as_records

    timing: Mapping[Any, float] = read_timing(recorded.folder)
    return [
        row | {"seconds": timing.get((row["lineup"], row["variant"], row["players"]))}
        for row in as_records(recorded.summary)
    ]
