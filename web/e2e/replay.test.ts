import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { exportOf, forged, recorded, type Game } from '../src/lib/check/record-kit';
import { picture } from './kit/pictures';
import { playByApi, signIn, startTable } from './kit/api';
import { axeViolations } from './kit/axe';
import { giveUp } from './kit/finished-game';
import { phone, test } from './kit/fixture';
import type { Person } from './kit/person';
import { Random } from './kit/random';
import { en } from './kit/text';
import { until } from './kit/until';

const record = readFileSync(resolve(import.meta.dirname, '../../docs/fairness-record.json'));
const file = (buffer: Buffer) => ({ name: 'game.json', mimeType: 'application/json', buffer });

const count = ({ page }: Person): Promise<string> => page.getByTestId('replay-count').innerText();

/** Drops a record file on the page. */
async function drop({ page }: Person, text: string): Promise<void> {
  await page.evaluate((content) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([content], 'game.json', { type: 'application/json' }));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, text);
}

/** The numbers of colors in the square of the board, and in the lines below it. */
function colorsOf(image: Element): number[] {
  if (!(image instanceof HTMLImageElement)) return [];
  const { naturalWidth: width, naturalHeight: height } = image;
  const pen = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d', {
    willReadFrequently: true,
  });
  pen?.drawImage(image, 0, 0);
  return [
    [0, width],
    [width, height - width],
  ].map(([top = 0, rows = 0]) => {
    const { data } = pen?.getImageData(0, top, width, rows) ?? { data: [] };
    const found = new Set<number>();
    for (let i = 0; i < data.length; i += 4)
      found.add(((data[i] ?? 0) << 16) | ((data[i + 1] ?? 0) << 8) | (data[i + 2] ?? 0));
    return found.size;
  });
}

const titles = ['meduris', 'druids', 'pangea'];

/** Changes a number of an event in the second half of a game. */
function changeEvent({ entries }: Game): void {
  for (const { entry } of entries.slice(entries.length / 2))
    for (const { data } of entry.events) {
      const name = Object.keys(data).find((each) => each !== 'seat' && typeof data[each] === 'number');
      if (name === undefined) continue;
      data[name] = Number(data[name]) + 1;
      return;
    }
}

function stateNewerRules({ entries }: Game): void {
  for (const { entry } of entries.slice(-1)) entry.rules += 1000;
}

