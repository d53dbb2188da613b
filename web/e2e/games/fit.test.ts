import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { finishByApi, openPages, playByApi, startTable } from '../kit/api';
import { brokenWords } from '../kit/broken-words';
import { fullest, startFullTable } from '../kit/full-table';
import { cutNotes, fitOf, moreSizes, sizes, type Fit, type Size } from '../kit/fit';
import { results, test } from '../kit/fixture';
import { inLanguage, measuredLanguages, pseudo } from '../kit/languages';
import { untilCurrent, untilPainted } from '../kit/log';
import { long } from '../kit/long';
import type { Person } from '../kit/person';
import { Random } from '../kit/random';
import { en } from '../kit/text';
import { textFaults } from '../kit/text-faults';
import { until } from '../kit/until';

/** The numbers of moves after which the page is measured. */
const tables = [
  { title: 'meduris', after: [0, 24] },
  { title: 'druids', after: [0, 16] },
  { title: 'pangea', after: [0, 60] },
] as const;

/** Set by PICTURES=1: saves a screenshot of each measured page, by day and by night. */
const pictures = Boolean(process.env.PICTURES);

/** A short run measures English and the language with the longest words. LANGUAGES names others. */
const languages = process.env.LANGUAGES?.split(',') ?? (long ? measuredLanguages : ['en', pseudo]);

describe('the whole board and every legal target are in sight', () => {
  for (const { title, after } of tables) {
    test(`a full table of ${title}`, async ({ fixture, annotate }) => {
      const { all, watched, table } = await startFullTable(fixture, title);
      const [ada] = watched;
      await openPages(fixture.url, [ada], table);
      const random = new Random(19);
      const total = { measured: 0, spots: 0, outside: 0, covered: 0 };
      const problems: string[] = [];
      const heights = new Map<string, Set<string>>();
      const readers = new Map<string, Person>();
      let made = 0;
      for (const wanted of long ? [...after, 80, 120, 160] : after) {
        const more = wanted - made;
        if (more > 0) made += await play(more);
        made += await untilSpots();
        // The first position is the same in every game: the choice of a pentagram around the middle.
        if (title === 'druids' && wanted === 0) await expectZoom(ada);
        for (const language of languages) {
          const reader = readers.get(language) ?? (await inLanguage(fixture, ada, language));
          readers.set(language, reader);
          await openPages(fixture.url, [reader], table);
          // The summary of the moves since the last visit covers the prompt.
          await reader.page.evaluate(() => document.querySelector<HTMLElement>('[data-testid=recap] button')?.click());
          for (const size of long && language === 'en' ? [...sizes, ...moreSizes] : sizes)
            await measure(reader, language, wanted, size);
          await reader.page.goto('about:blank');
        }
      }
      await expectAid(ada, fullest[title]);
      await annotate(`${title}: ${JSON.stringify(total)}`);
      expect(problems).toEqual([]);
      for (const [name, all] of heights) expect([...all], `places of the panel at ${name}`).toHaveLength(1);
      expect(total.spots, 'highlighted spots').toBeGreaterThan(0);

      async function measure(reader: Person, language: string, stage: number, size: Size): Promise<void> {
        const moment = `${language} ${title} ${stage}`;
        await reader.page.setViewportSize(size);
        await untilPainted(reader.page);
        const fit = await fitOf(reader.page);
        const name = `${size.width} by ${size.height}`;
        total.measured++;
        total.spots += fit.spots;
        total.outside += fit.outside.length;
        total.covered += fit.covered.length;
        const found = [...(await textFaults(reader.page)), ...problemsOf(fit)];
        if (pictures) await save(reader, moment, size);
        found.push(...(await cutNotes(reader.page)).map((note) => `cut off: ${note}`));
        problems.push(...found.map((problem) => `${moment}, ${made} moves, at ${name}: ${problem}`));
        const window = `${name} in ${language}`;
        heights.set(window, (heights.get(window) ?? new Set()).add(String(fit.panel)));
      }

      /** Plays some moves by REST. Returns their number. */
      async function play(moves: number): Promise<number> {
        const counts = await playByApi(fixture.url, all, table.id, random, (done) => done >= moves);
        return counts.reduce((one, other) => one + other, 0);
      }

      /** Plays until Ada's page highlights spots, if possible several. Returns the number of moves. */
      async function untilSpots(): Promise<number> {
        const patience = 24;
        for (let moves = 0; ;) {
          await untilCurrent([ada], fixture.url, table.id);
          const spots = await ada.page.locator('[data-spot].lit').count();
          if (spots > (moves < patience ? several : 0)) return moves;
          const done = await play(1);
          if (done === 0) throw new Error('the game is over');
          moves += done;
        }
      }
    });
  }
});

