// Records states of Die Magier von Pangea from games on a running server:
//   node record.mjs http://localhost:8080 fixtures
import { recordStates } from '../../../dev/record/states.mjs';
import { seededRandom } from '../../../dev/record/table.mjs';

const [base = 'http://localhost:8080', folder = 'fixtures'] = process.argv.slice(2);
const { chance, pick } = seededRandom(11);

/** Chooses moves that buy amulets and carry them home, otherwise random moves. */
function choose(kind, moves, view) {
  const buys = moves.filter((move) => move.do === 'buy');
  if (buys.length > 0) return pick(buys);
  if (kind === 'movement') {
    const mine = view.peoples.find(({ seat }) => seat === view.turn.seat);
    const home = moves.filter((move) => {
      const tribe = mine.tribes.find(({ id }) => id === move.tribe);
      if (!tribe) return false;
      return tribe.carries ? move.to === mine.tower : !tribe.atHome && view.tiles[move.to].landscape === tribe.home;
    });
    return home.length > 0 ? pick(home) : chance() < 0.5 ? moves.at(-1) : pick(moves);
  }
  if (kind === 'magic') {
    const founds = moves.filter((move) => move.do === 'found');
    return founds.length > 0 && chance() < 0.4 ? pick(founds) : pick(moves.slice(0, -1));
  }
  return pick(moves);
}

/** The wanted states, each with a rating function; 0 means no match. */
const stood = (view) => view.peoples.reduce((sum, { tribes }) => sum + tribes.length, 0);
const wanted = {
  place: ({ kind }) => (kind === 'place_tower' ? 1 : 0),
  magic: ({ kind, view }) => (kind === 'magic' ? view.turn.actions * 10 + stood(view) : 0),
  movement: ({ kind, view }) => (kind === 'movement' ? stood(view) : 0),
  buying: ({ kind, decision }) => (kind === 'buying' ? decision.moves.length : 0),
  spell: ({ kind, view }) => (kind === 'spell' ? view.peoples.filter(({ spell }) => spell >= 0).length + 1 : 0),
  last: ({ view }) => (view.lastRound ? 1 : 0),
  over: ({ kind, view }) => (kind === 'over' ? stood(view) : 0),
};

const keyOf = (count, name) => `${count}-${name}`;
await recordStates(base, folder, 'pangea', [2, 4, 5], { wanted, keyOf, choose });
