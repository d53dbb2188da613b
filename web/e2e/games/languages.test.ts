import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { everyPage, type Visit } from '../kit/every-page';
import { results, test, type Fixture } from '../kit/fixture';
import { inLanguage, measuredLanguages, pseudo } from '../kit/languages';
import { untilPainted } from '../kit/log';
import { long } from '../kit/long';
import { MailServer } from '../kit/mail-server';
import type { Person } from '../kit/person';
import { populate } from '../kit/populated';
import { textFaults } from '../kit/text-faults';

/** The windows in which each language is measured: a desk, and phones on the side and upright. */
const windows = [
  { width: 1440, height: 900 },
  { width: 844, height: 390 },
  { width: 390, height: 844 },
  { width: 360, height: 640 },
];

/** Set by PICTURES=1: saves a screenshot of each page in each window. */
const pictures = Boolean(process.env.PICTURES);

/** The pseudo-language finds most faults, so a short run measures no other. LANGUAGES names some. */
const languages = process.env.LANGUAGES?.split(',') ?? (long ? measuredLanguages : [pseudo]);

describe('no text of a page is cut, covered or out of the window', () => {
  for (const language of languages)
    test(`in the language ${language}`, async ({ fixture }) => {
      const mail = await MailServer.start();
      try {
        const url = await startOpenServer(fixture, mail);
        const ada = await fixture.person('Ada');
        const pages = everyPage(await populate(url, ada));
        const reader = await inLanguage(fixture, ada, language);
        const stranger = await inLanguage(fixture, await fixture.person('Somebody'), language);
        const faults: string[] = [];
        for (const visit of pages)
          faults.push(...(await faultsOf(visit.stranger ? stranger : reader, url, visit, language)));
        expect(faults).toEqual([]);
      } finally {
        await mail.close();
      }
    });
});

/** Starts a server that offers all ways to sign in. */
async function startOpenServer(fixture: Fixture, mail: MailServer): Promise<string> {
  const server = await fixture.startServer({
    flags: (port) => [
      ...['--public-url', `http://localhost:${port}`],
      ...['--smtp', `smtp+plain://127.0.0.1:${mail.port}`, '--mail-from', 'tables@example.org'],
    ],
  });
  return server.url.replace('127.0.0.1', 'localhost');
}

/** Returns the faults of a page in each window, each with the name of the page. */
async function faultsOf({ page }: Person, url: string, visit: Visit, language: string): Promise<string[]> {
  const faults: string[] = [];
  await page.setViewportSize(windows[0] ?? { width: 1440, height: 900 });
  await page.goto('about:blank');
  await page.goto(url + visit.path);
  await page.locator(visit.ready).first().waitFor();
  for (const size of windows) {
    if (visit.open) await page.keyboard.press('Escape');
    await page.setViewportSize(size);
    await visit.open?.(page);
    await untilPainted(page);
    const name = `${language}, ${visit.name}, ${size.width} by ${size.height}`;
    faults.push(...(await textFaults(page)).map((fault) => `${name}: ${fault}`));
    if (!pictures) continue;
    mkdirSync(results, { recursive: true });
    await page.screenshot({ path: join(results, `${name}.png`), fullPage: visit.open === undefined });
  }
  return faults;
}
