import { expect, it } from 'vitest';
import { readView } from '../board/view';
import { fixtures } from '../dev/fixture';
import { Draft } from './draft.svelte';

it.each(Object.entries(fixtures))('reaches the move of a bot step by step: %s', (_name, { view, decisions }) => {
  const decision = decisions.find(({ moves }) => moves.length > 0);
  const moves = decision?.moves.filter((move) => move.do !== 'end') ?? [];
  // A sample only, because outside a component the draft recomputes everything on each access.
  for (const hint of moves.filter((_move, i) => i % Math.ceil(moves.length / 4) === 0)) {
    const draft = new Draft({ view: readView(view), decision, busy: false, hint, act: () => undefined });
    const hinted = (): number[] =>
      [...(draft.table.view?.fields.keys() ?? [])].filter((field) => draft.hintedAt(field));
    expect(hinted(), JSON.stringify(hint)).toHaveLength(1);
    const actor = draft.actors.find((one) => draft.hinted(one));
    if (!actor || actor.targets.size === 0) continue;
    draft.pick(actor);
    expect(hinted().map((field) => draft.targets.get(field))).toEqual([hint]);
  }
});
