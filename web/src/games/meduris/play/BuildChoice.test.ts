// @vitest-environment jsdom
import { render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import { seatsOf, tableContexts, textTitle } from '../../../dev/contexts';
import { eventually } from '../../../eventually';
import type { Decision, Move } from '../../../lib/wire/game';
import fixture from '../dev/fixtures/2-pay.json';
import en from '../texts/en.json';
import { guard } from '../guard';
import BuildChoice from './BuildChoice.svelte';
import { Draft } from './draft.svelte';

afterEach(() => {
  document.body.innerHTML = '';
});

const view = guard.requireView(fixture.view);

it('moves the focus to the next question after a press by mouse, because the buttons go', async () => {
  document.body.insertAdjacentHTML('afterbegin', '<h2 id="prompt">Your turn</h2>');
  const acts: Move[] = [];
  const moves = [{ do: 'hut', field: 23, material: 'none' }];
  const decision: Decision = { id: '1-1', seat: 0, kind: 'turn', moves, effects: [[]] };
  const draft = new Draft({ view, decision, busy: false, hint: undefined, act: (move) => void acts.push(move) });
  const context = tableContexts(textTitle(en), seatsOf('Ada', 'Bram'), draft);
  const { unmount } = render(BuildChoice, { props: { view, field: 23 }, context });
  const button = screen.getByTestId('build');
  await eventually(() => expect(document.activeElement).toBe(button));
  button.click();
  unmount();
  expect(acts).toEqual(moves);
  await eventually(() => expect(document.activeElement?.id).toBe('prompt'));
});
