"""Show how far a run is: a bar on a terminal, nothing in a pipe but that it compiles."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any

from hanabi_arena.cli.common import messages, say

if TYPE_CHECKING:
    from hanabi_arena.league.run import Progress


class Quiet:
    """For a pipe: says once that it compiles, since that can take a while."""

    def __init__(self, total: int, done: int) -> None:
        self._said = False

    def __enter__(self) -> Quiet:
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def show(self, progress: Progress) -> None:
        """Take note of the progress."""
        if progress.compiling and not self._said:
            self._said = True
            say(f"compiling {', '.join(progress.compiling)} (first run only)")


class Bar:
    """For a terminal: a bar with games per second and time left."""

    def __init__(self, total: int, done: int) -> None:
        from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn
        from rich.text import Text

        class Numbers(ProgressColumn):
            """Games done, games per second, time left, faults."""

            def render(self, task: Any) -> Text:
                speed = task.finished_speed or task.speed
                left = task.time_remaining
                text = f"{int(task.completed):,}/{int(task.total):,} games"
                if speed:
                    text += f" · {speed:,.0f}/s"
                if left is not None:
                    text += f" · {int(left) // 60}:{int(left) % 60:02d} left"
                if task.fields["faults"]:
                    text += f" · {task.fields['faults']:,} faults"
                return Text(text)

        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=30),
            Numbers(),
            console=messages(),
            refresh_per_second=8,
        )
        self._compiling: Any = None
        self._total, self._done = total, done
        self._playing: Any = None

    def __enter__(self) -> Bar:
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bar.stop()

    def show(self, progress: Progress) -> None:
        """Draw the progress."""
        if progress.compiling:
            words = f"compiling {', '.join(progress.compiling)} (first run only)"
            if self._compiling is None:
                self._compiling = self._bar.add_task(words, total=None, faults=0, visible=True)
            self._bar.update(self._compiling, description=words)
            return
        if self._compiling is not None:
            self._bar.remove_task(self._compiling)
            self._compiling = None
        if self._playing is None:
            self._playing = self._bar.add_task(
                "playing", total=self._total, completed=self._done, faults=0
            )
        self._bar.update(self._playing, completed=progress.done, faults=progress.faults)
