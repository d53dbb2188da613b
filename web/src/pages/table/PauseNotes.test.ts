// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import type { ComponentProps } from 'svelte';
import { expect, it, vi } from 'vitest';
import { seatOf, tableWith } from '../../dev/contexts';
import { dateText } from '../../lib/ui/pace-texts';
import type { Seat, Table } from '../../lib/wire/table';
import PauseNotes from './PauseNotes.svelte';

const day = 86_400_000;
const now = Date.UTC(2026, 0, 2);
const ada = seatOf(0, { player: { id: 'a', name: 'Ada' } });
const ben = seatOf(1, { player: { id: 'b', name: 'Ben' } });
const bot = seatOf(2, { bot: 'easy' });

const seatStatus = () => ({
  busy: false,
  answerPause: vi.fn(() => Promise.resolve()),
  proposePause: vi.fn(() => Promise.resolve()),
  settlePause: vi.fn(() => Promise.resolve()),
});

function show(seats: Seat[], pause: Partial<NonNullable<Table['pause']>>, me = 0) {
  const acts = seatStatus();
  const table = tableWith({ seats, pause: { until: 0, away: [], ...pause } });
  const props = { seatStatus: acts, model: { me, clocks: { now } }, table };
  render(PauseNotes, props as unknown as ComponentProps<typeof PauseNotes>);
  return acts;
}

const text = (id: string): string => (screen.getByTestId(id).textContent ?? '').replace(/\s+/g, ' ').trim();

it.each([
  ['the pause', 5 * day, 2 * day, 5 * day],
  ['the vacation', 2 * day, 5 * day, 5 * day],
])('the clocks stand still to the end of %s, whichever is later', (_, until, away, end) => {
  show([ada, ben, bot], { until: now + until, away: [{ seat: 1, until: now + away }] });
  expect(text('paused')).toBe(`Paused until ${dateText(now + end)}. Ben is on vacation. End the pause`);
});

it('only a pause by agreement can be ended, and only by a player', () => {
  show([ada, ben], { away: [{ seat: 1, until: now + day }] });
  expect(screen.queryByTestId('propose-resume')).toBeNull();
  cleanup();
  show([ada, ben], { until: now + day }, 7);
  expect(screen.queryByTestId('propose-resume')).toBeNull();
});

it('shows nothing after the end of a pause', () => {
  show([ada, ben], { until: now - 1, away: [{ seat: 1, until: now - 1 }] });
  expect(screen.queryByTestId('paused')).toBeNull();
});

it('a proposal asks the persons who play, and no bot', () => {
  const proposal = { seq: 7, resumes: false, agreed: [0] };
  const acts = show([ada, ben, bot], { proposal });
  expect(text('pause-vote')).toContain('Waiting for Ben.');
  expect(screen.queryByTestId('pause-settle')).toBeNull();
  expect(acts.settlePause).not.toHaveBeenCalled();
});

it('a proposal to which nobody is left to agree can be carried out', async () => {
  const proposal = { seq: 7, resumes: false, agreed: [0] };
  const acts = show([ada, { ...ben, standIn: 'easy' }, bot], { proposal });
  expect(text('pause-vote')).not.toContain('Waiting');
  await fireEvent.click(screen.getByTestId('pause-settle'));
  expect(acts.settlePause.mock.calls).toEqual([[7]]);
});

it('a second proposal cannot be made while one is open', () => {
  show([ada, ben], { until: now + day, proposal: { seq: 7, resumes: true, agreed: [1] } });
  expect(screen.queryByTestId('propose-resume')).toBeNull();
  expect(screen.getByTestId('resume-agree')).toBeTruthy();
});
