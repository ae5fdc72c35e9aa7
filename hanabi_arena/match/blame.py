"""What a bot did wrong, in words, whatever its objects and exceptions do when they are shown."""

from __future__ import annotations

from hanabi_arena.api.actions import ClueRank, ClueSuit, Discard, Play, PlayDeck
from hanabi_arena.errors import IllegalAction

_ACTION_TYPES = frozenset((Play, Discard, ClueSuit, ClueRank, PlayDeck))


def action_code(returned: object) -> int:
    """Return the number of the action that a bot returned.

    Raises IllegalAction for what is no action, and for one that exists in no game.
    """
    if type(returned) not in _ACTION_TYPES:
        raise IllegalAction(
            f"returned {shown(returned)}, which is no action "
            "(Play, Discard, ClueSuit, ClueRank, PlayDeck)"
        )
    try:
        code: int = returned.code  # type: ignore[attr-defined]
    except IllegalAction as error:
        raise IllegalAction(f"illegal {shown(returned)}: {text_of(error)}") from None
    except Exception as error:  # a slot or seat that cannot even be shown
        raise IllegalAction(f"illegal {shown(returned)}: {type(error).__name__}") from None
    return code


def shown(thing: object) -> str:
    """Return an object's repr, cut where it is long; a hostile one's class."""
    try:
        text = repr(thing)
    except BaseException as error:  # a hostile object's repr
        return f"an object of {type(thing).__name__} (its repr raises {type(error).__name__})"
    return text if len(text) <= 80 else text[:77] + "..."


def text_of(error: BaseException) -> str:
    """Return the text of an exception, in one line of at most 200 characters."""
    try:
        return " ".join(str(error).split())[:200]
    except BaseException:  # a hostile exception's text
        return "(its text cannot be shown)"


def raised(error: BaseException) -> str:
    """Return that an exception was raised: its class, its text, its place in the source."""
    text = text_of(error)
    return f"raised {type(error).__name__}{text and ': '}{text}{_line_of(error)}"


def exited(error: SystemExit) -> str:
    """Return that a bot wanted to end the process, and what it said."""
    return f"exited ({text_of(error)})"


def _line_of(error: BaseException) -> str:
    last = error.__traceback__
    while last and last.tb_next:
        last = last.tb_next
    if last is None:
        return ""
    name = last.tb_frame.f_code.co_filename.replace("\\", "/").rsplit("/", 1)[-1]
    return f" ({name}, line {last.tb_lineno})"
