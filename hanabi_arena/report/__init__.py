"""The report of a run: charts, a page that ties them together, and the table on the terminal.

Nothing here imports matplotlib or pandas before a report is written.
"""

from __future__ import annotations

from hanabi_arena.report.info import LineUpInfo, LineUpKind, ReportInfo, VariantInfo
from hanabi_arena.report.tables import console_table, print_tables
from hanabi_arena.report.writer import write_report

__all__ = [
    "LineUpInfo",
    "LineUpKind",
    "ReportInfo",
    "VariantInfo",
    "console_table",
    "print_tables",
    "write_report",
]
