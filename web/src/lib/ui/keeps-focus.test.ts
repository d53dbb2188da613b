// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepsFocus } from './keeps-focus';

let stop: () => void;
beforeEach(() => {
  document.body.innerHTML = `<div id="page"><h1>Page</h1><section><h2>Part</h2><p><button>Go</button></p></section></div>`;
  stop = keepsFocus(found('#page'));
  found('button').focus();
});
afterEach(() => stop());

function found(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`no ${selector}`);
  return element;
}

/** Returns the element with the focus after the page has seen the change. */
async function focused(): Promise<Element | null> {
  await Promise.resolve();
  return document.activeElement;
}

it('moves the focus of a button that is gone to the heading of its part', async () => {
  found('p').textContent = 'Done.';
  expect(await focused()).toBe(found('h2'));
});

it('moves the focus to the heading of the page if the part is gone', async () => {
  found('section').remove();
  expect(await focused()).toBe(found('h1'));
});

it('gives the focus back to a button that was disabled for a moment', async () => {
  const button = found('button');
  button.setAttribute('disabled', '');
  button.blur(); // as browsers do
  button.removeAttribute('disabled');
  expect(await focused()).toBe(button);
});

it('leaves the focus alone after a press elsewhere, and where it is in another place', async () => {
  found('button').blur();
  found('h1').dispatchEvent(new Event('pointerdown', { bubbles: true }));
  found('p').remove();
  expect(await focused()).toBe(document.body);
});

it('leaves the focus alone after it went to a control outside, which is gone', async () => {
  document.body.insertAdjacentHTML('beforeend', '<button id="outside">Play</button>');
  found('#outside').focus();
  found('#outside').remove();
  found('p').remove();
  expect(await focused()).toBe(document.body);
});
