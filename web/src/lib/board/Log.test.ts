// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { describe, expect, it } from 'vitest';
import { seatsOf, tableContexts, messages, textTitle } from '../../dev/contexts';
import type { TitleClient } from '../../games/contract';
import type { EntryEvents, GameEvent, JsonObject } from '../wire/game';
import Log from './Log.svelte';
import { PlaceLinks } from './place-links.svelte';

const title = textTitle(
  messages({
    'event.drawn': '{seat, player} draws {card, word}.',
    'event.drawn.less': '{seat, player} draws a card.',
    'event.counted': '',
  }),
);

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
  expect(shown()).toHaveLength(12);
  expect(shown().at(-1)).toContain('Bram draws');
  screen.getByRole('button', { name: 'Show earlier moves' }).click();
  await tick();
  expect(shown()).toHaveLength(60);
  expect(screen.queryByRole('button')).toBeNull();
});

it('draws earlier entries when the reader scrolls up, and keeps the visible ones in place', async () => {
  const lines = Array.from({ length: 30 }, (_, i) => entry(i + 1, drawn({ seat: i % 2 })));
  const { rerender } = setup(lines);
  const box = screen.getByRole('region', { name: 'What happened' });
  // Each entry is 100 pixels high.
  let at = 0;
  Object.defineProperties(box, {
    clientHeight: { value: 500 },
    scrollHeight: { get: () => shown().length * 100 },
    scrollTop: { get: () => at, set: (top: number) => (at = Math.min(top, box.scrollHeight - box.clientHeight)) },
  });
  await rerender({ lines: [...lines] });
  expect(shown()).toHaveLength(12);
  expect(at).toBe(700);
  for (const [top, drawn] of [
    [350, 12],
    [250, 20],
    [290, 28],
    [0, 30],
  ] as const) {
    const below = shown().length * 100 - top;
    at = top;
    await fireEvent.scroll(box);
    await tick();
    expect(shown()).toHaveLength(drawn);
    expect(box.scrollHeight - at).toBe(below);
  }
  expect(screen.queryByRole('button')).toBeNull();
});

describe('a sentence about places', () => {
  const placed = {
    ...title,
    events: { places: ({ data }: GameEvent) => (typeof data.stone === 'number' ? [`stone ${data.stone}`] : []) },
  } as unknown as TitleClient;
  const about = (stone: number) => drawn({ seat: 0, stone });
  const lines = [entry(1, about(3)), entry(2, drawn({ seat: 1 })), entry(3, about(4)), entry(4, about(3))];

  function withBoard() {
    const links = new PlaceLinks();
    const flashes: number[] = [];
    const context = tableContexts(placed, seatsOf('Ada', 'Bram'), undefined, links);
    render(Log, { props: { lines, view: {}, onflash: () => flashes.push(links.flashed.no) }, context });
    return { links, flashes };
  }

  const buttons = () => screen.getAllByRole('button');
  const marked = () => [...document.querySelectorAll('.marked')].map((one) => one.closest('li'));

  it('is a button that flashes them on the board', async () => {
    const { links, flashes } = withBoard();
    expect(buttons()).toHaveLength(3);
    buttons()[1]?.click();
    await tick();
    expect(links.flashed).toEqual({ keys: ['stone 4'], no: 1 });
    expect(flashes).toEqual([1]);
    buttons()[1]?.click();
    expect(links.flashed.no).toBe(2);
  });

  it('is reached with one tab stop and arrow keys', async () => {
    withBoard();
    expect(buttons().map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0]);
    buttons()[2]?.focus();
    for (const expected of [1, 0, 0]) {
      await fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowUp' });
      expect(document.activeElement).toBe(buttons()[expected]);
    }
  });

  it('is marked if the reader selected its place on the board', async () => {
    const { links } = withBoard();
    links.ask('stone 3');
    await tick();
    const all = screen.getAllByTestId('log-entry');
    expect(marked()).toEqual([all[0], all[3]]);
    links.ask(null);
    await tick();
    expect(marked()).toEqual([]);
  });

  it('is drawn if it is marked, even if it is not among the newest', async () => {
    const links = new PlaceLinks();
    const old = [entry(1, about(3)), ...Array.from({ length: 30 }, (_, i) => entry(i + 2, drawn({ seat: 1 })))];
    const context = tableContexts(placed, seatsOf('Ada', 'Bram'), undefined, links);
    render(Log, { props: { lines: old, view: {} }, context });
    expect(screen.getAllByTestId('log-entry')).toHaveLength(12);
    links.ask('stone 3');
    await tick();
    expect(marked()).toEqual([screen.getAllByTestId('log-entry')[0]]);
    expect(screen.getAllByTestId('log-entry')).toHaveLength(31);
  });

  it('is plain text at a table without a board', () => {
    render(Log, { props: { lines, view: {} }, context: tableContexts(placed, seatsOf('Ada', 'Bram')) });
    expect(screen.queryAllByRole('button')).toEqual([]);
  });
});

it('can be scrolled by keyboard', () => {
  setup([]);
  expect(screen.getByRole('region', { name: 'What happened' }).tabIndex).toBe(0);
});
