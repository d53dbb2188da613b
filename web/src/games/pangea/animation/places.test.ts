import { expect, it } from 'vitest';
import { guard } from '../guard';
import { spotShapes } from '../play/spot-shapes';
import { games } from './fixtures/games';
import { places } from './places';

it.each(games)('names existing spots for the events of %s', (_, changes) => {
  const named = new Set<string>();
  for (const { events, after } of changes.slice(1)) {
    const keys = spotShapes(guard.requireView(after)).map(({ key }) => key);
    for (const event of events) {
      const found = places(event, after);
      expect(keys, event.name).toEqual(expect.arrayContaining(found));
      if (found.length > 0) named.add(event.name);
    }
  }
  expect([...named]).toEqual(expect.arrayContaining(['tower_placed', 'tile_shifted', 'tribe_moved', 'amulet_bought']));
});

it('names the field where a land is now, also if it moved after the event', () => {
  const { after = {} } = games[0]?.[1][1] ?? {};
  const view = guard.requireView(after);
  const tiles = view.tiles.map((tile, i) => (i === 0 ? { ...tile, field: 5 } : tile));
  const placed = { name: 'tower_placed', data: { seat: 0, tile: 0, tribes: [1, 2, 3] } };
  expect(places(placed, { ...view, tiles })).toEqual(['field 5']);
});

it('names none for other events', () => {
  expect(places({ name: 'turn_began', data: { round: 1, seat: 0 } }, {})).toEqual([]);
  expect(places({ name: 'of_tomorrow', data: {} }, {})).toEqual([]);
});
