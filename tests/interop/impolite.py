"""A program that plays, and misbehaves in a way of its own at a turn of its own, in some games.

    python impolite.py HOW [TURN]

It needs nothing but Python. In every third game, counted by the number that it is told at the deal,
it does what HOW names at its second turn; until then, and in the other games, it plays slot 0.
"""

import json
import os
import signal
import sys
import time
from typing import Any

HOW = sys.argv[1]


def say(reply: object) -> None:
    sys.stdout.write(json.dumps(reply) + "\n")
    sys.stdout.flush()


def raw(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def misbehave(message: dict[str, Any]) -> bool:
    """Misbehave instead of answering; True if there is an answer to give all the same."""
    number = message["id"]
    good = {"id": number, "action": {"type": "play", "slot": 0}}
    if HOW == "dies":
        sys.stderr.write("about to die\nof\x07 shame\n")
        sys.stderr.flush()
        os._exit(3)
    elif HOW == "is-killed":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif HOW == "hangs":
        time.sleep(600)
    elif HOW == "loops":
        while True:
            pass
    elif HOW == "garbage":
        raw("play the first one, please\n")
    elif HOW == "bytes":
        os.write(1, b"\xff\xfe\x00\n")
    elif HOW == "deep":
        raw("[" * 50_000 + "\n")
    elif HOW == "number":
        raw("7\n")
    elif HOW == "floods":
        while True:
            raw("x" * 65536)
    elif HOW == "floods-lines":
        while True:
            raw(json.dumps(good) + "\n")
    elif HOW == "floods-errors":
        for _ in range(20):
            sys.stderr.write("y" * 65536)
        sys.stderr.flush()
        time.sleep(1)
        return True
    elif HOW == "twice":
        raw(json.dumps(good) + "\n" + json.dumps(good) + "\n")
    elif HOW == "other-id":
        say({**good, "id": number + 1})
    elif HOW == "no-id":
        say({"action": good["action"]})
    elif HOW == "true-id":
        say({**good, "id": True})
    elif HOW == "no-action":
        say({"id": number})
    elif HOW == "text-slot":
        say({"id": number, "action": {"type": "play", "slot": "0"}})
    elif HOW == "illegal":
        sys.stderr.write("let us see\n")
        sys.stderr.flush()
        say({"id": number, "action": {"type": "discard", "slot": 0}})
    elif HOW == "huge-slot":
        say({"id": number, "action": {"type": "play", "slot": 10**30}})
    elif HOW == "closes":
        os.close(1)
        time.sleep(600)
    elif HOW == "eats":
        hoard = []
        while True:
            hoard.append(b"z" * 10_000_000)
    elif HOW == "late":
        say(good)
        say(good)  # noticed with the next request, at the latest at the end of the game
    elif HOW == "pauses":
        time.sleep(0.3)
        return True
    else:
        return True
    return False


def main() -> None:
    if HOW == "never-starts":
        sys.exit("no, thank you")
    if HOW == "silent":
        time.sleep(600)
    games = mine = 0
    bad = False
    for line in iter(lambda: os.read(0, 65536), b"") if HOW == "gulps" else sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello" and HOW == "refuses":
            say({"id": message["id"], "protocol": 1, "refuse": "not today"})
        elif kind == "hello":
            protocol = 2 if HOW == "future" else 1
            reply = {"id": message["id"], "protocol": protocol, "name": HOW, "wants": []}
            say({**reply, "beliefs": HOW.startswith("believes")})
        elif kind == "start":
            bad, mine = message["random"] % 3 == 0, 0
        elif kind == "act":
            mine += 1
            if HOW == "moody" and time.time_ns() % 7 < 3:
                say({"id": message["id"], "action": {"type": "play", "slot": 1}})
                continue
            if bad and mine == 2 and not misbehave(message):
                continue
            say({"id": message["id"], "action": {"type": "play", "slot": 0}})
        elif kind == "beliefs":
            beliefs = [7] if HOW == "believes-badly" else [[[0, 1], [1, 5]], *[None] * 4]
            say({"id": message["id"], "beliefs": beliefs})
        elif kind == "end":
            games += 1
            if HOW == "chatters" and bad:
                raw('"one more thing"\n')
            say({"id": message["id"]})
        elif kind not in ("event", "bye") and HOW == "strict":
            sys.exit(f"what is {kind}?")
        elif kind == "bye":
            if HOW == "stays":
                time.sleep(600)
            elif HOW == "leaves-badly":
                sys.exit(9)
            return
    if HOW == "stays":
        time.sleep(600)


main()
