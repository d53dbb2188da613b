// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import { seatsOf, tableContexts, textTitle } from '../../dev/contexts';
import type { Spot } from './spots';
import Spots from './Spots.svelte';

afterEach(cleanup);

const all: Spot[] = ['a', 'b', 'c', 'd'].map((key) => ({ key, glow: 'M0 0', hit: 'M0 0' }));
const names = (): (string | null)[] => screen.getAllByRole('button').map((spot) => spot.getAttribute('aria-label'));

it('names spots that cannot be chosen briefly, except the tab stop', async () => {
  const atFocus: string[] = [];
  render(Spots<Spot>, {
    props: {
      size: 100,
      all,
      first: 'a',
      turn: '1',
      at: null,
      lit: ({ key }) => key === 'b',
      chosen: () => false,
      hinted: () => false,
      shows: () => false,
      label: ({ key }, full) => (full ? `${key} with details` : key),
      next: ({ key }) => all[all.findIndex((spot) => spot.key === key) + 1],
      point: (spot) => {
        const label = document.querySelector(`[data-spot="${spot?.key}"]`)?.getAttribute('aria-label');
        if (label) atFocus.push(label);
      },
      choose: () => true,
    },
    context: tableContexts(textTitle({}), seatsOf('Ada')),
  });
  expect(names()).toEqual(['a with details', 'b with details', 'c', 'd']);
  const spots = screen.getAllByRole('button');
  spots[1]?.focus();
  for (const from of [spots[1], spots[2]]) if (from) await fireEvent.keyDown(from, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(spots[3]);
  expect(atFocus, 'names at the moment of the focus').toEqual(['b with details', 'c with details', 'd with details']);
  expect(names()).toEqual(['a', 'b with details', 'c', 'd with details']);
});
