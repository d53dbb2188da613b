// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { seatsOf, tableContexts, textTitle } from '../../dev/contexts';
import type { CallOptions } from '../engine/engine';
import type { OwnRecord } from '../table/table-source';
import type { Table } from '../wire/table';
import type { Studied } from './kept-studies';
import Study from './Study.svelte';

const runs = vi.hoisted(() => ({ runStudy: vi.fn<(...args: unknown[]) => Promise<unknown>>() }));
vi.mock('./run-study', () => runs);

beforeEach(() => vi.stubGlobal('fetch', () => Promise.resolve(new Response('the record'))));
const luck = { mean: 0.5, low: -0.5, high: 1.5 };
const value = { games: 48, place: 1.5, chances: [60, 40] };
const moment = {
  ...{ seq: 7, kind: 'bid', played: { pebbles: 1 }, untried: [{ pebbles: 3 }] },
  moves: [1, 2].map((pebbles) => ({ move: { pebbles }, values: [value, value] })),
};
const effort = {
  ...{ compared: 5, choice: 120, pilot: 12, games: 48, hardGames: 20, hardDecisions: 3, hardSearch: 50, luck: 96 },
};
const studied: Studied = {
  study: {
    ...{ versions: { study: 1, engine: 2, rules: 1, bots: 1 }, title: 'chess', table: 't', head: '', seat: 1, seed: 1 },
    ...{ measure: 'places', effort, forced: 2, standIn: 0, luck: [luck, luck], draws: [], worth: [7] },
    moments: [
      { ...moment, differences: [luck], verdict: 'depends' },
      { ...moment, seq: 9, differences: [luck], verdict: 'none' },
    ],
  },
  views: [{}, {}],
};

function show(me?: number, record: string | OwnRecord = '/record'): void {
  const seats = seatsOf('Ada', 'Bram');
  render(Study, {
    props: {
      ...{ table: { id: 't', seats } as Table, record, me },
      hrefAt: (seq: number, eyes: number) => `/replay/t?seq=${seq}&eyes=${eyes}`,
    },
    context: tableContexts(textTitle({}), seats),
  });
}

const text = (id: string): string => (screen.getByTestId(id).textContent ?? '').replace(/\s+/g, ' ').trim();

it('studies the own seat, and shows moments, luck and all decisions', async () => {
  runs.runStudy.mockResolvedValue(studied);
  show(1);
  await fireEvent.click(screen.getByTestId('study-start'));
  await screen.findByTestId('study-result');
  expect(runs.runStudy.mock.lastCall?.slice(0, 2)).toEqual(['the record', 1]);
  expect(text('study-moment')).toContain('Depends on the others');
  expect(text('study-moment')).toContain('Played Pebbles 1 Place 1.5 Ada 60% Bram 40%');
  expect(text('study-moment')).toContain('+0.5 places (-0.5 to +1.5) against easy bots');
  expect(screen.getByTestId('study-try').getAttribute('href')).toBe('/replay/t?seq=6&eyes=1');
  expect(text('study-luck')).toContain('Ada +0.5 places (-0.5 to +1.5)');
  expect(text('study-result')).toContain('2 decisions with a single legal move left out.');
  screen.getByTestId<HTMLDetailsElement>('study-all').open = true;
  await fireEvent(screen.getByTestId('study-all'), new Event('toggle'));
  const decisions = await screen.findAllByTestId('study-decision');
  expect(decisions[1]?.textContent).toContain('No difference found in 48 games');
  await fireEvent.click(decisions[0] ?? document.body);
  expect(text('study-all')).toContain('Not compared Pebbles 3');
});

it('studies a record of this device, and shows its moments in place', async () => {
  runs.runStudy.mockResolvedValue(studied);
  const shown = vi.fn();
  show(0, { text: () => Promise.resolve('{"head":"ab"}'), show: shown });
  await fireEvent.click(screen.getByTestId('study-start'));
  await fireEvent.click(await screen.findByTestId('study-try'));
  expect(runs.runStudy.mock.lastCall?.slice(0, 2)).toEqual(['{"head":"ab"}', 0]);
  expect(shown).toHaveBeenCalledWith(6, 1);
});

it('says that nothing stands out', async () => {
  runs.runStudy.mockResolvedValue({ ...studied, study: { ...studied.study, worth: [] } });
  show();
  await fireEvent.click(screen.getByTestId('study-start'));
  await screen.findByTestId('study-result');
  expect(text('study-result')).toContain('Nothing stands out');
});

it('shows the progress, and stops without a complaint', async () => {
  runs.runStudy.mockImplementation(
    (_, __, options) =>
      new Promise((_, reject) => {
        const { progress, signal } = options as CallOptions;
        progress?.({ job: 1, done: 421, total: 1000 });
        signal?.addEventListener('abort', () => reject(new Error('canceled')));
      }),
  );
  show();
  await fireEvent.click(screen.getByTestId('study-start'));
  await vi.waitFor(() => expect(text('study-busy')).toContain('42'));
  await fireEvent.click(screen.getByTestId('study-stop'));
  await screen.findByTestId('study-start');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says that the study broke off', async () => {
  runs.runStudy.mockRejectedValue(new Error('unreachable'));
  show();
  await fireEvent.click(screen.getByTestId('study-start'));
  expect((await screen.findByRole('alert')).textContent).toContain('The study broke off');
});
