import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { drawGrounds } from '../../ground-pictures.ts';

const titles = Object.keys(import.meta.glob('../games/*/board/Ground.svelte')).map((path) => path.split('/')[2] ?? '');

/** Returns the tags that nothing closes. */
function openTags(xml: string): string[] {
  const open: string[] = [];
  for (const [, close, name = '', self] of xml.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/gi))
    if (close) expect(name).toBe(open.pop());
    else if (!self) open.push(name);
  return open;
}

it('finds the titles with a ground', () => {
  expect(titles).toContain('meduris');
});

describe.each(titles)('the pictures of the ground of %s', (title) => {
  it('are complete documents in the colors of both themes', async () => {
    const pictures = await drawGrounds(title);
    const texts = new Set(pictures.map(({ text }) => text));
    expect(pictures).toHaveLength(2 * texts.size);
    expect(readdirSync(`src/games/${title}/dev/fixtures`).length).toBeGreaterThan(texts.size);
    for (const { theme, svg, text } of pictures) {
      expect(openTags(svg)).toEqual([]);
      expect(svg.match(/<path\b/g)?.length).toBeGreaterThan(40);
      // A picture has no fonts and loads nothing.
      expect(svg).not.toMatch(/<(?:text|image|use|script)\b/);
      expect(svg).not.toMatch(/url\(|undefined|NaN/);
      const set = new Set([...svg.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
      const used = new Set([...svg.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name));
      expect([...used].filter((name) => !set.has(name))).toEqual([]);
      const other = pictures.find((one) => one.text === text && one.theme !== theme);
      expect(other?.svg).not.toBe(svg);
    }
  });
});
