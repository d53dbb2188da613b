// @vitest-environment jsdom
import { fireEvent } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import { eventually } from '../../eventually';
import { dismissible } from './dismissible';
import { roving } from './roving';

let detach: ReturnType<ReturnType<typeof roving>>;
afterEach(() => {
  detach?.();
  detach = undefined;
});

function list(html: string): HTMLElement {
  document.body.innerHTML = `<button id="opener">open</button><div id="list">${html}</div><p id="beside">beside</p>`;
  return document.querySelector<HTMLElement>('#list') ?? document.body;
}

const stops = (of: HTMLElement): string[] =>
  [...of.querySelectorAll<HTMLElement>('button')]
    .filter((button) => button.tabIndex === 0 && !(button as HTMLButtonElement).disabled)
    .map(({ id }) => id);
const press = (key: string): Promise<boolean> => fireEvent.keyDown(document.activeElement ?? document.body, { key });

it('a list is one tab stop, and arrow keys go to its controls', async () => {
  const box = list(
    '<p><button class="line" id="a"></button><button id="a1"></button></p><p><button class="line" id="b"></button><button id="b1" disabled></button></p>',
  );
  detach = roving({ main: '.line', start: 'last' })(box);
  expect(stops(box)).toEqual(['b']);
  expect(box.tabIndex).toBe(-1);
  document.getElementById('b')?.focus();
  const walk: [string, string][] = [
    ['ArrowUp', 'a'],
    ['ArrowRight', 'a1'],
    ['ArrowDown', 'b'],
    ['ArrowLeft', 'a1'],
    ['Home', 'a'],
    ['End', 'b'],
  ];
  for (const [key, at] of walk) {
    await press(key);
    expect(document.activeElement?.id, key).toBe(at);
    expect(stops(box)).toEqual([at]);
  }
});

it('controls that come later are no other stops, and a list without controls is the stop itself', async () => {
  const box = list('');
  detach = roving()(box);
  expect(box.tabIndex).toBe(0);
  box.innerHTML = '<button id="a"></button><button id="b"></button>';
  await eventually(() => expect(stops(box)).toEqual(['a']));
  expect(box.tabIndex).toBe(-1);
});

it('Esc and a press outside close a popup, and the focus returns', async () => {
  const popup = list('<button id="inside"></button>');
  const opener = document.getElementById('opener') ?? undefined;
  let closed = 0;
  detach = dismissible(
    () => opener,
    () => closed++,
  )(popup);
  let passed = 0;
  const other = (): void => void passed++;
  addEventListener('keydown', other);
  document.getElementById('inside')?.focus();
  await fireEvent.pointerDown(document.getElementById('inside') ?? popup);
  await fireEvent.pointerDown(opener ?? popup);
  expect(closed, 'presses inside and on the opener').toBe(0);
  await press('Escape');
  removeEventListener('keydown', other);
  expect([closed, passed, document.activeElement?.id]).toEqual([1, 0, 'opener']);
  document.getElementById('inside')?.focus();
  const beside = document.getElementById('beside') ?? popup;
  await fireEvent.pointerDown(beside);
  expect(closed).toBe(2);
  (document.activeElement as HTMLElement).blur();
  await fireEvent.click(beside);
  expect(document.activeElement?.id).toBe('opener');
});
