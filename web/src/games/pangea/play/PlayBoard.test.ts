// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, it } from 'vitest';
import pangea from '..';
import { tableContexts } from '../../../dev/contexts';
import { readView } from '../board/view';
import { fixtures } from '../dev/fixture';
import { Draft } from './draft.svelte';
import Panel from './Panel.svelte';
import PlayBoard from './PlayBoard.svelte';

function setup(name: string): { draft: Draft; acts: unknown[]; context: Map<unknown, unknown>; view: object } {
  const fixture = fixtures[name];
  if (!fixture) throw new Error(`no fixture ${name}`);
  const { view, decisions, seats } = fixture;
  const acts: unknown[] = [];
  const decision = decisions.find(({ moves }) => moves.length > 0);
  const draft = new Draft({
    view: readView(view),
    decision,
    busy: false,
    hint: undefined,
    act: (move) => acts.push(move),
  });
  return { draft, acts, view, context: tableContexts(pangea, seats, draft) };
}

async function board(name: string): Promise<{ draft: Draft; acts: unknown[]; spot: (key: string) => Element }> {
  const { draft, acts, view, context } = setup(name);
  const { container } = render(PlayBoard, { props: { view: view as never }, context });
  await tick();
  const spot = (key: string): Element => container.querySelector(`[data-spot="${key}"]`) ?? document.body;
  return { draft, acts, spot };
}

const note = (): string => document.querySelector('[data-about]')?.textContent ?? '';
const aboutOf = (): string | undefined => document.querySelector<HTMLElement>('[data-about]')?.dataset.about;

it('explains a plate on pointer, tap and key', async () => {
  const { spot } = await board('5-magic');
  await fireEvent.pointerEnter(spot('plate 1'), { pointerType: 'mouse' });
  expect(note()).toContain('6 goods, to buy amulets and to win');
  await fireEvent.pointerLeave(spot('plate 1'), { pointerType: 'mouse' });
  expect(note()).toBe('');
  await fireEvent.click(spot('plate 2'));
  expect(aboutOf()).toBe('plate 2');
  await fireEvent.click(spot('plate 2'));
  expect(note()).toBe('');
  spot('field 0').dispatchEvent(new FocusEvent('focus'));
  await fireEvent.keyDown(spot('field 0'), { key: 'ArrowLeft' });
  expect(aboutOf()).toBe('plate 0');
});

it('draws the way of a land before it is picked, and the land where it will be', async () => {
  const { draft, spot } = await board('5-magic');
  const actor = draft.actors.find(({ is }) => is === 'shift');
  await fireEvent.pointerEnter(spot(`field ${actor?.field}`), { pointerType: 'mouse' });
  expect(document.querySelectorAll('.ghost')).toHaveLength(actor?.targets.size ?? 0);
  expect(draft.picked).toBeNull();
  await fireEvent.click(spot(`field ${actor?.field}`));
  const [target] = [...(actor?.targets.keys() ?? [])];
  await fireEvent.pointerEnter(spot(`field ${target}`), { pointerType: 'mouse' });
  expect(document.querySelectorAll('.preview .tile')).toHaveLength(1);
  expect(note()).toMatch(/moves to row \d, column \d/);
});

it('asks before it draws a tribe from a bag', () => {
  const view = readView(fixtures['5-magic']?.view ?? {});
  const people = view?.peoples[0]?.people ?? '';
  const decision = { id: '1-1', seat: 0, kind: 'magic', moves: [{ do: 'found', people }, { do: 'end' }] };
  const acts: unknown[] = [];
  const draft = new Draft({ view, decision, busy: false, hint: undefined, act: (move) => acts.push(move) });
  const bag = draft.actors[0];
  if (!bag) throw new Error('no bag');
  expect(draft.choose(bag.field)).toBe(true);
  expect([acts, draft.opened]).toEqual([[], bag.field]);
  draft.pick(bag);
  expect(acts).toEqual([{ do: 'found', people }]);
});

it('says before the press that a founded tribe ends the own production', async () => {
  const fixture = fixtures['5-magic'];
  const view = readView(fixture?.view ?? {});
  const { people = '', tower = -1 } = view?.peoples.find(({ seat }) => seat === 0) ?? {};
  const decision = {
    ...{ id: '1-1', seat: 0, kind: 'magic' },
    moves: [{ do: 'found', people }, { do: 'end' }],
    effects: [
      [
        { kind: 'arrive', tile: tower, home: 0, produces: 0 },
        { kind: 'crowded', tile: tower, tribes: 5, room: 4 },
        { kind: 'production', seat: 0, from: 2, to: 0 },
      ],
      [],
    ],
  };
  const acts: unknown[] = [];
  const draft = new Draft({ view, decision, busy: false, hint: undefined, act: (move) => acts.push(move) });
  const field = draft.actors[0]?.field ?? -1;
  draft.choose(field);
  const context = tableContexts(pangea, fixture?.seats ?? [], draft);
  render(Panel, { props: { moves: (() => undefined) as never }, context });
  const found = screen.getByRole('button', { name: /^Found/ });
  expect(found.textContent).toContain('Then overcrowded: 5 tribes, room for 4. None of them produces.');
  expect(found.textContent).toContain('That ends your production: you then produce 0 goods a turn, not 2.');
  expect(acts).toEqual([]);
  await fireEvent.click(found);
  expect(acts).toEqual([{ do: 'found', people }]);
});

it.each([
  ['4-magic', /^End magic, \d actions? left$/],
  ['5-magic', /^End magic, 2 actions left$/],
  ['5-movement', /^End walking, \d+ tribes? can still walk$/],
  ['5-buying', /^End trade, \d+ tribes? can still buy$/],
])('says what a player gives up by ending the phase: %s', (name, words) => {
  const { context } = setup(name);
  render(Panel, { props: { moves: (() => undefined) as never }, context });
  const end = screen.getByRole('button', { name: words });
  expect(end.classList).not.toContain('main');
});
