import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const common = readFileSync('src/styles/tokens.css', 'utf8');

/** These are the titles with boards, and the prefixes of their tokens. */
const prefixes: Record<string, string> = { druids: 'd', meduris: 'm', pangea: 'g' };

/** Returns the opaque colors of a theme by token. */
function colorsOf(css: string, theme: 'day' | 'night'): Map<string, string> {
  const tokens = [...css.matchAll(/(--[\w-]+):\s*(?:light-dark\()?(#[\da-f]{3,6})(?:, (#[\da-f]{3,6}))?\)?;/g)];
  return new Map(tokens.map(([, token = '', day = '', night = day]) => [token, theme === 'day' ? day : night]));
}

/** Returns the relative luminance of WCAG. */
function luminance(color: string): number {
  const digits = color.length === 4 ? [...color.slice(1)].map((d) => d + d).join('') : color.slice(1);
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const part = parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other);
  return (high + 0.05) / (low + 0.05);
}

describe.each(Object.entries(prefixes))('the spots of %s', (title, prefix) => {
  const css = readFileSync(`src/games/${title}/board/tokens.css`, 'utf8');

  it.each(['day', 'night'] as const)('outlines a choice with contrast to all that can be beside it: %s', (theme) => {
    const colors = new Map([...colorsOf(common, theme), ...colorsOf(css, theme)]);
    const light = colors.get(`--${prefix}-glow`) ?? '';
    const dark = colors.get('--spot-line') ?? '';
    expect(light).toMatch(/^#/);
    expect(dark).toMatch(/^#/);
    // With 9:1 between the two lines, one of them has 3:1 to any color, also to a dimmed or mixed one.
    expect(contrast(light, dark)).toBeGreaterThanOrEqual(9);
    const weak = [...colors].filter(([, color]) => Math.max(contrast(color, light), contrast(color, dark)) < 3);
    expect(weak).toEqual([]);
  });
});

it('never fades the outline', () => {
  const source = readFileSync('src/lib/board/Spots.svelte', 'utf8');
  const faded = [...source.matchAll(/([^{}]*)\{([^{}]*(?:opacity|animation)[^{}]*)\}/g)].map(
    ([, selector = '']) => selector,
  );
  expect(faded.filter((selector) => /\.rims?\b/.test(selector))).toEqual([]);
});
