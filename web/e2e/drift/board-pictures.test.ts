import { readFileSync } from 'node:fs';
import { expect, inject } from 'vitest';
import { chromium } from 'playwright-core';
import { drawGrounds, type GroundPicture } from '../../ground-pictures.ts';
import { drawBoards, pictured, pictureFile, themes, widths } from '../../src/dev/board-pictures.mjs';
import { test } from '../kit/fixture';
import { timeout } from '../kit/until';

/** The mean difference of two pictures of one board, of 255. Another Chromium or the losses of WebP differ by less than 1. */
const most = 2;
/** The coarse pixels of a side, for the comparison of different sizes. */
const coarse = 96;

/** The largest mean difference of a board with a picture of its ground and one that draws it. Rounding moves edges by less than a pixel. */
const mostByGround = 0.3;

test('the stored pictures of the boards, and boards with a picture of their ground, look like the boards as they are now', async ({
  fixture,
}) => {
  const { page } = await fixture.person('Ada');
  const browser = await chromium.connect(inject('browser'), { timeout });
  const grounds = new Map<string, GroundPicture[]>();
  const drawn: string[] = [];
  try {
    await drawBoards(browser, async (id, theme, png, board, again) => {
      drawn.push(`${id} ${theme}`);
      const fresh = dataURL('image/png', png);
      // npm run boards draws the stored pictures of the title cards again.
      for (const [size, width] of Object.entries(widths)) {
        const stored = dataURL('image/webp', readFileSync(pictureFile(id, theme, size)));
        const [difference, wide] = await page.evaluate(compare, [fresh, stored, coarse] as const);
        expect.soft(wide, `the width of ${id}, ${theme}, ${size}`).toBe(width);
        expect.soft(difference, `the difference of ${id}, ${theme}, ${size}`).toBeLessThan(most);
      }
      if (!grounds.has(id)) grounds.set(id, await drawGrounds(id));
      const differences: number[] = [];
      for (const picture of (grounds.get(id) ?? []).filter((one) => one.theme === theme)) {
        await board.evaluate(showGround, dataURL('image/svg+xml', Buffer.from(picture.svg)));
        const shown = dataURL('image/png', await again());
        const [difference] = await page.evaluate(compare, [fresh, shown, widths.large] as const);
        differences.push(difference);
      }
      // One of the pictures is that of the ground. A wrong one differs much.
      expect.soft(Math.min(...differences), `the ground of ${id}, ${theme}`).toBeLessThan(mostByGround);
    });
  } finally {
    await browser.close();
  }
  expect(drawn).toHaveLength(pictured.length * themes.length);
  expect(pictured).toContain('meduris');
});

function dataURL(type: string, content: Buffer): string {
  return `data:${type};base64,${content.toString('base64')}`;
}

/** Runs in the page. Shows a picture in place of the ground. */
async function showGround(source: string): Promise<void> {
  const image = new Image();
  image.className = 'board-layer still';
  image.src = source;
  await image.decode();
  document.querySelector('.board-layer.still')?.replaceWith(image);
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
}

/** Runs in the page. Returns the mean difference of two pictures, scaled to a width in pixels, and the width of the second. */
async function compare([fresh, stored, scaled]: readonly [string, string, number]): Promise<readonly [number, number]> {
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
  const [one, other] = [scale(scale(drawn, width).canvas, scaled), scale(kept, scaled)].map(
    (context) => context.getImageData(0, 0, scaled, scaled).data,
  );
  if (!one || !other) throw new Error('no pixels');
  return [one.reduce((sum, value, i) => sum + Math.abs(value - (other[i] ?? 0)), 0) / one.length, width];
}
