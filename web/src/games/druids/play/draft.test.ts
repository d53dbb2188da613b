import { expect, it } from 'vitest';
import type { Decision } from '../../../lib/wire/game';
import { Draft } from './draft.svelte';

it('reaches the move of a bot step by step', () => {
  const moves = [
    { die: 0, figure: 'sulis' },
    { die: 1, figure: 'sulis' },
    { die: 1, figure: 'druid-0' },
  ];
  const decision: Decision = { id: '1-1', seat: 0, kind: 'use', moves };
  const draft = new Draft({ view: null, decision, busy: false, hint: moves[2], act: () => undefined });
  const hinted = (): string[] => [...draft.targets.keys()].filter((spot) => draft.hinted(spot));
  expect(hinted().sort()).toEqual(['die 1', 'figure druid-0']);
  draft.choose('die 1');
  expect(hinted()).toEqual(['figure druid-0']);
});
