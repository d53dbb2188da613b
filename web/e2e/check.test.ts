import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect } from 'vitest';
import { picture } from './kit/pictures';
import { axeViolations } from './kit/axe';
import { test } from './kit/fixture';
import type { Person } from './kit/person';
import { en } from './kit/text';
import { until } from './kit/until';

const root = resolve(import.meta.dirname, '../..');
const record = readFileSync(join(root, 'docs/fairness-record.json'));
const changed = Buffer.from(record.toString().replace('"outcome":', '"more":1,"outcome":'));
const page = pathToFileURL(join(root, 'web/dist/check.html')).href;
const file = (buffer: Buffer): { name: string; mimeType: string; buffer: Buffer } => ({
  name: 'nemeton-game.json',
  mimeType: 'application/json',
  buffer,
});

/** Opens a record by keyboard alone, as a file, and returns the verdict. */
async function check({ page }: Person, buffer: Buffer): Promise<string> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByTestId('record-file').focus();
  await page.keyboard.press('Space');
  await (await choosing).setFiles(file(buffer));
  const verdict = page.getByTestId('fair-result');
  await verdict.waitFor();
  await page.getByTestId('fair-rules').getByText('%').waitFor({ state: 'detached' });
  return verdict.innerText();
}

async function inspect({ page }: Person, name: string): Promise<void> {
  for (const [screen, width, height] of [
    ['wide', 1440, 900],
    ['narrow', 390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wider, `pixels that ${name} is wider than a ${screen} screen`).toBeLessThanOrEqual(0);
    await picture(page, `${name} ${screen}`);
  }
  expect.soft(await axeViolations(page), `axe on ${name}`).toEqual([]);
}

describe('the check of any record', () => {
  test('works on the page of a server', async ({ fixture }) => {
    const ada = await fixture.person('Ada');
    await ada.page.goto(`${fixture.url}/check`);
    await ada.page.getByTestId('record-file').waitFor({ state: 'attached' });
    await inspect(ada, 'check');
    expect(await check(ada, record)).toBe(en['fair.ok.rules']);
    expect(await ada.page.evaluate(() => document.activeElement?.id)).toBe('says');
    await inspect(ada, 'check of a record');
    expect(await check(ada, changed)).toBe(en['fair.hidden']);
    await inspect(ada, 'check of a changed record');
    expect(ada.faults).toEqual([]);
  });

  test('works in one file from the disk, without any request', async ({ fixture }) => {
    const ada = await fixture.person('Ada');
    const requests: string[] = [];
    ada.page.on('request', (request) => requests.push(request.url()));
    await ada.page.goto(page);
    await ada.page.getByTestId('record-file').waitFor({ state: 'attached' });
    expect(await check(ada, record)).toBe(en['fair.unjudged.title']);
    await inspect(ada, 'check from the disk');
    await ada.page.getByTestId('language-select').selectOption('nl');
    expect(await ada.page.locator('h1').innerText()).toBe('Een spelverslag controleren');
    expect(requests.filter((url) => !url.startsWith('data:'))).toEqual([page]);
    expect(ada.faults).toEqual([]);
    // The policy inside the page forbids requests, also those of a planted script.
    await ada.page.evaluate((url) => fetch(url, { mode: 'no-cors' }).catch(String), fixture.url);
    await until('the page reports the violation', () =>
      ada.faults.some((fault) => fault.includes('policy: connect-src')),
    );
    ada.faults.length = 0;
  });

  test('works in one file from a server, under its policy', async ({ fixture }) => {
    const ada = await fixture.person('Ada');
    const answer = await ada.page.goto(`${fixture.url}/check.html`);
    expect(answer?.headers()['content-security-policy']).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
    await ada.page.getByTestId('record-file').waitFor({ state: 'attached' });
    expect(await check(ada, changed)).toBe(en['fair.hidden']);
    expect(ada.faults).toEqual([]);
  });
});
