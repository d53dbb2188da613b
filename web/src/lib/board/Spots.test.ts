// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { expect, it, onTestFinished, vi } from 'vitest';
import { seatsOf, tableContexts, textTitle } from '../../dev/contexts';
import * as laterParts from '../ui/later';
import * as laterNames from './later-names';
import type { Spot } from './spots';
import Spots from './Spots.svelte';

const all: Spot[] = ['a', 'b', 'c', 'd'].map((key) => ({ key, glow: 'M0 0', hit: 'M0 0' }));
const names = (): (string | null)[] => screen.getAllByRole('button').map((spot) => spot.getAttribute('aria-label'));

/** Draws the spots, of which b can be chosen. */
function draw(point: (spot: Spot | null) => void = () => undefined): void {
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
      point,
      choose: () => true,
    },
    context: tableContexts(textTitle({}), seatsOf('Ada')),
  });
}

it('hides a spot from screen readers until it has a name', () => {
  const parts: (() => void)[] = [];
  const unnamed: (() => void)[] = [];
  vi.spyOn(laterParts, 'later').mockImplementation((_, run) => (parts.push(run), () => undefined));
  vi.spyOn(laterNames, 'nameLater').mockImplementation((name) => (unnamed.push(name), () => undefined));
  laterParts.slices.atOnce = false;
  onTestFinished(() => void (laterParts.slices.atOnce = true));
  draw();
  parts.forEach((run) => run());
  expect(names(), 'the tab stop is named at once').toEqual(['a with details']);
  flushSync(() => unnamed.forEach((name) => name()));
  expect(names()).toEqual(['a with details', 'b with details', 'c', 'd']);
});

it('names spots that cannot be chosen briefly, except the tab stop', async () => {
  const atFocus: string[] = [];
  draw((spot) => {
    const label = document.querySelector(`[data-spot="${spot?.key}"]`)?.getAttribute('aria-label');
    if (label) atFocus.push(label);
  });
  expect(names()).toEqual(['a with details', 'b with details', 'c', 'd']);
  const spots = screen.getAllByRole('button');
  spots[1]?.focus();
  for (const from of [spots[1], spots[2]]) if (from) await fireEvent.keyDown(from, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(spots[3]);
  expect(atFocus, 'names at the moment of the focus').toEqual(['b with details', 'c with details', 'd with details']);
  expect(names()).toEqual(['a', 'b with details', 'c', 'd with details']);
});
