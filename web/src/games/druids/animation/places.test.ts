import { expect, it } from 'vitest';
import { entryChanges } from '../../../lib/animation/recording';
import { spotShapes } from '../play/spot-shapes';
import { guard } from '../guard';
import five from './fixtures/game-5.json';
import { places } from './places';

const changes = entryChanges(five).slice(1);

it('names existing spots for the events of a whole game', () => {
  const named = new Set<string>();
  for (const { events, after } of changes) {
    const keys = spotShapes(guard.requireView(after), () => true).map(({ key }) => key);
    for (const event of events) {
      const found = places(event, after);
      expect(keys, event.name).toEqual(expect.arrayContaining(found));
      if (found.length > 0) named.add(event.name);
    }
  }
  expect([...named]).toEqual(expect.arrayContaining(['druid_placed', 'figure_moved', 'dice_rolled', 'spirit_called']));
});

it('names both ends of a walk, and the stone of a figure now', () => {
  const { after } = changes[0] ?? { after: {} };
  const moved = { name: 'figure_moved', data: { seat: 0, figure: 'sulis', from: 3, to: 7, path: [7], die: 0 } };
  expect(places(moved, after)).toEqual(['stone 3', 'stone 7']);
  const view = changes.map((change) => guard.requireView(change.after)).find(({ figures }) => figures.length > 0);
  const figure = view?.figures.find(({ stone }) => stone >= 0);
  const taken = { name: 'control_taken', data: { seat: 0, figure: figure?.figure ?? '', from: 1 } };
  expect(places(taken, { ...view })).toEqual([`stone ${figure?.stone}`]);
});

it('names none for other events', () => {
  expect(places({ name: 'vote_tied', data: { sun: 1, moon: 1 } }, {})).toEqual([]);
  expect(places({ name: 'of_tomorrow', data: {} }, {})).toEqual([]);
});
