// A bot in a process of its own, in JavaScript; docs/protocol.md explains it. It asks to be shown
// the whole table at every move, so it keeps nothing in mind. It plays as literal.py does.
"use strict";

const readline = require("node:readline");

const RANKS = 5;
let hello = null;

function choose(view, legal) {
  // Sets of cards are numbers, with a bit for suit * 5 + rank - 1.
  let playable = 0;
  view.stacks.forEach((height, suit) => {
    if (height < RANKS) playable |= 1 << (suit * RANKS + height);
  });
  const isSure = (card) => card.possible !== 0 && (card.possible & ~playable) === 0;
  const isPlayable = ([suit, rank]) => view.stacks[suit] + 1 === rank;
  const find = (wanted) =>
    legal.find((action) => Object.keys(wanted).every((key) => action[key] === wanted[key]));

  const own = view.hands[hello.seat].findIndex(isSure);
  if (own >= 0) return { type: "play", slot: own };
  for (let ahead = 1; ahead < hello.players; ahead++) {
    const target = (hello.seat + ahead) % hello.players;
    for (const card of view.hands[target]) {
      if (!isPlayable(card.card) || isSure(card)) continue;
      const [suit, rank] = card.card;
      const clue = card.ranks.length
        ? find({ type: "clue-suit", target, value: suit })
        : find({ type: "clue-rank", target, value: rank });
      if (clue) return clue;
    }
  }
  return find({ type: "discard", slot: 0 }) || find({ type: "clue-rank" }) || legal[0];
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  const reply = { id: message.id };
  switch (message.type) {
    case "hello":
      hello = message;
      Object.assign(reply, { protocol: 1, name: "literal", wants: ["view", "legal"] });
      break;
    case "act":
      reply.action = choose(message.view, message.legal);
      break;
    case "beliefs":
      reply.beliefs = null;
      break;
    case "bye":
      process.exit(0);
  }
  if (message.id !== undefined) process.stdout.write(JSON.stringify(reply) + "\n");
});
