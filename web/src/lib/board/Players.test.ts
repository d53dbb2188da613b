// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { seatsOf, tableContexts, tableWith, textTitle } from '../../dev/contexts';
import druids from '../../games/druids';
import meduris from '../../games/meduris';
import pangea from '../../games/pangea';
import { entryChanges, type Recording } from '../animation/recording';
import { ShownMoment } from '../table/shown-moment.svelte.ts';
import { TableModel } from '../table/table-model.svelte.ts';
import type { Decision } from '../wire/game';
import Players from './Players.svelte';

const low = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
beforeEach(() => {
  low.matches = false;
  vi.stubGlobal('matchMedia', () => low);
});
const title = {
  ...textTitle({}),
  turn: ({ seat }: { seat?: unknown }) => (typeof seat === 'number' ? seat : undefined),
};
const seats = seatsOf('Ada', 'Bram', 'Cara');

function setup(seat: number | null, decisions: Decision[], at = seats, pace = tableWith({}).pace): void {
  const model = new TableModel('t', undefined, {
    open: () => ({ send: () => true, close: () => undefined }),
    random: () => 0,
  });
  Object.assign(model, { me: 0, decisions, table: tableWith({ seats: at, pace }) });
  const moment = new ShownMoment(model, { animation: null, view: { seat } });
  render(Players, { props: { model, moment }, context: tableContexts(title, at) });
}

const asks = (seat: number): Decision => ({ id: `d${seat}`, seat, kind: 'play', moves: [] });
const row = (seat: number): HTMLElement => screen.getAllByRole('listitem')[seat] ?? document.body;

it('marks the player whose turn it is, and the players who decide, differently and in words', () => {
  setup(1, [asks(0), asks(1)]);
  expect(row(0).textContent).toContain('deciding');
  expect(row(0).textContent).not.toContain('their turn');
  expect(row(1).textContent).toContain('their turn');
  expect(row(1).textContent).toContain('deciding');
  expect(row(2).textContent).not.toMatch(/turn|deciding/);
  expect([0, 1, 2].map((seat) => row(seat).getAttribute('aria-current'))).toEqual([null, 'true', null]);
  const shape = (id: string): string => within(row(1)).getByTestId(id).querySelector('path')?.getAttribute('d') ?? '';
  expect(shape('turn-1')).not.toBe(shape('asked-1'));
  // A question mark would look like help. The hourglass has no curves.
  expect(shape('asked-1')).not.toMatch(/[aAcCqQsS]/);
});

it('marks the turn while nobody decides, and no turn before the first one', () => {
  setup(2, []);
  expect(row(2).textContent).toContain('their turn');
  cleanup();
  setup(null, [asks(1)]);
  expect(screen.queryByText('their turn')).toBeNull();
  expect(row(1).textContent).toContain('deciding');
});

it('marks a player who conceded, and not as played by a bot', () => {
  const given = seats.map((seat) => (seat.seat === 1 ? { ...seat, conceded: true, standIn: 'medium' } : seat));
  setup(0, [], given);
  expect(row(1).textContent).toContain('conceded');
  expect(row(1).textContent).not.toContain('a bot plays');
  expect(row(2).textContent).not.toContain('conceded');
});

it('has two columns for five players, and for four in a low window without clocks', () => {
  const inPairs = (players: number, kind: 'free' | 'live'): boolean => {
    cleanup();
    setup(0, [], seatsOf(...'ABCDE'.slice(0, players)), { ...tableWith({}).pace, kind });
    return screen.getByRole('list').classList.contains('pairs');
  };
  expect([3, 4, 5].map((players) => inPairs(players, 'free'))).toEqual([false, false, true]);
  low.matches = true;
  expect([3, 4, 5].map((players) => inPairs(players, 'free'))).toEqual([false, true, true]);
  expect([4, 5].map((players) => inPairs(players, 'live'))).toEqual([false, true]);
});

const recordings: Record<string, Recording> = import.meta.glob('../../games/*/animation/fixtures/*.json', {
  eager: true,
  import: 'default',
});
const titles = { druids, meduris, pangea };

it.each(Object.entries(titles))('%s names the seat of the last turn that began', (name, { turn }) => {
  for (const [path, recording] of Object.entries(recordings)) {
    if (!path.includes(`/${name}/`)) continue;
    let [last, turns] = [-1, 0];
    for (const { events, after: view } of entryChanges(recording)) {
      for (const event of events) if (event.name === 'turn_began') last = Number(event.data.seat);
      const now = turn?.(view);
      if (now !== undefined) turns++;
      // A recording may begin in the middle of a game.
      if (last >= 0) expect(now ?? last).toBe(last);
    }
    expect(turns).toBeGreaterThan(10);
    expect(turn?.({})).toBeUndefined();
  }
});
