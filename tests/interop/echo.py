"""A program that thinks nothing: it takes the first legal clue, or the last legal action.

python echo.py WANTS...
"""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    reply = {"id": message.get("id")}
    if message["type"] == "hello":
        reply |= {"protocol": 1, "name": "echo", "wants": sys.argv[1:]}
    elif message["type"] == "act":
        legal = message["legal"]
        clues = (one for one in legal if one["type"].startswith("clue"))
        reply["action"] = next(clues, legal[-1])
    if reply["id"] is not None:
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()
