// Draws the icons of the installed app from public/favicon.svg, with Chromium. Run it after a change of the emblem: npm run icons.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const folder = new URL('../../public/', import.meta.url);
const emblem = readFileSync(new URL('favicon.svg', folder), 'utf8');
/** Systems cut the corners of these icons themselves, so the ground fills the square. */
const square = emblem.replace(' rx="6"', '');
/** Systems show at least the inner circle of four fifths. */
const padded = square
  .replace('viewBox="0 0 32 32"', 'viewBox="-5 -5 42 42"')
  .replace('<rect width="32" height="32"', '<rect x="-5" y="-5" width="42" height="42"');
/** The sign in the status bar of a phone, which takes the shape alone and colors it itself. */
const shape = emblem.replace(/<rect[^>]*>/, '').replaceAll(/#[0-9a-f]{6}/g, '#ffffff');
const icons = [
  ['badge-96.png', 96, shape],
  ['icon-192.png', 192, emblem],
  ['icon-512.png', 512, emblem],
  ['icon-maskable-512.png', 512, padded],
  ['icon-180.png', 180, square],
];

const browser = await chromium.launch({
  executablePath: process.env.NEMETON_CHROMIUM ?? '/usr/bin/chromium',
  chromiumSandbox: false,
});
for (const [name, size, svg] of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size }, deviceScaleFactor: 1 });
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>${svg}`);
  await page.screenshot({ path: fileURLToPath(new URL(name, folder)), omitBackground: true });
  await page.close();
}
await browser.close();
