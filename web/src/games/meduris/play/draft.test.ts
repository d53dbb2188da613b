import { expect, it } from 'vitest';
import type { Decision, Move } from '../../../lib/wire/game';
import { Draft } from './draft.svelte';

it('reaches the move of a bot step by step', () => {
  const moves: Move[] = [
    { do: 'yield', from: 'wood', height: 2, to: 'stone' },
    { do: 'yield', from: 'wood', height: 2, to: 'wool' },
    { do: 'hut', field: 4 },
  ];
  const decision: Decision = { id: '1', seat: 0, kind: 'turn', moves };
  const draft = new Draft({ view: null, decision, busy: false, hint: moves[0], act: () => undefined });
  const hinted = (): string[] => [...draft.targets.keys()].filter((key) => draft.hinted(key));
  expect(hinted()).toEqual(['worker wood 2']);
  draft.choose({ is: 'worker', material: 'wood', height: 2 });
  expect(hinted()).toContain('plateau stone');
  expect(hinted()).not.toContain('plateau wool');
});
