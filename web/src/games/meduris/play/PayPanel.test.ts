// @vitest-environment jsdom
import { render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, it } from 'vitest';
import { seatsOf, tableContexts, textTitle } from '../../../dev/contexts';
import type { Decision, JsonObject, Move } from '../../../lib/wire/game';
import fixture from '../dev/fixtures/2-pay.json';
import en from '../texts/en.json';
import { guard } from '../guard';
import { Draft } from './draft.svelte';
import PayPanel from './PayPanel.svelte';
import { none, type Counts } from './counts';

const view = guard.requireView(fixture.view);
const goal = { do: 'hut', field: 23, material: 'none' };

/** The first step of a payment: a move for each number of replaced units. */
const replace = (units: Partial<Counts>): Move => ({ do: 'replace', units: { ...none, ...units } });

/** The effects of a move that replaces wood by these tokens. */
const example = (tokens: Partial<Counts>, kept: Partial<Counts>): JsonObject[] => [
  { kind: 'example', material: 0, ...none, ...tokens },
  { kind: 'paid', ...none, wood: 1, ...tokens },
  { kind: 'kept', ...none, ...kept },
];

const both = [replace({}), replace({ wood: 1 })];

function setup({
  moves,
  effects = moves.map(() => []),
  busy = false,
}: {
  moves: Move[];
  effects?: JsonObject[][];
  busy?: boolean;
}): JsonObject[] {
  const acts: JsonObject[] = [];
  const own = { goal, due: { ...none, wood: 2 }, units: none, bound: none };
  const paying = { ...view, payment: { seat: 0, offering: false, steps: 0, own } };
  const decision: Decision = { id: '1-1', seat: 0, kind: 'pay', moves, effects };
  const draft = new Draft({ view: paying, decision, busy, hint: undefined, act: (move) => void acts.push(move) });
  const context = tableContexts(textTitle(en), seatsOf('Ada', 'Bram'), draft);
  render(PayPanel, { props: { view: paying, decision }, context });
  return acts;
}

const button = (name: RegExp | string): HTMLButtonElement => screen.getByRole('button', { name });
const isOff = (name: string): boolean => button(name).getAttribute('aria-disabled') === 'true';

it('pays the exact price with one click', () => {
  const acts = setup({ moves: [replace({})] });
  expect(screen.getByText(/^Price:/).textContent).toContain('2');
  button('Pay this').click();
  expect(acts).toEqual([replace({})]);
  expect(screen.queryByRole('group', { name: 'Replace materials' })).toBeNull();
});

it('composes a replacement and sends its first step', async () => {
  const acts = setup({ moves: both, effects: [[], example({ wool: 3 }, { wood: 1 })] });
  expect(isOff('One less: wood')).toBe(true);
  button('One more: wood').click();
  await tick();
  expect(isOff('One less: wood')).toBe(false);
  expect(isOff('One more: wood')).toBe(true);
  expect(screen.getByText(/^Instead of/).textContent).toContain('1');
  button(/^Pay\s*1/).click();
  expect(acts).toEqual([replace({ wood: 1 })]);
});

it('chooses between tokens, and pays only a complete replacement', async () => {
  setup({ moves: [replace({ wood: 1 })], effects: [example({ wool: 2, stone: 1 }, { wool: 1, stone: 2 })] });
  expect(screen.queryByTestId('pay-exactly')).toBeNull();
  expect(screen.getByTestId<HTMLButtonElement>('pay-these').disabled).toBe(false);
  const used = ['wool', 'stone'].find((token) => !isOff(`One less: ${token}`)) ?? '';
  button(`One less: ${used}`).click();
  await tick();
  expect(screen.getByTestId<HTMLButtonElement>('pay-these').disabled).toBe(true);
  expect(isOff('One more: wool')).toBe(false);
  button('One more: stone').click();
  await tick();
  expect(screen.getByTestId<HTMLButtonElement>('pay-these').disabled).toBe(false);
  expect(isOff('One more: wool')).toBe(true);
});

it('keeps the focus on a stepper that reaches its limit', async () => {
  setup({ moves: both });
  const more = button('One more: wood');
  more.focus();
  more.click();
  await tick();
  expect(more.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(more);
});

it('has nothing to press while a step is sent', () => {
  const acts = setup({ moves: both, busy: true });
  expect(button('Pay this').disabled).toBe(true);
  button('One more: wood').click();
  expect(isOff('One more: wood')).toBe(true);
  expect(acts).toEqual([]);
});

it('chooses among the moves of a later step', async () => {
  const give = (wool: number, stone: number): Move => ({
    ...{ do: 'give', for: 'wood', units: { ...none, wood: 1 } },
    with: { ...none, wool, stone },
  });
  const moves = [give(0, 3), give(1, 2), give(2, 1)];
  const inKind = { kind: 'exact', ...none, copper: 2 };
  const acts = setup({ moves, effects: [[inKind], [inKind, { kind: 'left', ...none, wool: 1 }], [inKind]] });
  expect(screen.getByText(/^You pay/).textContent).toContain('2');
  expect(isOff('One less: wool')).toBe(true);
  button('One more: wool').click();
  await tick();
  expect(screen.getByText(/^You keep/).textContent).toContain('1');
  screen.getByTestId('pay-these').click();
  expect(acts).toEqual([moves[1]]);
});
