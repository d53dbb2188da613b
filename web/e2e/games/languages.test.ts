import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { languageCodes, rawTexts } from '../../src/dev/raw-texts';
import { playByApi, startTable } from '../kit/api';
import { everyPage, goTo, type Visit } from '../kit/every-page';
import { results, test, type Fixture } from '../kit/fixture';
import { Guest } from '../kit/guest';
import { inLanguage, measuredLanguages, pseudo } from '../kit/languages';
import { untilPainted } from '../kit/log';
import { long } from '../kit/long';
import { MailServer } from '../kit/mail-server';
import type { Person } from '../kit/person';
import { populate } from '../kit/populated';
import { Random } from '../kit/random';
import { adminKey } from '../kit/server';
import { textFaults } from '../kit/text-faults';
import { until } from '../kit/until';

/** The windows in which each language is measured: a desk, and phones on the side and upright. */
const windows = [
  { width: 1440, height: 900 },
  { width: 844, height: 390 },
  { width: 390, height: 844 },
  { width: 360, height: 640 },
];

/**
 * The first page of a stranger loads fewer bytes of scripts, styles and texts, compressed and with headers. Before the texts became files of languages,
 * it loaded 207,100: 142,840 bytes of files, and the headers of 47 answers.
 */
const mostBytes = 177_000;

/** Set by PICTURES=1: saves a screenshot of each page in each window. */
const pictures = Boolean(process.env.PICTURES);

/** The pseudo-language finds most faults, so a short run measures no other. LANGUAGES names some. */
const languages = process.env.LANGUAGES?.split(',') ?? (long ? measuredLanguages : [pseudo]);

describe('no text of a page is cut, covered or out of the window', () => {
  for (const language of languages)
    test(`in the language ${language}`, async ({ fixture }) => {
      const mail = await MailServer.start();
      try {
        const { url, adminURL } = await startOpenServer(fixture, mail);
        const ada = await fixture.person('Ada');
        const pages = everyPage(await populate(url, ada));
        const reader = await inLanguage(fixture, ada, language);
        // One of the pages is a replay that does not exist.
        reader.expectsRefusals = true;
        const stranger = await inLanguage(fixture, await fixture.person('Somebody'), language);
        const faults: string[] = [];
        for (const visit of pages)
          faults.push(...(await faultsOf(visit.stranger ? stranger : reader, url, visit, language)));
        const operator = await inLanguage(fixture, await fixture.person('Operator'), language);
        const ready = 'main';
        faults.push(...(await faultsOf(operator, adminURL, { name: 'key of operators', path: '', ready }, language)));
        await operator.page.locator('input').last().fill(adminKey);
        await operator.page.keyboard.press('Enter');
        await operator.page.locator('nav').first().waitFor();
        for (const path of ['', 'tables', 'people', 'reports', 'limits', 'bans', 'log'])
          faults.push(...(await faultsOf(operator, adminURL, { name: `admin ${path}`, path, ready }, language)));
        // The page that asks for the key is an answer of 401, which the console names.
        expect(operator.faults.splice(0).filter((fault) => !fault.includes('401'))).toEqual([]);
        expect(faults).toEqual([]);
      } finally {
        mail.close();
      }
    });

  test('in the study of a game', async ({ fixture }) => {
    const ada = await fixture.person('Ada');
    const players = [ada, new Guest('Benedict')];
    const { id, path } = await startTable(fixture.url, players, { title: 'druids' });
    await playByApi(fixture.url, players, id, new Random(5), (made) => made >= 30);
    await (await ada.api(fixture.url)).post(`/tables/${id}/concede`, { id: 'give-up' });
    await ada.page.goto(fixture.url + path);
    await ada.page.getByTestId('study-start').click();
    const result = '[data-testid=study-result]';
    await ada.page.locator(result).waitFor({ timeout: 400_000 });
    const storageState = await ada.context.storageState({ indexedDB: true });
    const faults: string[] = [];
    for (const language of languages) {
      const reader = await inLanguage(fixture, ada, language, { storageState });
      faults.push(...(await faultsOf(reader, fixture.url, { name: 'study', path, ready: result }, language)));
    }
    expect(faults).toEqual([]);
  });
});

describe('the coach of a lesson shows each sentence whole', () => {
  // The sentences are short, so that lengthened ones are of no interest. German has the longest words.
  for (const language of new Set(languages.map((one) => (one === pseudo ? 'de' : one))))
    test(`in the language ${language}`, async ({ fixture }) => {
      const { page } = await fixture.person('Ada', { locale: language });
      const faults: string[] = [];
      for (const title of ['meduris', 'druids', 'pangea']) {
        await page.goto(`${fixture.url}/learn/${title}`);
        await page.getByTestId('coach-says').waitFor();
        const sentences = Object.entries(rawTexts(`web/src/games/${title}/texts/*.json`, language))
          .filter(([key]) => key.startsWith('lesson.'))
          .map(([, text]) => text);
        for (const size of windows) {
          await page.setViewportSize(size);
          await untilPainted(page);
          const cut = await page.getByTestId('coach-says').evaluate((says, sentences) => {
            const copy = says.cloneNode() as HTMLElement;
            const place = says.parentElement as HTMLElement;
            // The page changes its own sentence later.
            says.replaceWith(copy);
            const found = sentences.flatMap((text) => {
              copy.textContent = text;
              const hidden = place.scrollHeight - place.clientHeight;
              return hidden > 1 ? [`${hidden} px of "${text}"`] : [];
            });
            copy.replaceWith(says);
            return found;
          }, sentences);
          faults.push(...cut.map((fault) => `${title}, ${size.width} by ${size.height}: ${fault}`));
        }
      }
      expect(faults).toEqual([]);
    });
});

