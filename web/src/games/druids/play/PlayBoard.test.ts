// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, it } from 'vitest';
import druids from '..';
import { tableContexts } from '../../../dev/contexts';
import type { Decision, Move } from '../../../lib/wire/game';
import { reachesOf } from './reaches';
import { readView } from '../board/view';
import { fixtures } from '../dev/fixture';
import { Draft } from './draft.svelte';
import Panel from './Panel.svelte';
import PlayBoard from './PlayBoard.svelte';

interface Setup {
  draft: Draft;
  acts: Move[];
  moves: readonly Move[];
  context: Map<unknown, unknown>;
  view: object;
}

function setup(name: string, keep: (move: Move) => boolean = () => true): Setup {
  const fixture = fixtures[name];
  const open = fixture?.decisions.find(({ moves }) => moves.length > 0);
  if (!fixture || !open) throw new Error(`no decision in ${name}`);
  const effects = open.effects?.filter((_, i) => keep(open.moves[i] ?? {}));
  const decision: Decision = { ...open, moves: open.moves.filter(keep), ...(effects ? { effects } : {}) };
  const acts: Move[] = [];
  const view = readView(fixture.view);
  const draft = new Draft({ view, decision, busy: false, hint: undefined, act: (move) => acts.push(move) });
  const context = tableContexts(druids, fixture.seats, draft);
  return { draft, acts, moves: decision.moves, context, view: fixture.view };
}

const note = (): string => document.querySelector('[data-about]')?.textContent ?? '';
const marked = (): string | undefined => document.querySelector<HTMLElement>('[data-testid="reach"]')?.dataset.stones;
const spot = (key: string): Element => document.querySelector(`[data-spot="${key}"]`) ?? document.body;
const noMoves = (() => undefined) as never;

it('explains a shield and the place of decision on pointer, tap and key', async () => {
  const { context, view } = setup('5-turn');
  render(PlayBoard, { props: { view: view as never }, context });
  await fireEvent.pointerEnter(spot('shield 3'), { pointerType: 'mouse' });
  expect(note()).toContain('6 cards in hand');
  expect(note()).toContain('The cards are secret.');
  await fireEvent.pointerLeave(spot('shield 3'), { pointerType: 'mouse' });
  expect(note()).toBe('');
  await fireEvent.click(spot('center'));
  expect(note()).toContain('2 of 5 figures');
  expect(note()).toContain('With the fifth, the vote begins.');
  spot('shield 0').dispatchEvent(new FocusEvent('focus'));
  await tick();
  expect(note()).toContain('in hand');
});

it('has a summary for screen readers, in sentences', async () => {
  const { context, view } = setup('5-turn');
  render(PlayBoard, { props: { view: view as never }, context });
  const summary = await screen.findByRole('list', { name: 'The stone circle' });
  const said = [...summary.children].map(({ textContent }) => textContent);
  expect(said.find((line) => line.includes('6 cards in hand'))).toMatch(/6 cards in hand\. \d figures? on stones/);
});

it('marks the stones in reach of a figure, from the panel and from the board', async () => {
  const { context, view, moves, acts, draft } = setup('5-use');
  render(PlayBoard, { props: { view: view as never }, context });
  render(Panel, { props: { moves: noMoves }, context });
  const move = moves.find(({ figure, die }) => figure === 'grannus' && die === 1);
  if (!move || !draft.table.decision) throw new Error('no walk of Grannus');
  const expected = [...(reachesOf(draft.table.decision, [move])[0]?.paths.keys() ?? [])].sort((a, b) => a - b);
  expect(expected.length).toBeGreaterThan(0);
  const stones = (): number[] =>
    (marked() ?? '')
      .split(',')
      .map(Number)
      .sort((a, b) => a - b);
  const button = screen.getByRole('button', { name: /^4 steps: Grannus.* in reach/ });
  await fireEvent.pointerEnter(button, { pointerType: 'mouse' });
  expect(stones()).toEqual(expected);
  expect(screen.getByTestId('looked').textContent).toContain(`${expected.length} stones in reach`);
  await fireEvent.pointerLeave(button, { pointerType: 'mouse' });
  expect(marked()).toBeUndefined();

  // The first tap explains, the second one plays.
  await fireEvent.pointerDown(button, { pointerType: 'touch' });
  await fireEvent.click(button, { detail: 1 });
  expect([stones(), acts]).toEqual([expected, []]);
  await fireEvent.click(button, { detail: 1 });
  expect(acts).toEqual([move]);

  await fireEvent.pointerEnter(spot('die 1'), { pointerType: 'mouse' });
  expect(stones()).toEqual(expect.arrayContaining(expected));
  draft.reset();
  await tick();
  expect(marked()).toBeUndefined();
});

it.each([
  ['5-turn', 'play a card', () => true, 'Roll without a card', false],
  ['5-turn', 'call a spirit', ({ do: what }: Move) => what !== 'play', 'Roll without calling a spirit', false],
  ['5-turn', 'nothing else', ({ do: what }: Move) => what === 'roll', 'Roll the dice', true],
] as const)('the roll says what it gives up: %s, %s', (name, what, keep, label, main) => {
  const { context, draft } = setup(name, keep);
  if (what === 'call a spirit') (draft.table.decision?.moves as Move[]).push({ do: 'call', figure: 'arianrhod' });
  render(Panel, { props: { moves: noMoves }, context });
  const roll = screen.getByRole('button', { name: new RegExp(`^${label}`) });
  expect(roll.classList.contains('main')).toBe(main);
});

it('says how near the vote is, and what each effect gives', () => {
  const { context } = setup('landing');
  render(Panel, { props: { moves: noMoves }, context });
  expect(screen.getByTestId('progress').textContent).toContain('0 of 5 figures');
  expect(
    screen.getByRole('button', { name: /^Exchange 1 card You get 1 random card from .*, who has 6,/ }),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Summon Belenus.*You then score 30 if the sun wins/ })).toBeTruthy();
});
