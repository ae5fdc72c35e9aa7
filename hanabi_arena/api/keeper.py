"""Become another program that ends when its parent does: `python keeper.py PARENT COMMAND...`.

It runs in the process that is going to be the program, with no more of Python than it needs, so
that nothing has to happen between the fork and the start of a program in a process with threads.
"""

import ctypes
import os
import signal
import sys

SET_DEATH_SIGNAL = 1


def main() -> None:
    """Ask Linux to end this process with its parent, and turn into the program."""
    parent, *command = sys.argv[1:]
    ctypes.CDLL(None).prctl(SET_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != int(parent):
        return  # it has ended already
    try:
        os.execvp(command[0], command)
    except OSError as error:
        sys.exit(f"{command[0]}: {error.strerror}")


if __name__ == "__main__":
    main()
