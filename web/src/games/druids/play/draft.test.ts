import { expect, it } from 'vitest';
import type { Decision } from '../../../lib/wire/game';
import { Desk } from './draft.svelte';

it('leads to what a bot would do, step by step', () => {
  const moves = [
    { die: 0, figure: 'sulis' },
    { die: 1, figure: 'sulis' },
    { die: 1, figure: 'druid-0' },
  ];
  const decision: Decision = { id: '1-1', seat: 0, kind: 'use', moves };
  const desk = new Desk({ view: null, decision, busy: false, hint: moves[2], act: () => undefined });
  const hinted = (): string[] => [...desk.targets.keys()].filter((spot) => desk.hinted(spot));
  expect(hinted().sort()).toEqual(['die 1', 'figure druid-0']);
  desk.choose('die 1');
  expect(hinted()).toEqual(['figure druid-0']);
});