describe('the head of every page', () => {
  test('has the choice of the language on a narrow phone', async ({ fixture }) => {
    const ada = await fixture.person('Ada');
    const pages = everyPage(await populate(fixture.url, ada));
    const reader = await inLanguage(fixture, ada, 'de', { viewport: { width: 360, height: 640 } });
    reader.expectsRefusals = true;
    const stranger = await inLanguage(fixture, await fixture.person('Somebody'), 'de', {
      viewport: { width: 360, height: 640 },
    });
    const without: string[] = [];
    for (const visit of pages.filter(({ open }) => !open)) {
      const { page } = visit.stranger ? stranger : reader;
      await goTo(page, fixture.url, visit);
      // A table has it in its menu, and a running one on a phone only there. The menu comes after the board.
      const choice = page.getByTestId('language').first();
      await choice.waitFor({ state: 'attached' });
      const menu = page.locator('[popovertarget="table-menu"]');
      if (await menu.isVisible()) await menu.click();
      const isHit = await choice.evaluate((select) => {
        const { left, top, width, height } = select.getBoundingClientRect();
        return (
          width >= 24 && height >= 24 && select.contains(document.elementFromPoint(left + width / 2, top + height / 2))
        );
      });
      if (!isHit) without.push(visit.name);
    }
    expect(without).toEqual([]);
  });

  test('changes the language of an invitation, without another one', async ({ fixture }) => {
    const ada = await fixture.person('Ada');
    const { open } = await populate(fixture.url, ada);
    const { page } = await fixture.person('Ben', { locale: 'fr-FR', viewport: { width: 360, height: 640 } });
    await page.goto(fixture.url + open);
    await page.getByTestId('set-name').waitFor();
    await page.getByTestId('language').selectOption('it');
    await until('the page is Italian', () => page.evaluate(() => document.documentElement.lang === 'it'));
    await page.reload();
    await page.getByTestId('set-name').waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('it');
  });

  test('goes with the person to another browser', async ({ fixture }) => {
    const ada = await fixture.person('Ada', { locale: 'en-GB' });
    await populate(fixture.url, ada);
    await ada.page.goto(fixture.url);
    await ada.page.getByTestId('companions').waitFor();
    const stored = ada.page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
    await ada.page.getByTestId('language').selectOption('es');
    await stored;
    const { page } = await inLanguage(fixture, ada, 'nl');
    await page.goto(fixture.url);
    await until('the page is Spanish', () => page.evaluate(() => document.documentElement.lang === 'es'));
  });
});

describe('the first page', () => {
  for (const language of languageCodes)
    test(`loads the texts of one language: ${language}`, async ({ fixture, annotate }) => {
      const { page } = await fixture.person('Ada', { locale: language });
      const loaded: { url: string; bytes: Promise<number> }[] = [];
      page.on('requestfinished', (request) => {
        const bytes = request.sizes().then((sizes) => sizes.responseBodySize + sizes.responseHeadersSize);
        if (request.url().includes('/assets/')) loaded.push({ url: request.url(), bytes });
      });
      await page.goto(fixture.url);
      await page.getByTestId('name-input').waitFor();
      await untilPainted(page);
      const texts = loaded.flatMap(({ url }) => /\/((?:texts|card|rules)-(?:\w+-)?[a-z]{2})-/.exec(url)?.[1] ?? []);
      expect(texts).toContain(`texts-${language}`);
      expect(texts.filter((name) => !name.endsWith(`-${language}`))).toEqual([]);
      expect(
        texts.filter((name) => !/^(texts-..|card-.*)$/.test(name)),
        'texts of titles beside their cards',
      ).toEqual([]);
      const code = loaded.filter(({ url }) => /\.(js|css)$/.test(url));
      const size = (await Promise.all(code.map(({ bytes }) => bytes))).reduce((a, b) => a + b, 0);
      await annotate(`${language}: ${size} bytes in ${code.length} files`);
      expect(size, 'bytes of scripts, styles and texts').toBeLessThan(mostBytes);
    });
});

/** Starts a server that offers all ways to sign in. */
async function startOpenServer(fixture: Fixture, mail: MailServer): Promise<{ url: string; adminURL: string }> {
  const server = await fixture.startServer({
    admin: true,
    flags: (port) => [
      ...['--public-url', `http://localhost:${port}`],
      ...['--smtp', `smtp+plain://127.0.0.1:${mail.port}`, '--mail-from', 'tables@example.org'],
    ],
  });
  return { url: server.url.replace('127.0.0.1', 'localhost'), adminURL: server.adminURL };
}

/** Returns the faults of a page in each window, each with the name of the page. */
async function faultsOf({ page }: Person, url: string, visit: Visit, language: string): Promise<string[]> {
  const faults: string[] = [];
  await page.setViewportSize(windows[0] ?? { width: 1440, height: 900 });
  await goTo(page, url, visit);
  for (const size of windows) {
    if (visit.open) await page.keyboard.press('Escape');
    await page.setViewportSize(size);
    // Escape may close a menu below the part, too.
    if (visit.open) await untilPainted(page);
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
