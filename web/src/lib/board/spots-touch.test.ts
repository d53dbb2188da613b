// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { seatsOf, tableContexts, textTitle } from '../../dev/contexts';
import Spots from './Spots.svelte';
import { extentOf } from './hit-extents';
import { PlaceLinks } from './place-links.svelte';
import type { Spot } from './spots';

/** The board has 1000 units and as many pixels. */
const square = (key: string, left: number, top: number, side: number): Spot => ({
  ...{ key, glow: '', hit: `M${left} ${top}h${side}v${side}h${-side}z` },
});

// jsdom has no layout, so each outline has the box of its path.
function boxOf(this: Element): DOMRect {
  const { left, top, right, bottom } = extentOf(this.getAttribute('d') ?? 'M0 0h1000v1000');
  return new DOMRect(left, top, right - left, bottom - top);
}

beforeEach(() => {
  SVGElement.prototype.getBoundingClientRect = boxOf;
  document.elementsFromPoint = (x, y) =>
    [...document.querySelectorAll('.hit')].filter((hit) => {
      const { left, top, right, bottom } = hit.getBoundingClientRect();
      return x >= left && y >= top && x <= right && y <= bottom;
    });
});

afterEach(() => {
  Reflect.deleteProperty(SVGElement.prototype, 'getBoundingClientRect');
  Reflect.deleteProperty(document, 'elementsFromPoint');
});

function setup({ shows = false, selects = false, legal = (): boolean => true, links = new PlaceLinks() } = {}) {
  const choose = vi.fn(legal);
  const point = vi.fn();
  const all = [square('small', 100, 100, 30), square('large', 300, 300, 60)];
  const hidden = square('no spot now', 500, 500, 40);
  const props = {
    outlines: [...all, hidden],
    ...{ size: 1000, all, first: 'small', turn: '1', at: null, point, choose },
    lit: legal,
    chosen: () => false,
    hinted: () => false,
    shows: () => shows,
    selects: () => selects,
    label: ({ key }: Spot) => key,
    next: () => undefined,
  };
  const { container } = render(Spots, {
    props,
    context: tableContexts(textTitle({}), seatsOf('Ada'), undefined, links),
  });
  const layer = container.querySelector('[role="group"]');
  if (!layer) throw new Error('no layer of spots');
  const tap = async (x: number, y: number, pointerType = 'touch'): Promise<void> => {
    const target = document.elementsFromPoint(x, y)[0] ?? layer;
    target.dispatchEvent(Object.assign(new MouseEvent('pointerdown', { bubbles: true }), { pointerType }));
    target.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: x, clientY: y, detail: 1 }));
    await tick();
  };
  return { tap, choose, point };
}

it('only shows a small target at the first tap, and decides at the second', async () => {
  const { tap, choose, point } = setup();
  await tap(115, 115);
  expect(point).toHaveBeenLastCalledWith(expect.objectContaining({ key: 'small' }));
  expect(choose).not.toHaveBeenCalled();
  await tap(118, 110);
  expect(choose).toHaveBeenCalledOnce();
});

it('decides at the first tap on a target of touch size, unless its title shows it first', async () => {
  const { tap, choose } = setup();
  await tap(330, 330);
  expect(choose).toHaveBeenCalledOnce();
  cleanup();
  const shown = setup({ shows: true });
  await shown.tap(330, 330);
  expect(shown.choose).not.toHaveBeenCalled();
});

it('selects a small target at the first tap if that plays nothing', async () => {
  const { tap, choose } = setup({ selects: true });
  await tap(115, 115);
  expect(choose).toHaveBeenCalledOnce();
});

it('starts over after a tap on another target', async () => {
  const { tap, choose } = setup({ shows: true });
  await tap(115, 115);
  await tap(330, 330);
  await tap(115, 115);
  expect(choose).not.toHaveBeenCalled();
});

it('reaches a target beside the finger, and hides the note after a tap far from all', async () => {
  const { tap, choose, point } = setup();
  await tap(150, 115);
  expect(point).toHaveBeenLastCalledWith(expect.objectContaining({ key: 'small' }));
  await tap(150, 115);
  expect(choose).toHaveBeenCalledOnce();
  await tap(600, 100);
  expect(point).toHaveBeenLastCalledWith(null);
  expect(choose).toHaveBeenCalledOnce();
});

it('asks for the lines of the log about a spot that cannot be chosen, and flashes spots', async () => {
  const links = new PlaceLinks();
  const { tap } = setup({ legal: () => false, links });
  await tap(115, 115);
  expect(links.asked).toBe('small');
  await tap(600, 100);
  expect(links.asked).toBeNull();
  links.flash(['large', 'no spot now', 'of another board']);
  await tick();
  expect(document.querySelector('[data-flash]')?.getAttribute('data-flash')).toBe('large,no spot now');
});

it('lets a mouse click decide, however small the target is', async () => {
  const { tap, choose } = setup({ shows: true });
  await tap(115, 115, 'mouse');
  expect(choose).toHaveBeenCalledOnce();
});
