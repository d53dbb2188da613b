// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import TakeoverWarning from './TakeoverWarning.svelte';

beforeEach(() => {
  vi.useFakeTimers();
});

function setup(milliseconds: number) {
  const onactive = vi.fn();
  render(TakeoverWarning, { props: { at: Date.now() + milliseconds, onactive } });
  return onactive;
}

/** The texts that a screen reader announces, without repetitions, while the time passes. */
async function spoken(seconds: number): Promise<string[]> {
  const texts: string[] = [];
  for (let n = 0; n <= seconds; n++) {
    const text = screen.getByTestId('takeover-warning').querySelector('.unseen')?.textContent ?? '';
    if (text !== texts.at(-1)) texts.push(text);
    vi.advanceTimersByTime(1000);
    await tick();
  }
  return texts;
}

it('counts down each second for the eyes, and announces only a few times', async () => {
  setup(45_000);
  expect(screen.getByText('A bot plays for you in 0:45.').getAttribute('aria-hidden')).toBe('true');
  expect(await spoken(46)).toEqual([
    'A bot plays for you in less than 60 seconds.',
    'A bot plays for you in less than 30 seconds.',
    'A bot plays for you in less than 10 seconds.',
    'A bot can take over now.',
  ]);
});

it('takes any key or pointer press on the page as proof that the reader is here', async () => {
  const onactive = setup(45_000);
  await fireEvent.keyDown(document.body, { key: 'Tab' });
  await fireEvent.pointerDown(document.body);
  expect(onactive).toHaveBeenCalledTimes(2);
});
