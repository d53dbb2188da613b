// @vitest-environment jsdom
import { render } from '@testing-library/svelte';
import { flushSync, tick } from 'svelte';
import { expect, it } from 'vitest';
import druids from '..';
import { tableContexts } from '../../../dev/contexts';
import { fixtures } from '../dev/fixture';
import { guard } from '../guard';
import { Draft } from './draft.svelte';
import PlayBoard from './PlayBoard.svelte';

const focused = (): string | undefined => (document.activeElement as SVGElement).dataset.spot;

it('moves a lost focus to the first choice, once the move is answered', async () => {
  const fixture = Object.values(fixtures).find(({ decisions }) =>
    decisions.some(({ kind, moves }) => kind === 'use' && moves.length > 0),
  );
  const decision = fixture?.decisions.find(({ moves }) => moves.length > 0);
  if (!fixture || !decision) throw new Error('no fixture');
  const table = $state({
    ...{ view: guard.requireView(fixture.view), hint: undefined, act: () => undefined },
    decision,
    busy: true,
  });
  const draft = new Draft(table);
  draft.byKey = true;
  render(PlayBoard, { props: { view: fixture.view }, context: tableContexts(druids, fixture.seats, draft) });
  await tick();
  expect(focused(), 'the focused spot while the move is sent').toBeUndefined();
  flushSync(() => (table.busy = false));
  await tick();
  expect([...draft.targets.keys()]).toContain(focused());
});
