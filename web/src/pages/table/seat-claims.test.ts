// @vitest-environment jsdom
import { render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { beforeEach, expect, it } from 'vitest';
import { seatOf, tableWith } from '../../dev/contexts';
import { me } from '../../lib/account/me.svelte.ts';
import { announcer } from '../../lib/app/announcer.svelte.ts';
import type { TableModel } from '../../lib/table/table-model.svelte.ts';
import type { Recovery } from '../../lib/wire/recovery';
import SeatClaims from './SeatClaims.svelte';
import ThatIsMine from './ThatIsMine.svelte';

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

beforeEach(() => {
  me.player = eve;
});
const modelWith = (present: number[] | null, me?: number): TableModel => {
  const known: unknown = { present, me, invite: 'code' };
  return known as TableModel; // the parts that the components use
};
const dialogButtons = (): boolean[] =>
  [0, 1].map((seat) => screen.getByTestId<HTMLButtonElement>(`claim-${seat}`).disabled);

it('offers the seats of players who have gone since the page opened', async () => {
  render(ThatIsMine, { model: modelWith([0]), table });
  screen.getByTestId('that-is-mine').click();
  await tick();
  expect(dialogButtons()).toEqual([true, false]);
});

it('says that the player of a claimed seat keeps it, and offers to claim again', async () => {
  const { rerender } = render(ThatIsMine, { model: modelWith(null), table });
  const said = screen.getByRole('status');
  await rerender({ table: { ...table, recoveries: [claim] } });
  expect(said.textContent).toContain('0 of 1 people');
  await rerender({ table });
  expect(said.isConnected).toBe(true);
  expect(said.textContent.trim()).toBe('Ben keeps the seat.');
  expect(screen.getByTestId('that-is-mine')).toBeTruthy();
});

it('says nothing of a claim if another player has the seat by now', async () => {
  const { rerender } = render(ThatIsMine, { model: modelWith(null), table: { ...table, recoveries: [claim] } });
  await rerender({ table: { ...table, seats: [seatOf(0, { player: ada }), seatOf(1, { player: eve })] } });
  expect(screen.getByRole('status').textContent).toBe('');
});

it('asks nobody to confirm a claim of the own seat', () => {
  render(SeatClaims, { model: modelWith(null, 1), table: { ...table, recoveries: [claim] } });
  expect(screen.getByRole('status').textContent.trim()).toBe('');
});

it('announces a claim and each of its answers, in a region that was there before', async () => {
  const { rerender } = render(SeatClaims, { model: modelWith(null, 0), table });
  const said = screen.getByRole('status');
  await rerender({ table: { ...table, recoveries: [claim] } });
  expect(said.textContent).toContain('Eve says: the seat of Ben is mine');
  await rerender({ table: { ...table, recoveries: [{ ...claim, needed: 2, confirmed: [0] }] } });
  expect(said.textContent).toContain('You confirmed that Eve is Ben.');
  // Another person has given up, so the reader's word is enough now.
  await rerender({ table: { ...table, recoveries: [{ ...claim, confirmed: [0] }] } });
  expect(screen.getByTestId('claim-confirm')).toBeTruthy();
  await rerender({ table: { ...table, recoveries: [{ ...claim, confirmed: [0], movesAt: '2036-11-30T12:00:00Z' }] } });
  expect(said.textContent).toContain(', unless Ben comes back.');
  expect(said.isConnected).toBe(true);
  await rerender({ table });
  expect(announcer.lines.at(-1)?.text).toBe('Ben keeps the seat.');
});
