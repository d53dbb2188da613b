// @vitest-environment jsdom
import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { messages, seatsOf, tableContexts, textTitle } from '../../dev/contexts';
import type { EntryEvents } from '../wire/game';
import LastLines from './LastLines.svelte';

const title = textTitle(messages({ 'event.drawn': '{seat, player} draws {card, word}.' }));
const drawn = (seq: number): EntryEvents => ({ seq, events: [{ name: 'drawn', data: { seat: 0, card: `c${seq}` } }] });
const list = (): HTMLElement => screen.getByTestId('last-lines');

it('makes only new sentences while something else has its place, and the list anew if it is seen', async () => {
  const lines = [drawn(1), drawn(2)];
  const context = tableContexts(title, seatsOf('Ada'));
  const { rerender } = render(LastLines, { props: { lines, view: { deck: 1 }, seen: true }, context });
  const first = list();
  const [newest, oldest] = first.children;
  expect(newest?.textContent).toContain('c2');

  await rerender({ seen: false });
  await rerender({ lines: [...lines, drawn(3)] });
  expect(first.textContent).not.toContain('c3');
  await rerender({ seen: true });
  expect(list()).toBe(first);
  expect(first.children[0]?.textContent).toContain('c3');
  expect([...first.children].slice(1)).toEqual([newest, oldest]);
  expect(first.children[1]).toBe(newest);

  await rerender({ lines: [...lines, drawn(3), drawn(4)] });
  expect(list()).not.toBe(first);
  expect(list().children).toHaveLength(4);
});
