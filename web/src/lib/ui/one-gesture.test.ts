// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { guardGestures } from './one-gesture';

let time = 0;
let end: () => void;
/** The buttons whose presses counted, in order. */
let counted: string[];

beforeEach(() => {
  time = 10_000;
  counted = [];
  document.body.innerHTML = '';
  end = guardGestures(() => time);
});
afterEach(() => end());

/** The changes of the page so far happened at this time. */
async function after(milliseconds: number): Promise<void> {
  await Promise.resolve();
  time += milliseconds;
}

function add(html: string): HTMLElement {
  const holder = document.createElement('div');
  holder.innerHTML = html;
  for (const button of holder.querySelectorAll('button'))
    button.addEventListener('click', () => counted.push(button.textContent));
  document.body.append(holder);
  return holder;
}

const find = (text: string): HTMLElement => {
  const found = [...document.querySelectorAll('button')].find((button) => button.textContent === text);
  if (!found) throw new Error(`no button ${text}`);
  return found;
};

function send(element: Element, event: Event): boolean {
  Object.defineProperty(event, 'timeStamp', { value: time });
  return element.dispatchEvent(event);
}

const shared = { bubbles: true, cancelable: true };

function down(element: Element, x = 100, y = 100): void {
  send(element, new PointerEvent('pointerdown', { ...shared, isPrimary: true, clientX: x, clientY: y }));
}

function up(element: Element): void {
  send(element, new MouseEvent('click', { ...shared, detail: 1 }));
}

function press(text: string, x = 100, y = 100): void {
  down(find(text), x, y);
  up(find(text));
}

/** Presses a key on an element, as browsers do: Enter presses a button at once, and the space bar when it is released. */
function key(text: string, name: 'Enter' | ' ' = 'Enter', repeat = false): void {
  const button = find(text);
  const goesOn = send(button, new KeyboardEvent('keydown', { ...shared, key: name, repeat }));
  if (name === 'Enter' && goesOn) button.click();
  if (name === ' ' && send(button, new KeyboardEvent('keyup', { ...shared, key: name })) && goesOn) button.click();
}

const gaps = [60, 120, 250, 400, 500];

test.each(gaps)(
  'a second click %i ms later at the place of the first does not press what appeared there',
  async (gap) => {
    const first = add('<button>end walking</button>');
    await after(1000);
    press('end walking');
    first.remove();
    add('<button>end the phase</button>');
    await after(gap);
    press('end the phase', 104, 97);
    expect(counted).toEqual(['end walking']);
    expect(document.documentElement.dataset.ignoredPresses).toBeDefined();
  },
);

test.each(gaps)('a second click %i ms later does not answer the next question of the same button', async (gap) => {
  const table = add('<button data-repeats>field</button>');
  table.dataset.question = '4-1';
  await after(1000);
  press('field');
  table.dataset.question = '5-1';
  await after(gap);
  press('field');
  expect(counted).toEqual(['field']);
});

test.each(gaps)('a second click %i ms later does not do the same again', async (gap) => {
  add('<button>give time</button>');
  await after(1000);
  press('give time');
  await after(gap);
  press('give time');
  expect(counted).toEqual(['give time']);
});

test('steppers count every click', async () => {
  add('<span data-repeats><button>+</button></span>');
  await after(1000);
  for (let i = 0; i < 4; i++) {
    press('+');
    await after(60);
  }
  expect(counted).toEqual(['+', '+', '+', '+']);
});

test('a press at another place counts at once, and so does a later one', async () => {
  add('<button>one</button><button>two</button>');
  await after(1000);
  press('one', 100, 100);
  await after(20);
  press('two', 140, 100);
  await after(700);
  press('one', 140, 100);
  expect(counted).toEqual(['one', 'two', 'one']);
});

test('an impatient press does not answer a slow question that just appeared at its place', async () => {
  const table = add('<button>move</button>');
  table.dataset.question = '4-1';
  await after(1000);
  press('move');
  await after(2500);
  table.dataset.question = '5-1';
  await after(200);
  press('move');
  expect(counted).toEqual(['move']);
  await after(150);
  press('move');
  expect(counted).toEqual(['move', 'move']);
});

test('an impatient press does not press a button of a dialog that just appeared', async () => {
  add('<button>remove</button>');
  await after(1000);
  press('remove');
  await after(900);
  add('<dialog open><button>really remove</button></dialog>');
  await after(100);
  press('really remove');
  expect(counted).toEqual(['remove']);
});

test('a press that began before the question was shown does not answer it', async () => {
  const table = add('<button>move</button>');
  table.dataset.question = '4-1';
  await after(1000);
  down(find('move'));
  await after(50);
  table.dataset.question = '5-1';
  await after(500);
  up(find('move'));
  expect(counted).toEqual([]);
});

test.each(gaps)('a second Enter %i ms later does not press a control that got the focus meanwhile', async (gap) => {
  add('<button>end walking</button>');
  await after(1000);
  key('end walking');
  add('<button>end the phase</button>');
  await after(gap);
  key('end the phase');
  expect(counted).toEqual(['end walking']);
});

