// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { seatOf } from '../../dev/contexts';
import type { Seat } from '../wire/table';
import { nameOf } from './seating';

const seat = (at: number, name: string, alike?: number): Seat =>
  seatOf(at, { player: { id: String(at), name }, ...(alike ? { alike } : {}) });

it('numbers confusable names', () => {
  const seats = [seat(0, 'Ada', 1), seat(1, 'Αda', 2), seat(2, 'Bob')];
  expect([0, 1, 2].map((at) => nameOf(seats, at))).toEqual(['Ada (1)', 'Αda (2)', 'Bob']);
});
