// Draws the boards of the title cards: the miniature board of each title that has dev/picture.json, in the recorded state that this file names.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const games = new URL('../games/', import.meta.url);

/** The widths of the stored pictures: the one on the card, and the one that opens from it. */
export const widths = { small: 288, large: 960 };
export const themes = ['day', 'night'];

/** The titles with a picture of their board. */
export const pictured = readdirSync(games).filter((id) => existsSync(new URL(`${id}/dev/picture.json`, games)));

/**
 * Returns the path of a stored picture.
 * @param {string} id
 * @param {string} theme
 * @param {string} size
 */
export const pictureFile = (id, theme, size) =>
  fileURLToPath(new URL(`${id}/title-card/board-${theme}-${size}.webp`, games));

/**
 * Draws every board and calls `use` with each, as a PNG of the large width, with its page and with a function that draws it again. It starts
 * a dev server on a free port, and stops it.
 * @param {import('playwright-core').Browser} browser
 * @param {(id: string, theme: string, png: Buffer, page: import('playwright-core').Page, again: () => Promise<Buffer>) => Promise<void>} use
 */
export async function drawBoards(browser, use) {
  const cacheDir = mkdtempSync(join(tmpdir(), 'nemeton-boards-'));
  const server = await createServer({
    root: fileURLToPath(new URL('../..', import.meta.url)),
    configFile: fileURLToPath(new URL('../../vite.config.ts', import.meta.url)),
    cacheDir,
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
  });
  const page = await browser.newPage({
    viewport: { width: widths.large, height: widths.large },
    deviceScaleFactor: 1,
    reducedMotion: 'reduce',
  });
  try {
    await server.listen();
    const url = server.resolvedUrls?.local[0];
    for (const id of pictured) {
      for (const theme of themes) {
        await page.goto(`${url}dev/?small=${id}&theme=${theme}`);
        const board = page.getByTestId('board-picture');
        await board.locator('.board-layer.still').waitFor({ timeout: 300_000 });
        await page.evaluate(() => document.fonts.ready);
        const draw = () => board.screenshot({ omitBackground: true, animations: 'disabled', timeout: 300_000 });
        await use(id, theme, await draw(), page, draw);
      }
    }
  } finally {
    await page.close();
    await server.close();
    rmSync(cacheDir, { recursive: true, force: true });
  }
}
