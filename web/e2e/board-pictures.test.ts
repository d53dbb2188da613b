import { readFileSync } from 'node:fs';
import { describe, expect, inject } from 'vitest';
import { chromium } from 'playwright-core';
import { drawBoards, pictured, pictureFile, themes, widths } from '../src/dev/board-pictures.mjs';
import { test } from './kit/fixture';
import { timeout } from './kit/until';

/** The mean difference of two pictures of one board, of 255. Another Chromium or the losses of WebP differ by less than 1. */
const most = 2;

describe('the pictures of the boards on the title cards', () => {
  test('show the boards as they are now; npm run boards draws them again', async ({ fixture }) => {
    const { page } = await fixture.person('Ada');
    const browser = await chromium.connect(inject('browser'), { timeout });
    const drawn: string[] = [];
    try {
      await drawBoards(browser, async (id, theme, png) => {
        drawn.push(`${id} ${theme}`);
        const fresh = `data:image/png;base64,${png.toString('base64')}`;
        for (const [size, width] of Object.entries(widths)) {
          const stored = `data:image/webp;base64,${readFileSync(pictureFile(id, theme, size)).toString('base64')}`;
          const [difference, wide] = await page.evaluate(compare, [fresh, stored] as const);
          expect.soft(wide, `the width of ${id}, ${theme}, ${size}`).toBe(width);
          expect.soft(difference, `the difference of ${id}, ${theme}, ${size}`).toBeLessThan(most);
        }
      });
    } finally {
      await browser.close();
    }
    expect(drawn).toHaveLength(pictured.length * themes.length);
    expect(pictured).toContain('meduris');
  });
});

/** Runs in the page. Returns the mean difference of two pictures in coarse pixels, and the width of the second. */
async function compare([fresh, stored]: readonly [string, string]): Promise<readonly [number, number]> {
  const coarse = 96;
  const load = async (source: string): Promise<HTMLImageElement> => {
    const image = new Image();
    image.src = source;
    await image.decode();
    return image;
  };
  const scale = (image: CanvasImageSource, width: number): CanvasRenderingContext2D => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = width;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, width);
    return context;
  };
  const [drawn, kept] = [await load(fresh), await load(stored)];
  const width = kept.naturalWidth;
  // Both are scaled in the same steps, because each step loses details.
  const [one, other] = [scale(scale(drawn, width).canvas, coarse), scale(kept, coarse)].map(
    (context) => context.getImageData(0, 0, coarse, coarse).data,
  );
  if (!one || !other) throw new Error('no pixels');
  return [one.reduce((sum, value, i) => sum + Math.abs(value - (other[i] ?? 0)), 0) / one.length, width];
}
