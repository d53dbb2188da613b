import { expect, inject, test as base } from 'vitest';
import { test as inChromium } from '../kit/fixture';
import { startFirefox } from './firefox';
import { ask, corpusRecord, foldInPage, native, startModule, type ScriptedPage } from './module-page';
import { startWebkit } from './webkit';

/** The moves that the first browser chose; all others choose the same ones. */
let chosen: { index: number; worth: number }[] | undefined;

/** The same moves as native Go, of all, at least. Its exponential function may differ in the last bit, and with it rarely a choice. */
const leastEqual = 0.95;

/** Folds the games of the corpus, and lets bots choose. */
async function compare(page: ScriptedPage): Promise<void> {
  await startModule(page);
  const open = new Map<string, number>();
  for (const { name, ...want } of native.games) {
    const { game, entries, seats } = await ask(page, 'open', { record: corpusRecord(name) });
    const got = await foldInPage(page, { game, entries: entries.length, seats: seats.length });
    expect({ entries: entries.length, ...got }, name).toEqual(want);
    open.set(name, game);
  }
  const own: { index: number; worth: number }[] = [];
  for (const { game, seq, seat } of native.choices) {
    const request = { game: open.get(game) ?? 0, seq, seat, level: 'medium', iterations: 40, time: 0, seed: seq };
    const { index, worth } = await ask(page, 'choose', request);
    own.push({ index, worth });
  }
  expect(own, 'the moves in two browsers').toEqual((chosen ??= own));
  const equal = own.filter(({ index }, i) => index === native.choices[i]?.index).length;
  expect(equal / own.length, 'moves that native Go chooses, too').toBeGreaterThanOrEqual(leastEqual);
}

inChromium('Chromium: the corpus has the same bytes as in Go', async ({ fixture }) => {
  const ada = await fixture.person('Ada');
  await ada.page.goto(`${fixture.url}/about`);
  await compare(ada.page);
});

for (const [engine, start] of Object.entries({ Firefox: startFirefox, WebKit: startWebkit }))
  base(`${engine}: the corpus has the same bytes as in Go`, async () => {
    const page = await start(inject('server'));
    try {
      await page.open('/about');
      await compare(page);
      expect(await page.faults()).toEqual([]);
    } finally {
      await page.close();
    }
  });
