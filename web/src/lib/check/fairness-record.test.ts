import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { check } from './check';
import { root } from './record-kit';

const text = readFileSync(join(root, 'docs/fairness-record.json'), 'utf8');

// A test of engine/corpus compares the same counts with those of nemeton verify.
it('checks the record that docs/fairness.md offers, and counts as nemeton verify does', async () => {
  const found = await check(text);
  expect(found.wrong).toBeUndefined();
  expect(found).toMatchObject({ entries: 74, draws: 35, restores: 1, bare: 3, erased: 0, handedOver: [1] });
  expect(found.seats).toMatchObject([
    { bot: false, declined: false, reveals: 17, voids: 3, unsigned: 2, confirmed: 1, worded: 0, protects: 12 },
    { bot: false, declined: true, reveals: 23, voids: 2, unsigned: 8, confirmed: 0, worded: 1, protects: 20 },
    { bot: true, declined: false, reveals: 0, voids: 0, unsigned: 0, confirmed: 0, worded: 0, protects: 0 },
  ]);
});

it('finds a change of that record', async () => {
  const { wrong } = await check(text.replace('"createdAt":18', '"createdAt":17'));
  expect(wrong).toEqual({ check: 'digest' });
});
