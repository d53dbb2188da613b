// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, it, vi } from 'vitest';
import { seatsOf, tableContexts, messages, textTitle } from '../../dev/contexts';
import { api } from '../net/api';
import { HintRequest } from '../table/hint-request.svelte.ts';
import { ShownMoment } from '../table/shown-moment.svelte.ts';
import { TableModel } from '../table/table-model.svelte.ts';
import type { Decision } from '../wire/game';
import type { AnyDraft } from './draft.svelte';
import AllMoves from './AllMoves.svelte';
import Prompt from './Prompt.svelte';
import { eventually } from '../../eventually';

const title = textTitle(
  messages({
    'decision.play': 'What do you play?',
    'decision.play.other': '{seat, player} plays a card.',
    'move.play': 'Play {card, word}',
    'reason.best': 'because it is the best',
  }),
);
const moves = [{ card: 'raven' }, { card: 'mist' }];
const mine: Decision = { id: '1-1', seat: 0, kind: 'play', moves };
const theirs: Decision = { id: '1-2', seat: 1, kind: 'play', moves: [] };

function setup(
  decisions: Decision[],
  change: Partial<TableModel> = {},
  hintRequest?: HintRequest,
  panel?: typeof AllMoves,
  draft?: AnyDraft,
) {
  const sent: unknown[] = [];
  let open = false;
  const model = new TableModel('t', undefined, {
    open: (_url, _protocol, listener) => {
      queueMicrotask(() => {
        open = true;
        listener.onOpen();
      });
      return { send: (text) => open && sent.push(JSON.parse(text)) > 0, close: () => undefined };
    },
    random: () => 0,
  });
  Object.assign(
    model,
    { me: 0, decisions, view: { members: {}, canTakeBack: false }, connection: { is: 'online' } },
    change,
  );
  const context = tableContexts(title, seatsOf('Ada', 'Bram'), draft);
  const moment = new ShownMoment(model, { animation: null, view: {} });
  render(Prompt, { props: { model, moment, hintRequest, panel }, context });
  model.start();
  return { model, sent };
}

const button = (name: string): HTMLButtonElement => screen.getByRole('button', { name });

it('asks the reader, and names the others who decide', () => {
  setup([mine, theirs]);
  const region = screen.getByRole('region', { name: 'Your turn' });
  expect(within(region).getByText('What do you play?')).toBeTruthy();
  expect(screen.getByTestId('decision-prompt').textContent).toContain('Bram plays a card.');
  expect(region.dataset.decision).toBe('1-1');
});

it('moves the focus of a pressed choice to the question if the next decision offers the same move', async () => {
  const { model } = setup([mine]);
  button('Play mist').focus();
  model.decisions = [{ ...mine, id: '2-1' }];
  await tick();
  expect(document.activeElement?.id).toBe('prompt');
});

it('sends the chosen move and locks the others until the answer', async () => {
  const { sent } = setup([mine]);
  button('Play mist').click();
  await tick();
  expect(sent).toMatchObject([{ t: 'act', decision: '1-1', move: { card: 'mist' } }]);
  expect(button('Play raven').disabled).toBe(true);
  expect(button('Play mist').getAttribute('aria-busy')).toBe('true');
});

it('can be used by keyboard', () => {
  setup([mine]);
  button('Play raven').focus();
  expect(document.activeElement).toBe(button('Play raven'));
});

it('has no choices while others decide', () => {
  setup([theirs], {}, new HintRequest(() => api.hint('t')));
  expect(screen.queryAllByRole('button')).toEqual([]);
});

it('says that the game is over', () => {
  const outcome = { winners: [0], scores: [1, 0] };
  setup([], { view: { members: {}, canTakeBack: false, outcome } });
  expect(screen.getByText('The game is over')).toBeTruthy();
});

it('says why a move was refused, and that a move waits for the connection', async () => {
  const { model } = setup([mine], { refusal: 'too_fast' });
  expect(screen.getByRole('alert').textContent).toContain('too fast');
  Object.assign(model, { connection: { is: 'offline' }, sending: { decision: '1-1', move: moves[0] }, kept: true });
  await tick();
  expect(screen.getByText(/^Your move is saved/)).toBeTruthy();
  // A reload would lose it in a browser that stores nothing.
  model.kept = false;
  await tick();
  expect(screen.queryByText(/saved/)).toBeNull();
  expect(screen.getByText(/^Your move is sent as soon as/)).toBeTruthy();
});

