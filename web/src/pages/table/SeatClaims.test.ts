// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import { seatOf, tableWith } from '../../dev/contexts';
import type { TableModel } from '../../lib/table/table-model.svelte.ts';
import type { Recovery } from '../../lib/wire/recovery';
import SeatClaims from './SeatClaims.svelte';

const [ada, ben, eve] = [
  { id: 'a', name: 'Ada' },
  { id: 'b', name: 'Ben' },
  { id: 'e', name: 'Eve' },
];
const claim: Recovery = {
  ...{ id: 'r', table: 't', title: 'chess', seat: 1, state: 'open', by: eve, holder: ben, confirmed: [], needed: 1 },
  createdAt: '2026-11-30T12:00:00Z',
};
const table = tableWith({
  ...{ state: 'running', seats: [seatOf(0, { player: ada }), seatOf(1, { player: ben })] },
});
const known: unknown = { me: 0 };
const model = known as TableModel; // the part that the component uses

afterEach(cleanup);

it('announces a claim and each of its answers, in a region that was there before', async () => {
  const { rerender } = render(SeatClaims, { model, table });
  const said = screen.getByRole('status');
  await rerender({ table: { ...table, recoveries: [claim] } });
  expect(said.textContent).toContain('Eve says: the seat of Ben is mine');
  await rerender({ table: { ...table, recoveries: [{ ...claim, confirmed: [0] }] } });
  expect(said.textContent).toContain('You confirmed that Eve is Ben.');
  await rerender({ table: { ...table, recoveries: [{ ...claim, confirmed: [0], movesAt: '2036-11-30T12:00:00Z' }] } });
  expect(said.textContent).toContain(', unless Ben comes back.');
  expect(said.isConnected).toBe(true);
});
