import { expect, it } from 'vitest';
import { fixtures } from '../dev/fixture';
import { guard } from '../guard';
import { rankOf } from './view';

it('reads the requirements of the nearest rank', () => {
  const view = guard.requireView(fixtures['2-buying']?.view ?? {});
  expect(view.players.map(({ goal }) => rankOf(view, goal)?.rank)).toEqual(view.players.map(({ goal }) => goal));
  expect(rankOf(view, 3)).toEqual({ rank: 3, amulets: 3, goods: 20 });
  expect(rankOf(view, 0)).toBeUndefined();
});