test('the result of a landscape phone scrolls in its column', async ({ fixture }) => {
  const ada = await fixture.person('Ada');
  const all = [ada, await fixture.person('Ben')];
  const table = await startTable(fixture.url, all, { title: 'meduris' });
  await openPages(fixture.url, all, table);
  await finishByApi(fixture.url, all, new Random(23));
  await ada.page.getByTestId('result').waitFor();
  await ada.page.setViewportSize({ width: 844, height: 390 });
  await until('the page is as high as the window', () =>
    ada.page.evaluate(() => document.documentElement.scrollHeight === innerHeight),
  );
});

/** A position with more highlighted spots than this is preferred. */
const several = 4;

function problemsOf({ outside, covered, faint, cut, scroll, bar, log }: Fit): string[] {
  return [
    ...outside.map((spot) => `${spot} is outside`),
    ...covered.map((spot) => `${spot} is covered`),
    ...faint.map((text) => `the text ${text} is too small`),
    ...(cut > 0 ? [`${cut} pixels of the board are outside`] : []),
    ...(scroll > 0 ? [`the page is ${scroll} pixels too large`] : []),
    ...(bar === 44 ? [] : [`the bar is ${bar} pixels high`]),
    ...(log ? [] : ['the log cannot be opened']),
  ];
}

/** Expects a small board to zoom to the choices by itself, one press to show all of it, and another one to enlarge the choices again. */
async function expectZoom({ page }: Person): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  const whole = page.getByTestId('zoom-whole');
  await whole.waitFor();
  await untilPainted(page);
  expect((await fitOf(page)).outside, 'choices outside of the enlarged part').toEqual([]);
  await whole.click();
  await whole.waitFor({ state: 'detached' });
  await page.getByTestId('zoom-in').click();
  await whole.waitFor();
  await untilPainted(page);
  expect((await fitOf(page)).outside, 'choices outside of the enlarged part').toEqual([]);
  await whole.click();
}

/** Expects the player aid of a wide window, without a scroll bar, with a column for each player and no broken word. */
async function expectAid({ page }: Person, seats: number): Promise<void> {
  await page.setViewportSize({ width: 1920, height: 1080 });
  const aid = page.getByRole('complementary', { name: en['play.aid'] });
  await aid.waitFor();
  const columns = aid.getByRole('columnheader');
  await columns.first().waitFor();
  expect(await columns.count(), 'players of the standings').toBe(seats);
  expect(await brokenWords(aid.getByRole('rowheader')), 'words of the standings in two lines').toEqual([]);
  for (const item of await aid.getByRole('listitem').allInnerTexts())
    expect(item.trim(), 'a line of the aid').not.toBe('');
  expect(await aid.evaluate((it) => it.scrollHeight - it.clientHeight), 'pixels of the aid out of sight').toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await aid.waitFor({ state: 'detached' });
}

async function save({ page }: Person, name: string, { width, height }: Size): Promise<void> {
  mkdirSync(results, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await untilPainted(page);
    await page.screenshot({ path: join(results, `fit ${name} ${width}x${height} ${colorScheme}.png`) });
  }
}