test('a second press of the space bar does not either, nor a space bar that was held down meanwhile', async () => {
  const table = add('<button>one</button>');
  table.dataset.question = '4-1';
  await after(1000);
  key('one', ' ');
  await after(200);
  key('one', ' ');
  expect(counted).toEqual(['one']);
  await after(1000);
  send(find('one'), new KeyboardEvent('keydown', { ...shared, key: ' ' }));
  table.dataset.question = '5-1';
  await after(800);
  expect(send(find('one'), new KeyboardEvent('keyup', { ...shared, key: ' ' }))).toBe(false);
});

test('a held key presses once, except a stepper', async () => {
  add('<button>agree</button><span data-repeats><button>+</button></span>');
  await after(1000);
  key('agree');
  for (let i = 0; i < 40; i++) {
    await after(50);
    key('agree', 'Enter', true);
  }
  await after(1000);
  key('+');
  await after(500);
  key('+', 'Enter', true);
  expect(counted).toEqual(['agree', '+', '+']);
});

test('Enter counts at once after Tab', async () => {
  add('<button>one</button><button>two</button>');
  await after(1000);
  key('one');
  send(find('one'), new KeyboardEvent('keydown', { ...shared, key: 'Tab' }));
  await after(40);
  key('two');
  expect(counted).toEqual(['one', 'two']);
});

test('clicks of screen readers and scripts always count', async () => {
  add('<button>one</button>');
  await after(1000);
  press('one');
  find('one').click();
  find('one').click();
  expect(counted).toEqual(['one', 'one', 'one']);
});

test('writing is not disturbed', async () => {
  const field = add('<textarea></textarea>').querySelector('textarea') as HTMLTextAreaElement;
  await after(1000);
  for (const name of ['Enter', 'Enter', ' ', ' ', 'Enter'])
    expect(send(field, new KeyboardEvent('keydown', { ...shared, key: name }))).toBe(true);
  for (let i = 0; i < 2; i++) {
    down(field);
    expect(send(field, new MouseEvent('click', { ...shared, detail: i + 1 }))).toBe(true);
  }
  expect(send(field, new KeyboardEvent('keydown', { ...shared, key: 'Enter', isComposing: true }))).toBe(true);
});

/** Sends a press of Enter to an element, and tells whether the element gets it. */
const enter = (element: Element, more: KeyboardEventInit = {}): boolean =>
  send(element, new KeyboardEvent('keydown', { ...shared, key: 'Enter', ...more }));

test('an Enter that is held down in a text field does not press a control that gets the focus', async () => {
  const field = add('<textarea></textarea>').querySelector('textarea') as HTMLTextAreaElement;
  add('<button>agree</button>');
  await after(1000);
  expect(enter(field)).toBe(true);
  await after(700);
  expect(enter(field, { repeat: true })).toBe(true);
  key('agree', 'Enter', true);
  await after(100);
  key('agree');
  expect(counted).toEqual([]);
});

test('an Enter on a button does not send the text of a field that gets the focus', async () => {
  const field = add('<button>answer</button><textarea></textarea>').querySelector('textarea') as HTMLTextAreaElement;
  await after(1000);
  key('answer');
  await after(200);
  expect(enter(field)).toBe(false);
  await after(50);
  expect(enter(field, { repeat: true })).toBe(false);
  send(field, new KeyboardEvent('keydown', { ...shared, key: 'a' }));
  await after(50);
  expect(enter(field)).toBe(true);
});

test.each(['<input type="search">', '<textarea></textarea>'])(
  'text without keys, as a voice or a touch keyboard writes it, ends the gesture in %s',
  async (html) => {
    const field = add(`<button>rules</button>${html}`).querySelector('input, textarea') as HTMLElement;
    await after(1000);
    key('rules');
    await after(200);
    expect(enter(field)).toBe(false);
    send(field, new InputEvent('input', shared));
    await after(50);
    expect(enter(field)).toBe(true);
  },
);

test('a box that a key has ticked is no text', async () => {
  const box = add('<input type="checkbox">').querySelector('input') as HTMLElement;
  await after(1000);
  expect(enter(box)).toBe(true);
  send(box, new InputEvent('input', shared));
  await after(100);
  expect(enter(box)).toBe(false);
});

test('a key that is held down while the page loads presses nothing', async () => {
  add('<button>agree</button>');
  await after(1000);
  key('agree', 'Enter', true);
  expect(counted).toEqual([]);
});

test('a modifier neither ends the gesture nor hides a press', async () => {
  add('<button>one</button>');
  await after(1000);
  key('one');
  for (const name of ['Control', 'Shift', 'Alt', 'Meta'])
    send(find('one'), new KeyboardEvent('keydown', { ...shared, key: name, ctrlKey: name === 'Control' }));
  await after(100);
  expect(enter(find('one'), { ctrlKey: true })).toBe(false);
});