describe('the replay of a record', () => {
  test('opens a file after it was judged, and goes to any moment by keyboard', async ({ fixture }) => {
    const ada = await fixture.person('Ada');
    await ada.page.goto(`${fixture.url}/replay`);
    await ada.page.getByTestId('replay-file').setInputFiles(file(record));
    await ada.page.getByTestId('replay').waitFor();
    const last = (JSON.parse(record.toString()) as { entries: unknown[] }).entries.length;
    await until('the first entry is shown', async () => (await count(ada)) === `Entry 1 of ${last}`);
    await picture(ada.page, 'replay first 1280');
    await ada.page.keyboard.press('ArrowRight');
    await until('the next entry is shown', async () => (await count(ada)) === `Entry 2 of ${last}`);
    await ada.page.getByTestId('replay-track').focus();
    await ada.page.keyboard.press('End');
    await ada.page.getByTestId('result').waitFor();
    expect(await axeViolations(ada.page), 'axe at the end').toEqual([]);
    const bar = await ada.page.getByTestId('replay').boundingBox();
    expect((bar?.y ?? 0) + (bar?.height ?? 0), 'the end of the bar').toBeLessThanOrEqual(800);
    await ada.page.getByTestId('replay-track').focus();
    await ada.page.keyboard.press('Home');
    await ada.page.getByTestId('result').waitFor({ state: 'detached' });
    for (const eyes of ['0', '1', 'open', '']) await ada.page.getByTestId('replay-eyes').selectOption(eyes);
    await ada.page.getByTestId('replay-speed').selectOption('4');
    await ada.page.getByTestId('replay-play').click();
    await until('it plays', async () => Number(/\d+/.exec(await count(ada))?.[0]) > 4);
    await ada.page.getByTestId('replay-play').click();
    for (const [name, width, height] of [
      ['desktop', 1440, 900],
      ['portrait', 390, 844],
      ['landscape', 844, 390],
    ] as const) {
      await ada.page.setViewportSize({ width, height });
      await picture(ada.page, `replay ${name}`);
      const wider = await ada.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wider, `pixels that the replay is wider than ${name}`).toBeLessThanOrEqual(0);
      expect.soft(await axeViolations(ada.page), `axe on ${name}`).toEqual([]);
    }
    expect(ada.faults).toEqual([]);
  });

  test('is played on alone from a moment, on this device', async ({ fixture }) => {
    const ada = await fixture.person('Ada', phone);
    await ada.page.goto(`${fixture.url}/replay`);
    await ada.page.getByTestId('replay-file').setInputFiles(file(record));
    await ada.page.getByTestId('replay-forward').click();
    await ada.page.getByTestId('replay-more').click();
    await ada.page.getByTestId('replay-play-on').click();
    expect(await axeViolations(ada.page), 'axe in the dialog').toEqual([]);
    await ada.page.getByTestId('replay-alone').click();
    await ada.page.getByTestId('local-bar').waitFor();
    await picture(ada.page, 'replay alone 390');
    await ada.page.reload();
    await ada.page.getByTestId('log-button').waitFor();
    expect(ada.faults).toEqual([]);
  });

  test('refuses a record that was changed', async ({ fixture }) => {
    const ada = await fixture.person('Ada');
    await ada.page.goto(`${fixture.url}/replay`);
    const changed = Buffer.from(record.toString().replace(/"scores":\[(\d+)/, (_, n) => `"scores":[${Number(n) + 1}`));
    expect(changed).not.toEqual(record);
    await ada.page.getByTestId('replay-file').setInputFiles(file(changed));
    await ada.page.getByTestId('replay-problem').waitFor();
    expect(await ada.page.getByTestId('replay-problem').innerText()).toBe(en['replay.problem.refused']);
    // Browsers tell of a file that is chosen once more, such as a better copy of the same name, only if the field was empty.
    expect(await ada.page.getByTestId('replay-file').inputValue()).toBe('');
    expect(ada.faults).toEqual([]);
  });

  test('says why the server gives no record, and asks again', async ({ fixture }) => {
    const ada = await fixture.person('Ada');
    ada.expectsRefusals = ada.expectsRestart = true;
    const problem = ada.page.getByTestId('replay-problem');
    const statuses = [429, 503, 404];
    await ada.page.route('**/export*', (route) => route.fulfill({ status: statuses.shift() ?? 500 }));
    await ada.page.goto(`${fixture.url}/replay/${crypto.randomUUID()}`);
    for (const says of [en['error.too_fast'], en['error.unavailable'], en['replay.problem.missing']]) {
      await until(says, async () => (await problem.allInnerTexts())[0] === says);
      if (statuses.length > 0) await ada.page.getByRole('button', { name: en['replay.again'] }).click();
    }
  });

  test('says of a file that it is not a record, or one of a newer version', async ({ fixture }) => {
    const { page } = await fixture.person('Ada');
    await page.goto(`${fixture.url}/replay`);
    const problem = page.getByTestId('replay-problem');
    for (const [content, says] of [
      ['<html>', en['check.unreadable']],
      ['{"nemetonExport":99}', en['check.newer']],
      [forged(recorded('meduris'), stateNewerRules), en['replay.problem.newer']],
      [Buffer.from([0xff, 0xd8]), en['check.failed']],
    ] as const) {
      await page.getByTestId('replay-file').setInputFiles(file(Buffer.from(content)));
      await until(says, async () => (await problem.innerText()) === says);
    }
  });

  for (const title of titles)
    test(`of ${title} is refused if a forger changed a move and computed all hashes anew`, async ({ fixture }) => {
      const ada = await fixture.person('Ada', phone);
      await ada.page.goto(`${fixture.url}/replay`);
      const open = (text: string): Promise<void> =>
        ada.page.getByTestId('replay-file').setInputFiles(file(Buffer.from(text)));
      await open(forged(recorded(title), changeEvent));
      await ada.page.getByTestId('replay-problem').waitFor();
      expect(await ada.page.getByTestId('replay-problem').innerText()).toBe(en['replay.problem.refused']);
      // The same forger without a change is not refused.
      await open(forged(recorded(title), () => undefined));
      await ada.page.getByTestId('replay').waitFor();
      await ada.page.goto(`${fixture.url}/replay`);
      await open(exportOf(title));
      await ada.page.getByTestId('replay').waitFor();
      expect(ada.faults).toEqual([]);
    });

  for (const title of titles)
    test(`of ${title} is opened by a link at a moment, with the eyes of a seat`, async ({ fixture }) => {
      const [ada, ben, eve] = [
        await fixture.person('Ada'),
        await fixture.person('Ben'),
        await fixture.person('Eve', phone),
      ];
      const { id, path } = await startTable(fixture.url, [ada, ben], { title });
      await playByApi(fixture.url, [ada, ben], id, new Random(11), (made) => made >= 8);
      await (await ben.api(fixture.url)).post(`/tables/${id}/concede`, { id: 'give-up' });
      await ada.page.goto(`${fixture.url}/replay/${id}?${path.split('?')[1]}`);
      await ada.page.getByTestId('replay-eyes').selectOption('1');
      await ada.page.getByTestId('replay-track').fill('7');
      await until('entry 7 is shown', async () => (await count(ada)).startsWith('Entry 7 '));
      await ada.page.getByTestId('replay-share').click();
      await eve.page.goto(await ada.page.getByTestId('replay-link-field').inputValue());
      await until('the link shows its moment', async () => (await count(eve)) === (await count(ada)));
      expect(await count(eve)).toMatch(/^Entry 7 of/);
      expect(await eve.page.getByTestId('replay-eyes').inputValue()).toBe('1');
      await eve.page.getByTestId('log-button').waitFor();
      // A file that is dropped there has neither the address nor the table of the link.
      await ada.page.keyboard.press('Escape');
      await drop(ada, record.toString());
      await until('the file is shown from its start', async () => (await count(ada)).startsWith('Entry 1 '));
      expect([new URL(ada.page.url()).pathname, await ada.page.getByTestId('together').count()]).toEqual([
        '/replay',
        0,
      ]);
      expect([ada.faults, eve.faults]).toEqual([[], []]);
    });

  test('of a table of the server begins at the moment of a link, on a phone', async ({ fixture }) => {
    const [ada, ben] = [await fixture.person('Ada'), await fixture.person('Ben', phone)];
    await signIn(fixture.url, [ada, ben]);
    const table = await giveUp(fixture.url, 'pangea', ada, ben);
    await ben.page.goto(fixture.url);
    await ben.page.locator(`a[href="/t/${table}"]`).first().click();
    await ben.page.getByTestId('replay-link').click();
    await ben.page.getByTestId('replay').waitFor();
    await ben.page.getByTestId('replay-forward').click();
    await until('the address names the moment', () => Promise.resolve(ben.page.url().includes('seq=2')));
    await ben.page.getByTestId('replay-back').click();
    await until('the first moment is shown', async () => (await count(ben)).startsWith('Entry 1 '));
    await ben.page.evaluate(() => {
      const { toBlob } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.toBlob = function (...given): void {
        setTimeout(() => toBlob.apply(this, given), 1_000);
      };
    });
    await ben.page.getByTestId('replay-more').click();
    await ben.page.getByTestId('replay-share').click();
    const drawn = ben.page.getByTestId('replay-picture');
    const field = ben.page.getByTestId('replay-link-field');
    const before = await field.boundingBox();
    await drawn.waitFor();
    expect(await field.boundingBox(), 'the place of the link below the picture').toEqual(before);
    expect(await drawn.evaluate(colorsOf), 'colors of the board and of the players in the picture').toEqual([
      expect.toSatisfy((n: number) => n > 500),
      expect.toSatisfy((n: number) => n > 20),
    ]);
    await picture(ben.page, 'replay share 390');
    await ben.page.getByTestId('replay-hidden').check();
    for (const [width, height] of [
      [844, 390],
      [1280, 800],
      [390, 844],
    ] as const) {
      await ben.page.setViewportSize({ width, height });
      expect(await drawn.isVisible(), `the dialog is open at ${width} × ${height}`).toBe(true);
      expect(await ben.page.getByTestId('replay-hidden').isChecked()).toBe(true);
    }
    const link = await ben.page.getByTestId('replay-link-field').inputValue();
    expect(link).toContain('spoilers=0');
    await ada.page.goto(link);
    await until('the count tells no length', async () => (await count(ada)) === 'Entry 1');
    expect(await ada.page.getByTestId('replay-track').getAttribute('max'), 'the end of the track').toBe('1');
    await ada.page.getByTestId('replay-play-on').click();
    await ada.page.getByTestId('replay-alone').waitFor();
    expect(await ada.page.locator('dialog a[href^="/t/"]').count(), 'ways to the page with the result').toBe(0);
    expect([ada.faults, ben.faults]).toEqual([[], []]);
  });
});
