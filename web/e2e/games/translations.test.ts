import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { languageCodes } from '../../src/dev/raw-texts';
import { openPages, playByApi, preferred, startTable, type ApiMove } from '../kit/api';
import { desk, results, test } from '../kit/fixture';
import { ForeignTexts, textsOf } from '../kit/foreign-texts';
import { Guest } from '../kit/guest';
import { inLanguage } from '../kit/languages';
import { untilCurrent, untilPainted } from '../kit/log';
import { long } from '../kit/long';
import type { Person } from '../kit/person';
import { Random } from '../kit/random';

/** Set by PICTURES=1: saves pictures of each language in the middle and at the end of a game. */
const pictures = Boolean(process.env.PICTURES);
/** The numbers of moves after which pictures are saved. */
const photographed = [8, 40, 90];

/** Games of Die Magier von Pangea that are as short as possible only end phases. */
const all = (moves: readonly ApiMove[]): readonly ApiMove[] => moves;

/** One page for each language shows the same seat. */
describe.runIf(long)('a whole game shows no text that is missing or English', () => {
  for (const title of ['meduris', 'druids', 'pangea'])
    test(`of ${title}`, async ({ fixture, annotate }) => {
      const ada = await fixture.person('Ada');
      const people = [ada, new Guest('Ben'), new Guest('Cleo')];
      const table = await startTable(fixture.url, people, { title });
      const readers: Person[] = [];
      for (const language of languageCodes) readers.push(await inLanguage(fixture, ada, language, desk));
      const searches = languageCodes.map((language) => new ForeignTexts(language));
      await openPages(fixture.url, readers, table);
      const found = new Set<string>();
      const seen = new Set<string>();
      const search = async (): Promise<void> => {
        await untilCurrent(readers, fixture.url, table.id);
        await Promise.all(
          readers.map(async ({ page }, i) => {
            const texts = await textsOf(page);
            for (const text of texts) seen.add(text);
            for (const text of searches[i]?.in(texts) ?? []) found.add(`${languageCodes[i]}: ${text}`);
          }),
        );
      };
      const random = new Random(29);
      const choose = title === 'pangea' ? all : preferred;
      for (let moves = 0, made = 1; made > 0; moves += made) {
        await search();
        if (photographed.includes(moves)) await save(readers, `${title} ${moves}`);
        const counts = await playByApi(fixture.url, people, table.id, random, (done) => done > 0, choose);
        made = counts.reduce((one, other) => one + other, 0);
      }
      for (const { page } of readers) await page.getByTestId('result').waitFor();
      await search();
      await save(readers, `${title} end`);
      await annotate(`${title}: ${seen.size} texts`);
      expect([...found]).toEqual([]);
    });
});

async function save(readers: readonly Person[], moment: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(results, { recursive: true });
  for (const { page, name } of readers) {
    for (const [width, height] of [
      [390, 844],
      [844, 390],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await untilPainted(page);
      await page.screenshot({ path: join(results, `${moment} ${name} ${width}.png`) });
    }
  }
}