it('offers to take back only if the server does', async () => {
  const { model, sent } = setup([mine]);
  expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull();
  model.view = { members: {}, canTakeBack: true };
  await tick();
  button('Take back').click();
  await tick();
  expect(sent).toMatchObject([{ t: 'takeback' }]);
});

it('moves the focus of a keyboard to the board if a move of another player takes the button away', async () => {
  document.body.insertAdjacentHTML(
    'beforeend',
    '<i data-spot="a" tabindex="-1"></i><i data-spot="b" tabindex="0"></i>',
  );
  const takenAway = async (byKey: boolean): Promise<string | undefined> => {
    const draft = { byKey } as AnyDraft;
    const { model } = setup([theirs], { view: { members: {}, canTakeBack: true } }, undefined, AllMoves, draft);
    button('Take back').focus();
    model.view = { members: {}, canTakeBack: false };
    await tick();
    await tick();
    const { spot } = (document.activeElement as HTMLElement).dataset;
    cleanup();
    return spot;
  };
  expect(await takenAway(false)).toBeUndefined();
  expect(await takenAway(true)).toBe('b');
  for (const spot of document.querySelectorAll('[data-spot]')) spot.remove();
});

it('shows a hint for this decision only', async () => {
  const hintRequest = new HintRequest(() => api.hint('t'));
  const { model } = setup([mine], {}, hintRequest);
  expect(button('What would a bot do?').disabled).toBe(false);
  hintRequest.hint = { decision: '1-1', index: 1, second: -1, reason: 'best', params: {} };
  await tick();
  expect(screen.getByTestId('hint').textContent).toContain('Play mist');
  expect(screen.getByTestId('hint').textContent).toContain('because it is the best');
  model.decisions = [{ ...mine, id: '2-1' }];
  await tick();
  expect(screen.queryByTestId('hint')).toBeNull();
});

it('gives a folded list its words when it is opened', async () => {
  setup([mine], {}, undefined, AllMoves);
  const words = (): (string | undefined)[] =>
    screen.getAllByTestId('move-button').map(({ textContent }) => textContent?.trim());
  expect(words()).toEqual(['', '']);
  screen.getByText('All my choices as a list').click();
  await tick();
  expect(words()).toEqual(['Play raven', 'Play mist']);
});

it('marks the hinted choice in its place, and puts the hint where its button was', async () => {
  const hintRequest = new HintRequest(() => api.hint('t'));
  setup([mine], {}, hintRequest);
  const order = (): string[] =>
    screen.getAllByTestId('move-button').map(({ textContent }) => textContent?.trim() ?? '');
  const region = screen.getByRole('region', { name: 'Your turn' });
  const before = order();
  const parts = [...region.children].map(({ className }) => className);
  const place = screen.getByTestId('ask-hint').parentElement;
  hintRequest.hint = { decision: '1-1', index: 1, second: -1, reason: 'best', params: {} };
  await tick();
  expect(order()).toEqual(before);
  expect([...region.children].map(({ className }) => className)).toEqual(parts);
  expect(place?.contains(screen.getByTestId('hint'))).toBe(true);
  expect(button('Play mist').getAttribute('aria-description')).toBe('A bot would choose this');
  expect('hinted' in button('Play mist').dataset).toBe(true);
  expect('hinted' in button('Play raven').dataset).toBe(false);
});

it('says why there is no hint', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"code":"too_fast"}', { status: 429 })));
  setup([mine], {}, new HintRequest(() => api.hint('t')));
  button('What would a bot do?').click();
  await eventually(() => expect(screen.getByRole('status').textContent).toContain('too fast'));
});

it('keeps the sentence about another player when the question changes', async () => {
  const { model } = setup([theirs]);
  const said = screen.getByTestId('decision-prompt');
  const [sentence] = said.children;
  expect(said.textContent).toContain('Bram plays a card.');
  model.decisions = [{ ...theirs, id: '1-3', kind: 'rest' }];
  await tick();
  expect(said.textContent).toMatch(/Bram\s*…/);
  expect(said.children[0]).toBe(sentence);
});
