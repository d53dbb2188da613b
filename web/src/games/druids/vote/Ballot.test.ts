// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, it } from 'vitest';
import { seatsOf, tableContexts, textTitle } from '../../../dev/contexts';
import type { Decision, JsonObject } from '../../../lib/wire/game';
import fixture from '../dev/fixtures/vote.json';
import en from '../texts/en.json';
import { guard } from '../guard';
import { Draft } from '../play/draft.svelte';
import type { BallotView, VoteView } from '../types.gen';
import Ballot from './Ballot.svelte';
import VoteBoard from './VoteBoard.svelte';
import VoteChoice from './VoteChoice.svelte';

// Seat 0 votes now. Seats 1 to 4 have voted, from seat 1 on.
const view = guard.requireView(fixture.view);
const { vote } = view;
if (!vote) throw new Error('the fixture has no vote');
const names = ['Maren', 'Tobias', 'Ilse', 'Kofi', 'Wietske'];
const contexts = (draft?: Draft) => tableContexts(textTitle(en), seatsOf(...names), draft);

function ballot(seat: number, change: Partial<BallotView> = {}, over: Partial<VoteView> = {}): string {
  const now = vote?.ballots[seat];
  if (!vote || !now) throw new Error(`no ballot of seat ${seat}`);
  render(Ballot, {
    props: { view, vote: { ...vote, ...over }, ballot: { ...now, ...change }, tell: () => undefined },
    context: contexts(),
  });
  return (screen.getByRole('listitem').textContent ?? '').replace(/\s+/g, ' ').trim();
}

it('shows the player, the figures in the center and the votes', () => {
  const text = ballot(1);
  expect(text).toContain('Tobias');
  expect(screen.getByRole('button', { name: /^The Dwarf King|^the Dwarf King/ })).toBeTruthy();
  expect(text).toContain('4the sun');
  expect(text).not.toContain('the moon');
  expect(text).not.toContain('voting now');
});

it('marks the seat that votes now, which has no votes yet', () => {
  expect(ballot(0)).toMatch(/voting now$/);
  cleanup();
  expect(ballot(0, {}, { cult: 'sun' })).not.toContain('voting now');
});

it('shows both cults, a vote for neither, and a doubled figure', () => {
  expect(ballot(1, { sun: 2, moon: 1 })).toMatch(/2the sun ?1the moon$/);
  cleanup();
  expect(ballot(1, { sun: 0, moon: 0 })).toMatch(/–$/);
  cleanup();
  expect(ballot(1, { doubled: ['dwarf-king'] })).toContain('×2');
});

it('explains a figure to mouse, tap and key', async () => {
  render(VoteBoard, { props: { view, vote }, context: contexts() });
  const [king] = screen.getAllByRole('button', { name: /the Dwarf King/ });
  const told = (): string => document.querySelector('.state')?.textContent ?? '';
  expect(told()).not.toContain('Dwarf King');
  for (const [come, leave] of [
    ['focus', 'blur'],
    ['click', 'blur'],
  ] as const) {
    king?.dispatchEvent(come === 'click' ? new MouseEvent(come, { bubbles: true }) : new FocusEvent(come));
    await tick();
    expect(told(), come).toContain(en['figure.why.dwarf-king']);
    king?.dispatchEvent(new FocusEvent(leave));
    await tick();
    expect(told(), leave).not.toContain('Dwarf King');
  }
});

it('is listed from the first voter on, and can be hidden', async () => {
  render(VoteBoard, { props: { view, vote }, context: contexts() });
  const order = screen.getAllByRole('listitem').map((item) => names.find((name) => item.textContent?.includes(name)));
  expect(order).toEqual(['Tobias', 'Ilse', 'Kofi', 'Wietske', 'Maren']);
  screen.getByRole('button', { name: en['vote.aside'] ?? '' }).click();
  await tick();
  expect(screen.queryAllByRole('listitem')).toEqual([]);
  screen.getByRole('button', { name: new RegExp(`^${en['vote.open']} 4 ?the sun 7 ?the moon$`) }).click();
  await tick();
  expect(screen.getAllByRole('listitem')).toHaveLength(5);
});

it.each([true, false])('sends the chosen vote, unless busy: %s', (busy) => {
  const acts: JsonObject[] = [];
  const moves = [
    { druid: 'sun', king: 'none' },
    { druid: 'moon', king: 'none' },
  ];
  const decision: Decision = { id: '232-232', seat: 0, kind: 'vote', moves };
  const draft = new Draft({ view, decision, busy, hint: undefined, act: (move) => void acts.push(move) });
  render(VoteChoice, { props: { decision }, context: contexts(draft) });
  const buttons = screen.getAllByRole<HTMLButtonElement>('button');
  expect(buttons.map(({ disabled }) => disabled)).toEqual([busy, busy]);
  buttons[1]?.click();
  expect(acts).toEqual(busy ? [] : [moves[1]]);
});
