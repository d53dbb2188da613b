import { describe, expect } from 'vitest';
import { test } from './fixture';
import { textFaults } from './text-faults';

const line = 'white-space: nowrap; width: 4rem;';

describe('the search for texts that do not fit', () => {
  test('finds what does not fit', async ({ fixture }) => {
    const { page } = await fixture.person('Ada');
    for (const [what, html, fault] of [
      ['a text cut by its box', `<p style="${line} overflow: hidden">A long line of words</p>`, /is cut off/],
      [
        'an ellipsis',
        `<p style="${line} overflow: hidden; text-overflow: ellipsis">A long line of words</p>`,
        /is cut off/,
      ],
      ['a box that is too low', '<div style="height: 1em; overflow: hidden">One<br>two<br>three</div>', /is cut off/],
      ['a button that is too narrow', `<button style="${line}">A long line of words</button>`, /sticks out of button/],
      ['a text beside the window', '<p style="position: absolute; left: -2rem">Words</p>', /leaves the window/],
      ['a text above the page', '<p style="position: absolute; top: -2rem">Words</p>', /above or below the page/],
      [
        'a fixed text below the window',
        '<p style="position: fixed; bottom: -2rem">Words</p>',
        /above or below the page/,
      ],
      [
        'a text on another',
        '<p>Words</p><p style="margin-top: -1.9em">other words</p>',
        /"Words" overlaps "other words"/,
      ],
      ['texts of a drawing on each other', '<svg><text y="20">One</text><text y="22">other</text></svg>', /overlaps/],
      [
        'a choice that is too wide',
        `<select style="${line}"><option>A long line of words</option></select>`,
        /too wide for/,
      ],
      ['a hint that is too wide', '<input placeholder="A long line of words" style="width: 3rem">', /too wide for/],
      [
        'a sign alone',
        '<p style="width: 3rem">Some <button>words</button>.</p>',
        /"\." begins a line after "Some words"/,
      ],
      ['a wide page', '<div style="width: 200vw">Words</div>', /wider than the window/],
    ] as const) {
      await page.setContent(`<!doctype html><title>Words</title><body style="font: 16px sans-serif">${html}`);
      expect.soft((await textFaults(page)).join('\n'), what).toMatch(fault);
    }
  });

  test('accepts what fits', async ({ fixture }) => {
    const { page } = await fixture.person('Ada');
    for (const [what, html] of [
      [
        'a text that scrolls',
        `<div style="${line} height: 1em; overflow: auto">A long line of words<br>and more</div>`,
      ],
      ['a cut text with its title', `<p title="A long line" style="${line} overflow: hidden">A long line</p>`],
      [
        'words for screen readers',
        '<p style="position: absolute; width: 1px; overflow: hidden; clip-path: inset(50%)">Words</p>',
      ],
      ['a text below the fold', '<div style="height: 300vh"></div><p>Words</p>'],
      ['a hidden text', `<p style="${line} overflow: hidden; visibility: hidden">A long line of words</p>`],
      [
        'a sheet on a text',
        '<p>Words</p><p style="margin-top: -1.9em; position: relative; background: white">others</p>',
      ],
      ['a text behind a dialog', `<p style="${line} overflow: hidden">A long line</p><dialog open>Words</dialog>`],
      ['a name that begins with a sign', '<p style="width: 3rem">Some <button>words</button>.key</p>'],
      ['a sign at its button', '<p style="width: 9rem">Some <button>words</button>.</p>'],
      ['two columns', '<div style="display: flex"><p>Words</p><p>others</p></div>'],
    ] as const) {
      await page.setContent(`<!doctype html><title>Words</title><body style="font: 16px sans-serif">${html}`);
      expect.soft(await textFaults(page), what).toEqual([]);
    }
  });
});
