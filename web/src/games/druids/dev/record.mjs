// Records states of Die Druiden from games on a running server:
//   node record.mjs http://localhost:8080 fixtures
import { recordStates } from '../../../dev/record/states.mjs';
import { seededRandom } from '../../../dev/record/table.mjs';

const [base = 'http://localhost:8080', folder = 'fixtures'] = process.argv.slice(2);
const { chance, pick } = seededRandom(11);

/** Chooses moves that collect cards, summon spirits and delay the vote. */
function choose(kind, moves, view) {
  if (kind === 'turn') {
    const bold = moves.filter(({ do: what }) => what !== 'roll');
    return bold.length > 0 && chance() < 0.3 ? pick(bold) : moves[0];
  }
  if (kind === 'go') {
    const pentagrams = moves.filter(({ stone }) => view.stones[stone] === 'pentagram');
    const other = moves.filter(({ stone }) => view.stones[stone] !== 'pentagram');
    const good = other.filter(({ stone }) => view.stones[stone] !== 'empty');
    if (pentagrams.length > 0 && view.turn.round > 7 && chance() < 0.7) return pick(pentagrams);
    return pick(good.length > 0 && chance() < 0.8 ? good : other.length > 0 ? other : moves);
  }
  if (kind === 'landing') {
    const summons = moves.filter(({ do: what }) => what === 'summon' || what === 'take' || what === 'draw');
    return pick(summons.length > 0 ? summons : moves);
  }
  if (kind === 'vote_card') return moves.length > 1 ? pick(moves.slice(1)) : moves[0];
  return pick(moves);
}

/** The wanted states, each with a rating function; 0 means no match. */
const wanted = {
  place: ({ kind }) => (kind === 'place' ? 1 : 0),
  turn: ({ kind, decision, view }) => (kind === 'turn' ? view.hand.length + 2 * decision.moves.length : 0),
  magic: ({ kind, decision }) => (kind === 'magic' ? decision.moves.length : 0),
  use: ({ kind, decision }) => (kind === 'use' ? decision.moves.length : 0),
  go: ({ kind, decision }) =>
    kind === 'go' ? Math.max(...decision.moves.map(({ path }) => path.length)) * 3 + decision.moves.length : 0,
  put: ({ kind, decision }) => (kind === 'put' ? 10 - decision.moves.length : 0),
  landing: ({ kind, decision }) => (kind === 'landing' ? new Set(decision.moves.map((move) => move.do)).size : 0),
  rob: ({ kind }) => (kind === 'rob' ? 1 : 0),
  give: ({ kind, view }) => (kind === 'give' ? view.hand.length : 0),
  vote: ({ kind, decision, view }) => (kind === 'vote' ? decision.moves.length + view.vote.sun + view.vote.moon : 0),
  'vote-cards': ({ kind, decision }) => (kind === 'vote_card' ? decision.moves.length : 0),
  'second-vote': ({ kind, view }) => (kind === 'vote' && view.vote.round === 2 ? 1 : 0),
  over: ({ kind, view }) => (kind === 'over' ? view.figures.filter(({ at }) => at !== 'spirits').length : 0),
};

const keyOf = (count, name) => (['turn', 'use', 'over'].includes(name) ? `${count}-${name}` : name);
await recordStates(base, folder, 'druids', [2, 3, 4, 5, 4, 3, 2, 4], { wanted, keyOf, choose });
