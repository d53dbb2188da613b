import { fileURLToPath } from 'node:url';
import { describe } from 'vitest';
import { playByApi, withEmptyPages } from './kit/api';
import { test } from './kit/fixture';
import { introduce, join, openTable, start, tableOf } from './kit/lobby';
import { untilPainted } from './kit/log';
import type { Person } from './kit/person';
import { Random } from './kit/random';

/** Set by `npm run pictures`: writes docs/pictures. Every run plays another game, because the server draws a new secret. */
const wanted = Boolean(process.env.DOCS_PICTURES);
const folder = new URL('../../docs/pictures/', import.meta.url);
const names = ['Maren', 'Tobias', 'Ilse', 'Kofi', 'Noor'];
const desk = { width: 1440, height: 900 };
const telephone = { width: 390, height: 844 };

/** Pictures of a table, seen by the player who has to decide: after at least so many moves, at a decision of this kind. */
const tables = [
  {
    ...{ title: 'meduris', seats: 4, moves: 100, kind: 'turn' },
    shots: [['table-day', desk] as const, ['table-night-phone', telephone] as const],
  },
  { title: 'druids', seats: 5, moves: 34, kind: 'go', shots: [['druids-day', desk] as const] },
  { title: 'pangea', seats: 4, moves: 120, kind: 'movement', shots: [['pangea-day', desk] as const] },
];

interface View {
  decisions: { seat: number; kind: string }[];
}

describe.runIf(wanted)('pictures of the documents', () => {
  test.for(tables)('$title', async ({ title, seats, moves, kind, shots }, { fixture }) => {
    const people: Person[] = [];
    for (const name of names.slice(0, seats)) people.push(await fixture.person(name, { viewport: desk }));
    const [host, ...guests] = people;
    if (!host) throw new Error('a table needs people');
    await introduce(host, fixture.url);
    const link = await openTable(host, { title, seats, visibility: 'private' });
    for (const [i, guest] of guests.entries()) await join(guest, link, i + 1);
    await start(host, guests);
    const table = tableOf(host);
    const asked = async (): Promise<View['decisions'][number] | undefined> =>
      (await (await host.api(fixture.url)).get<View>(`/tables/${table}/view`)).decisions[0];
    const random = new Random(3);
    await withEmptyPages(people, async () => {
      await playByApi(fixture.url, people, table, random, (made) => made >= moves);
      while ((await asked())?.kind !== kind) await playByApi(fixture.url, people, table, random, (made) => made >= 1);
    });
    const { page } = people[(await asked())?.seat ?? 0] ?? host;
    for (const [name, size] of shots) {
      await page.emulateMedia({ colorScheme: name.includes('night') ? 'dark' : 'light' });
      await page.setViewportSize(size);
      await page.reload();
      await page.getByTestId('decision-prompt').waitFor();
      const recap = page.getByTestId('recap');
      if (await recap.isVisible()) await recap.getByRole('button').click();
      await page.evaluate(() => document.fonts.ready);
      await untilPainted(page);
      await page.screenshot({ path: fileURLToPath(new URL(`${name}.png`, folder)), animations: 'disabled' });
    }
  });
  test('the first page', async ({ fixture }) => {
    const { page } = await fixture.person('Maren', { viewport: desk, colorScheme: 'light' });
    await page.goto(fixture.url);
    await page.waitForFunction(() => document.querySelectorAll('article img.day').length === 3);
    await page.evaluate(() =>
      Promise.all([...document.querySelectorAll<HTMLImageElement>('article img.day')].map((image) => image.decode())),
    );
    await page.screenshot({ path: fileURLToPath(new URL('home-day.png', folder)) });
  });
});
