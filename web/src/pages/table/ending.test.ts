// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { seatOf, tableWith } from '../../dev/contexts';
import { eventually } from '../../eventually';
import type { TableModel } from '../../lib/table/table-model.svelte.ts';
import type { Seat, Table } from '../../lib/wire/table';
import EndGame from './EndGame.svelte';
import StopVote from './StopVote.svelte';

const ada = seatOf(0, { player: { id: 'a', name: 'Ada' } });
const ben = seatOf(1, { player: { id: 'b', name: 'Ben' } });
const cara = seatOf(2, { player: { id: 'c', name: 'Cara' } });
const bot = seatOf(1, { bot: 'easy' });

const table = (seats: Seat[], more: Partial<Table> = {}): Table => tableWith({ seats, ...more });

let end: ReturnType<typeof vi.fn<TableModel['end']>>;
const model = (me: number | undefined): TableModel => ({ me, end }) as unknown as TableModel;
const onclose = vi.fn();

beforeEach(() => {
  end = vi.fn<TableModel['end']>().mockResolvedValue(null);
  onclose.mockReset();
});
it('asks once more before a concession, and says the consequence', async () => {
  render(EndGame, { model: model(0), table: table([ada, ben]), onclose });
  expect(screen.getByTestId('end-consequence').textContent).toBe('You give up, and Ben wins. You cannot take it back.');
  await fireEvent.click(screen.getByTestId('end-concede'));
  expect(document.activeElement).toBe(screen.getByTestId('end-no'));
  await fireEvent.click(screen.getByTestId('end-no'));
  expect(end).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByTestId('end-concede'));
  await fireEvent.click(screen.getByTestId('end-yes'));
  expect(end.mock.calls).toEqual([['concede']]);
  await eventually(() => expect(onclose).toHaveBeenCalledOnce());
});

it('says that a bot plays on if more seats are left', () => {
  render(EndGame, { model: model(0), table: table([ada, ben, cara]), onclose });
  expect(screen.getByTestId('end-consequence').textContent).toContain('A bot plays your seat to the end');
  expect(screen.queryByTestId('end-close')).toBeNull();
});

it('ends a game against bots after one confirmation', async () => {
  render(EndGame, { model: model(0), table: table([ada, bot]), onclose });
  expect(screen.queryByTestId('end-concede')).toBeNull();
  await fireEvent.click(screen.getByTestId('end-close'));
  await fireEvent.click(screen.getByTestId('end-yes'));
  expect(end.mock.calls).toEqual([['propose_stop']]);
});

it('asks once more before a stop that nobody has to agree to', () => {
  render(EndGame, { model: model(0), table: table([ada, { ...ben, standIn: 'medium' }]), onclose });
  expect(screen.queryByTestId('end-stop')).toBeNull();
  screen.getByTestId('end-close');
  expect(screen.getByTestId('end-consequence').textContent).toContain('Ben wins');
});

it('keeps the dialog open with the reason of a refusal', async () => {
  end.mockResolvedValue('too_fast');
  render(EndGame, { model: model(0), table: table([ada, ben]), onclose });
  await fireEvent.click(screen.getByTestId('end-stop'));
  await eventually(() => expect(screen.getByRole('alert').textContent).not.toBe(''));
  expect(onclose).not.toHaveBeenCalled();
});

it('asks the others about a stop, and lets the proposer withdraw it', async () => {
  const seats = [ada, ben, cara];
  const stop = { seq: 7, by: 1, agreed: [1] };
  const { rerender } = render(StopVote, { model: model(0), table: table(seats, { stop }) });
  expect(screen.getByTestId('stop-vote').textContent).toContain('Ben wants to stop here; you?');
  await fireEvent.click(screen.getByTestId('stop-agree'));
  expect(end, 'before the answer').not.toHaveBeenCalled();
  await fireEvent.click(screen.getByTestId('sure-yes'));
  await fireEvent.click(screen.getByTestId('stop-decline'));
  expect(end.mock.calls).toEqual([
    ['agree_to_stop', 7],
    ['decline_stop', 7],
  ]);

  await rerender({ model: model(1), table: table(seats, { stop }) });
  expect(screen.getByTestId('stop-vote').textContent).toContain('Waiting for Ada and Cara.');
  await fireEvent.click(screen.getByTestId('stop-withdraw'));
  expect(end.mock.calls.at(-1)).toEqual(['decline_stop', 7]);

  await rerender({ model: model(2), table: table(seats, { stop: { ...stop, agreed: [1, 0] } }) });
  expect(screen.getByTestId('stop-vote').textContent).toContain('Ben and Ada want to stop here; you?');

  // Spectators see it without buttons, and nobody after the end.
  await rerender({ model: model(undefined), table: table(seats, { stop }) });
  expect(screen.queryAllByRole('button')).toEqual([]);
  await rerender({ model: model(0), table: table(seats, { stop, state: 'finished' }) });
  expect(screen.queryByTestId('stop-vote')).toBeNull();
});
