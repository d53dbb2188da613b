// Writes the pictures of the boards on the title cards, with Chromium. Run it after a change of a board: npm run boards.
import { writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { drawBoards, pictureFile, widths } from './board-pictures.mjs';

/** The quality of WebP. With less, the lines of the boards get blurred. */
const quality = 0.8;

const browser = await chromium.launch({
  executablePath: process.env.NEMETON_CHROMIUM ?? '/usr/bin/chromium',
  chromiumSandbox: false,
});
const encoder = await browser.newPage();
await drawBoards(browser, async (id, theme, png) => {
  for (const [size, width] of Object.entries(widths)) {
    const webp = await encoder.evaluate(
      async ({ source, width, quality }) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = canvas.height = width;
        const context = canvas.getContext('2d');
        context.imageSmoothingQuality = 'high';
        context.drawImage(image, 0, 0, width, width);
        return canvas.toDataURL('image/webp', quality);
      },
      { source: `data:image/png;base64,${png.toString('base64')}`, width, quality },
    );
    writeFileSync(pictureFile(id, theme, size), Buffer.from(webp.split(',')[1], 'base64'));
  }
});
await browser.close();
