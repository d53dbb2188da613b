import { expect, it } from 'vitest';
import { testPlaces } from '../../../dev/animation-tests';
import { guard } from '../guard';
import { spotShapes } from '../play/spot-shapes';
import { games } from './fixtures/games';
import { places } from './places';

const changes = games.flatMap(([, all]) => all.slice(1));

testPlaces(changes, (view) => spotShapes(guard.requireView(view)), places, [
  ...['tower_placed', 'tile_shifted', 'tribe_moved', 'amulet_bought'],
]);

it('names the field where a land is now, also if it moved after the event', () => {
  const { after = {} } = games[0]?.[1][1] ?? {};
  const view = guard.requireView(after);
  const tiles = view.tiles.map((tile, i) => (i === 0 ? { ...tile, field: 5 } : tile));
  const placed = { name: 'tower_placed', data: { seat: 0, tile: 0, tribes: [1, 2, 3] } };
  expect(places(placed, { ...view, tiles })).toEqual(['field 5']);
});

it('names none for other events', () => {
  expect(places({ name: 'turn_began', data: { round: 1, seat: 0 } }, {})).toEqual([]);
});
