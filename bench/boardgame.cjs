// The game that bench/load.py plays, for a server of boardgame.io: the sheet of kniffel-plain, one roll and one entry a
// turn as its script needs them. Run from a folder in which that package is installed: node boardgame.cjs PORT PORT

const { Server, Origins } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"];
const sum = (dice) => dice.reduce((total, die) => total + die, 0);
const counts = (dice) => [1, 2, 3, 4, 5, 6].map((face) => dice.filter((die) => die === face).length);
const run = (dice) => {
  let longest = 0;
  let length = 0;
  for (const count of counts(dice)) longest = Math.max(longest, (length = count > 0 ? length + 1 : 0));
  return longest;
};
const LOWER = {
  three_of_a_kind: (dice) => (Math.max(...counts(dice)) >= 3 ? sum(dice) : 0),
  four_of_a_kind: (dice) => (Math.max(...counts(dice)) >= 4 ? sum(dice) : 0),
  full_house: (dice) => (counts(dice).includes(3) && counts(dice).includes(2) ? 25 : 0),
  small_straight: (dice) => (run(dice) >= 4 ? 30 : 0),
  large_straight: (dice) => (run(dice) >= 5 ? 40 : 0),
  kniffel: (dice) => (counts(dice).includes(5) ? 50 : 0),
  chance: sum,
};
const CELLS = 13;

function points(cell, dice) {
  const face = UPPER.indexOf(cell) + 1;
  return face > 0 ? face * dice.filter((die) => die === face).length : LOWER[cell]?.(dice);
}

const game = {
  name: "kniffel",
  setup: ({ ctx }) => ({ dice: null, rolls: 0, sheets: Array.from({ length: ctx.numPlayers }, () => ({})) }),
  moves: {
    roll: {
      client: false,
      move: ({ G, random }, keep = []) => {
        if (G.rolls === 3) return INVALID_MOVE;
        G.dice = [...keep, ...random.D6(5 - keep.length)].sort();
        G.rolls += 1;
      },
    },
    score: ({ G, ctx, events }, cell) => {
      const sheet = G.sheets[Number(ctx.currentPlayer)];
      if (G.dice === null || cell in sheet || points(cell, G.dice) === undefined) return INVALID_MOVE;
      sheet[cell] = points(cell, G.dice);
      G.dice = null;
      G.rolls = 0;
      events.endTurn();
    },
  },
  endIf: ({ G }) => (G.sheets.every((sheet) => Object.keys(sheet).length === CELLS) ? { over: true } : undefined),
};

const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
const [port, apiPort] = process.argv.slice(2).map(Number);
// Two ports: with one, the packages of today answer 404 to everything that opens a match.
server.run({ port, lobbyConfig: { apiPort } }, () => console.log("ready"));
