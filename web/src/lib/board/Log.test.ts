// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, expect, it } from 'vitest';
import { seatsOf, tableContexts, textTitle } from '../../dev/contexts';
import type { EntryEvents, JsonObject } from '../wire/game';
import Log from './Log.svelte';

const title = textTitle({
  'event.drawn': '{seat:player} draws {card:word}.',
  'event.drawn.less': '{seat:player} draws a card.',
  'event.counted': '',
});

afterEach(cleanup);

function setup(lines: readonly EntryEvents[], view: JsonObject = { deck: 1 }) {
  return render(Log, { props: { lines, view }, context: tableContexts(title, seatsOf('Ada', 'Bram')) });
}

const entry = (seq: number, ...events: EntryEvents['events']): EntryEvents => ({ seq, events });
const drawn = (data: JsonObject) => ({ name: 'drawn', data });
const shown = (): string[] => screen.queryAllByTestId('log-entry').map((line) => line.textContent?.trim() ?? '');

it('says that nothing has happened', () => {
  setup([]);
  expect(screen.getByText('Nothing yet.')).toBeTruthy();
});

it('has one item for each entry, with one sentence for each event', () => {
  setup([entry(1, drawn({ seat: 0, card: 'mist' }), drawn({ seat: 1 })), entry(2, drawn({ seat: 0 }))]);
  expect(shown()).toEqual([
    expect.stringMatching(/Ada draws mist\..*Bram draws a card\./),
    expect.stringMatching(/Ada draws a card\./),
  ]);
});

it('leaves out hidden events, and entries without a visible event', () => {
  setup([entry(1, { name: 'counted', data: {} }), entry(2, drawn({ seat: 1 }), { name: 'counted', data: {} })]);
  expect(shown()).toHaveLength(1);
});

it('shows system events, and an event without a text by its name', () => {
  setup([entry(1, { name: 'frame.taken_back', data: { seat: 1, to: 1 } }), entry(2, { name: 'star_fell', data: {} })]);
  expect(shown()).toEqual([expect.stringContaining('Bram takes back a step.'), expect.stringContaining('star fell')]);
});

it('keeps a sentence as it was first said', async () => {
  const first = entry(1, drawn({ seat: 0 }));
  const { rerender } = setup([first]);
  await rerender({ lines: [first, entry(2, drawn({ seat: 1 }))], view: { deck: 0 } });
  expect(shown()).toHaveLength(2);
  expect(shown()[0]).toContain('Ada draws a card.');
});

it('shows the newest entries, and earlier ones on request', async () => {
  setup(Array.from({ length: 60 }, (_, i) => entry(i + 1, drawn({ seat: i % 2 }))));
  expect(shown()).toHaveLength(40);
  screen.getByRole('button', { name: 'Show earlier moves' }).click();
  await tick();
  expect(shown()).toHaveLength(60);
  expect(screen.queryByRole('button')).toBeNull();
});

it('can be scrolled by keyboard', () => {
  setup([]);
  expect(screen.getByRole('region', { name: 'What happened' }).tabIndex).toBe(0);
});
