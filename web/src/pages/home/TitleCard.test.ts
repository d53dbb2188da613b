// @vitest-environment jsdom
import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { eventually } from '../../eventually';
import { settings } from '../../lib/app/settings.svelte.ts';
import type { Title } from '../../lib/wire/title';
import TitleCard from './TitleCard.svelte';

const title: Title = {
  ...{ id: 'meduris', name: 'Meduris', minSeats: 2, maxSeats: 4, minutes: { from: 60, to: 90 }, weight: 3, rules: 1 },
  ...{ options: [], common: [], colors: {} },
};

afterEach(() => {
  settings.language = 'en';
});

/** Shows the card of a title, and waits for its texts. */
async function show(shown: Title): Promise<HTMLElement> {
  render(TitleCard, { title: shown, onplay: vi.fn(), onbots: vi.fn() });
  await eventually(() => expect(document.querySelector('.place')).toBeNull());
  return screen.getByTestId(`facts-${shown.id}`);
}

it('shows players, length and weight', async () => {
  const facts = await show(title);
  expect(facts.textContent).toContain('2 to 4 players');
  expect(facts.textContent).toContain('60 to 90 minutes');
  expect(within(facts).getByRole('button').textContent).toContain('Weight: medium');
  expect(within(facts).getByRole('img').getAttribute('aria-label')).toBe('3 of 5');
  expect(within(facts).getByRole('img').querySelectorAll('.full')).toHaveLength(3);
});

it('shows facts without a range as one number, in the language of the reader', async () => {
  settings.language = 'nl';
  const facts = await show({ ...title, minSeats: 3, maxSeats: 3, minutes: { from: 20, to: 20 }, weight: 5 });
  for (const text of ['3 spelers', 'ongeveer 20 minuten', 'Zwaarte: zwaar']) expect(facts.textContent).toContain(text);
});

it('explains the weight on pointer, tap and key', async () => {
  const weight = within(await show(title)).getByRole('button');
  const why = document.getElementById(weight.getAttribute('aria-describedby') ?? '');
  expect(why?.textContent).toContain('how much there is to learn');
  const shown = (): boolean => why?.classList.contains('shown') ?? false;
  expect(shown()).toBe(false);
  await fireEvent(weight, Object.assign(new Event('pointerenter'), { pointerType: 'mouse' }));
  expect(shown()).toBe(true);
  await fireEvent(weight, new Event('pointerleave'));
  expect(shown()).toBe(false);
  await fireEvent.click(weight); // also by Enter and by a tap
  expect(shown()).toBe(true);
  expect(weight.getAttribute('aria-expanded')).toBe('true');
  await fireEvent.keyDown(weight, { key: 'Escape' });
  expect(shown()).toBe(false);
});

it('opens the large picture of the board', async () => {
  await show(title);
  const small = screen.getByTestId('board-meduris');
  expect([...small.querySelectorAll('img')].map((image) => image.getAttribute('loading'))).toEqual(['lazy', 'lazy']);
  await fireEvent.click(small);
  const large = [...document.querySelectorAll('dialog img')];
  expect(large.map((image) => image.getAttribute('alt'))).toEqual(Array(2).fill(large[0]?.getAttribute('alt')));
  expect(large[0]?.getAttribute('alt')).toContain('Meduris');
});

it('shows the facts of a title without a picture of its board', async () => {
  const facts = await show({ ...title, id: 'unheard', name: 'Unheard' });
  expect(facts.textContent).toContain('60 to 90 minutes');
  expect(screen.queryByTestId('board-unheard')).toBeNull();
});
