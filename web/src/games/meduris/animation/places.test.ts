import { expect, it } from 'vitest';
import { testPlaces } from '../../../dev/animation-tests';
import { entryChanges } from '../../../lib/animation/recording';
import { guard } from '../guard';
import { spotShapes } from '../play/spot-shapes';
import game from './fixtures/game-2.json';
import { places } from './places';

const changes = entryChanges(game).slice(1);

testPlaces(changes, (view) => spotShapes(guard.requireView(view)), places, [
  ...['worker_placed', 'hut_built', 'temple_built', 'offered', 'druid_moved', 'rune_taken'],
]);

it('names the field, both plateaus of a move, and the fields of a region', () => {
  const { after = {} } = changes[0] ?? {};
  expect(places({ name: 'hut_built', data: { seat: 0, field: 4, settlement: 1 } }, after)).toEqual(['field 4']);
  const moved = { name: 'worker_moved', data: { seat: 0, from: 'wood', height: 1, to: 'stone' } };
  expect(places(moved, after)).toEqual(['plateau wood', 'plateau stone']);
  const { fields } = guard.requireView(after);
  const region = fields[0]?.region ?? -1;
  const runes = places({ name: 'rune_taken', data: { seat: 0, region, from: -1 } }, after);
  expect(runes).toHaveLength(fields.filter((field) => field.region === region).length);
});

it('names none for other events', () => {
  expect(places({ name: 'turn_began', data: { turn: 1, seat: 0 } }, {})).toEqual([]);
});
