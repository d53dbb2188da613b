// @vitest-environment jsdom
import { render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import ChangingText from './fixtures/ChangingText.svelte';
import { guardText } from './text-guard';

type State = { name: string; count: number; lines: string[]; more: boolean };

const states: State[] = [
  { name: 'Ada', count: 1, lines: ['a', 'b', 'c'], more: true },
  { name: 'Ben', count: 2, lines: ['c', 'a', 'd', 'b'], more: false },
  { name: 'Ben', count: 3, lines: ['d'], more: true },
  { name: '', count: 3, lines: [], more: true },
  { name: 'Cleo', count: 0, lines: ['x', 'a', 'y', 'b'], more: false },
  { name: 'Cleo', count: 9, lines: ['b', 'y', 'a', 'x'], more: false },
  { name: 'Ada', count: 1, lines: ['a', 'b', 'c'], more: true },
];

function texts(root: Node): Text[] {
  const found: Text[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found;
}

function font(text: string): HTMLElement {
  const outer = document.createElement('font');
  outer.appendChild(document.createElement('font')).textContent = text;
  return outer;
}

/** The ways in which translators and highlighters replace a text node. */
const ways: Record<string, (text: Text) => void> = {
  'a copy in its place': (text) => text.replaceWith(font(text.data)),
  'a copy before it': (text) => {
    text.before(font(text.data));
    text.remove();
  },
  'a copy where it was': (text) => {
    const { parentNode, nextSibling } = text;
    text.remove();
    parentNode?.insertBefore(font(text.data), nextSibling);
  },
  'around the node': (text) => {
    const outer = document.createElement('font');
    text.replaceWith(outer);
    outer.append(text);
  },
  'around the node, inserted first': (text) => {
    const mark = document.createElement('mark');
    text.before(mark);
    mark.append(text);
  },
  'two elements for one node': (text) => text.replaceWith(font(text.data.slice(0, 2)), font(text.data.slice(2))),
  'the text of its element': (text) => {
    if (text.data !== '' && text.parentElement?.childNodes.length === 1) text.parentElement.textContent = text.data;
  },
};

/** Replaces all text that a condition accepts. */
function replaceAll(root: Node, way: (text: Text) => void, wanted: (text: Text) => boolean): void {
  for (const text of texts(root)) if (wanted(text)) way(text);
}

const wants: Record<string, (text: Text) => boolean> = {
  'every text node': () => true,
  'text with letters outside of its own elements': (text) =>
    text.data.trim() !== '' && !text.parentElement?.closest('font, [translate="no"]'),
};

/** The text of each part, as it is without a translator. */
async function plain(state: State): Promise<string[]> {
  const { container, unmount } = render(ChangingText, state);
  await tick();
  const parts = partsOf(container);
  unmount();
  return parts;
}

function partsOf(container: HTMLElement): string[] {
  return [...container.children].map((part) => part.textContent ?? '');
}

function guarded(): void {
  onTestFinished(guardText(document));
}

describe.each(Object.entries(ways))('a translator puts %s', (_, way) => {
  it.each(Object.entries(wants))('in place of %s, and the page stays right', async (_, wanted) => {
    guarded();
    const { container, rerender, unmount } = render(ChangingText, states[0]);
    for (let round = 0; round < 3; round++) {
      for (const state of states) {
        await rerender(state);
        await tick();
        expect(partsOf(container)).toEqual(await plain(state));
        replaceAll(container, way, wanted);
        await tick();
        expect(partsOf(container), 'after the replacement').toEqual(await plain(state));
      }
    }
    unmount();
    expect(container.textContent).toBe('');
    expect(container.querySelector('font, mark')).toBeNull();
  });
});

it('keeps a translation until the page changes the text', async () => {
  guarded();
  const { container, rerender } = render(ChangingText, states[0]);
  const ask = container.querySelector('.ask');
  ask?.firstChild?.replaceWith(font('Wohin geht Ada? '));
  await tick();
  expect(ask?.textContent).toBe('Wohin geht Ada? 1 left, and more.');
  await rerender({ count: 5 });
  expect(ask?.textContent).toBe('Wohin geht Ada? 5 left, and more.');
  await rerender({ name: 'Ben' });
  expect(ask?.textContent).toBe('Where does Ben go? 5 left, and more.');
});

it('shows the text again when the translator takes its elements back, with the node or with a copy', async () => {
  guarded();
  const { container } = render(ChangingText, states[0]);
  const swap = container.querySelector('.swap');
  for (const back of [(text: Text) => text, () => document.createTextNode('Your turn'), null]) {
    const text = texts(swap as Node).find(({ data }) => data !== '') as Text;
    const translated = font('Du bist dran');
    text.replaceWith(translated);
    await tick();
    if (back) translated.replaceWith(back(text));
    else translated.remove();
    await tick();
    expect(swap?.textContent).toBe('Your turn');
  }
});

it('leaves names and drawings alone, and puts back elements that were replaced', async () => {
  guarded();
  const { container } = render(ChangingText, states[0]);
  for (const text of texts(container)) if (text.data.trim()) text.replaceWith(font('Wort'));
  await tick();
  expect(container.querySelector('svg')?.textContent).toBe('1');
  expect(container.querySelector('.name')?.textContent).toBe('Ada');
  const list = container.querySelector('ol') as HTMLElement;
  list.innerHTML = '<font>alles</font>';
  await tick();
  expect(list.children).toHaveLength(3);
});

it('does not touch the changes of the page itself', async () => {
  guarded();
  const { container, rerender } = render(ChangingText, states[0]);
  const nodes = texts(container);
  await rerender({ name: 'Ada' });
  await tick();
  expect(texts(container)).toEqual(nodes);
  document.title = 'one';
  document.title = 'two';
  await tick();
  expect(document.title).toBe('two');
});

it('rests when a translator answers each repair at once', async () => {
  vi.useFakeTimers();
  guarded();
  const { container, rerender } = render(ChangingText, states[0]);
  let answers = 0;
  const translator = new MutationObserver(() => {
    answers++;
    replaceAll(
      container,
      (text) => text.replaceWith(font(text.data)),
      (text) => !text.parentElement?.closest('font'),
    );
  });
  onTestFinished(() => translator.disconnect());
  translator.observe(container, { childList: true, subtree: true });
  await rerender({ more: false });
  for (let turn = 0; turn < 2_000; turn++) await Promise.resolve();
  expect(answers).toBeGreaterThan(0);
  expect(answers).toBeLessThan(500);
  translator.disconnect();
  await vi.advanceTimersByTimeAsync(1_000);
  await rerender({ name: 'Cleo' });
  await tick();
  expect(container.querySelector('.ask')?.textContent).toContain('Cleo');
});
