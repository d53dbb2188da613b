// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tableWith } from '../../dev/contexts';
import { api } from '../net/api';
import { Refusal } from '../net/rest';
import type { Table } from '../wire/table';
import { FollowedTable } from './followed-table.svelte.ts';

/** The answer of the server: a table, or an error code. */
let answer: Table | string;
let asked = 0;
const open = tableWith({ id: 'next', state: 'open', visibility: 'private', seq: 0 });
const later = (n: number, change: Partial<Table> = {}): Table => ({
  ...{ ...open, updatedAt: `2026-01-01T00:00:0${n}Z` },
  ...change,
});
const loaded = vi.fn();
let table: FollowedTable;
let stop: () => void;

beforeEach(async () => {
  vi.useFakeTimers();
  asked = 0;
  loaded.mockClear();
  answer = open;
  vi.spyOn(api, 'table').mockImplementation(() => {
    asked++;
    return typeof answer === 'string' ? Promise.reject(new Refusal(answer, 404)) : Promise.resolve(answer);
  });
  table = new FollowedTable('next', loaded);
  stop = table.watch();
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(() => {
  stop();
});

it('follows each change until the end of the game', async () => {
  expect(table.table).toEqual(open);
  answer = later(1, { changed: 1 });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(table.table?.changed).toBe(1);
  expect(loaded).toHaveBeenLastCalledWith(later(1, { changed: 1 }));
  answer = later(2, { state: 'finished' });
  await vi.advanceTimersByTimeAsync(5_000);
  const before = asked;
  await vi.advanceTimersByTimeAsync(100_000);
  expect(asked).toBe(before);
});

it('keeps a newer state than the answer of a slow request', () => {
  table.accept(later(5, { changed: 2 }));
  table.accept(later(4, { changed: 1 }));
  expect(table.table?.changed).toBe(2);
  expect(loaded).toHaveBeenLastCalledWith(later(5, { changed: 2 }));
});

it('notices that the reader may no longer see the table, and that they may again', async () => {
  answer = 'unknown_table';
  await vi.advanceTimersByTimeAsync(5_000);
  expect(table.gone).toBe(true);
  answer = later(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(table.gone).toBe(false);
});

it('keeps the last state while the server fails, and asks nothing after the end', async () => {
  answer = 'unavailable';
  await vi.advanceTimersByTimeAsync(5_000);
  expect(table.table).toEqual(open);
  expect(table.gone).toBe(false);
  stop();
  const before = asked;
  await vi.advanceTimersByTimeAsync(100_000);
  expect(asked).toBe(before);
});
