import { fileURLToPath } from 'node:url';
import { describe } from 'vitest';
import { openPages, playByApi, signIn, withEmptyPages, type StartedTable } from './kit/api';
import { phone, test } from './kit/fixture';
import { untilFonts } from './kit/fonts';
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
      await untilFonts(page);
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
  test('play over days, on a phone', async ({ fixture }) => {
    const maren = await fixture.person('Maren', { ...phone, colorScheme: 'light' });
    const [tobias, ilse] = [await fixture.person('Tobias'), await fixture.person('Ilse')];
    const people = [maren, tobias, ilse];
    await signIn(fixture.url, people);
    for (const title of ['meduris', 'druids', 'pangea']) await concedeTo(maren, tobias, fixture.url, title);
    await concedeTo(ilse, maren, fixture.url, 'druids');
    const table = await overDays(fixture.url, people, 'meduris');
    await overDays(fixture.url, [tobias, maren], 'druids');
    await playByApi(fixture.url, people, table.id, new Random(3), (made) => made >= 40);
    const { id } = await (await maren.api(fixture.url)).get<{ id: string }>('/me');
    const host = await tobias.api(fixture.url);
    const open = await host.post<{ table: { id: string } }>('/tables', {
      title: 'pangea',
      seats: 3,
      visibility: 'private',
    });
    const invitations = `${fixture.url}/api/v1/tables/${open.table.id}/invitations`;
    await tobias.context.request.post(invitations, { data: { player: id } });

    const shots: Buffer[] = [];
    const { page } = maren;
    const shoot = async (): Promise<void> => {
      await untilFonts(page);
      await untilPainted(page);
      shots.push(await page.screenshot({ animations: 'disabled' }));
    };
    await page.goto(fixture.url);
    await page.getByTestId('accept-invitation').waitFor();
    await page.getByTestId('invitations').scrollIntoViewIfNeeded();
    await shoot();
    await openPages(fixture.url, [maren, tobias], table);
    await tobias.page.getByTestId('tab-chat').click();
    await write(tobias, 'The temple on field 25 was a fine move!');
    await page.getByTestId('unread-badge').waitFor();
    await shoot();
    await page.getByTestId('log-button').click();
    await page.getByTestId('tab-chat').click();
    await write(maren, 'Thanks. I am away until tonight, @Tobias.');
    await page.getByTestId('chat-message').nth(1).waitFor();
    await page.getByTestId('chat-input').blur();
    await shoot();
    await page.goto(`${fixture.url}/settings`);
    await page.getByTestId('quiet').check();
    await page.getByTestId('notification-settings').evaluate((node) => node.scrollIntoView());
    await shoot();
    await page.goto(`${fixture.url}/p/${id}`);
    await page.getByTestId('games').waitFor();
    await shoot();

    const wall = await fixture.person('The wall', { viewport: { width: 1400, height: 620 }, colorScheme: 'light' });
    const images = shots.map((shot) => `<img src="data:image/png;base64,${shot.toString('base64')}">`);
    await wall.page.setContent(
      `<style>body { display: flex; gap: 16px; margin: 16px; background: #cfc4a8 } img { width: 260.8px; border-radius: 14px }</style>${images.join('')}`,
    );
    const path = fileURLToPath(new URL('days-phone.jpg', folder));
    await wall.page.screenshot({ path, type: 'jpeg', quality: 80, fullPage: true });
  });
});

async function write({ page }: Person, text: string): Promise<void> {
  await page.getByTestId('chat-input').fill(text);
  await page.getByTestId('chat-input').press('Enter');
}

/** Starts a public table with people who are signed in, at the pace of days. */
async function overDays(url: string, people: readonly Person[], title: string): Promise<StartedTable> {
  const pace = { kind: 'days', bank: 259_200, increment: 43_200 };
  return begin(url, people, { title, seats: people.length, visibility: 'public', pace });
}

/** Plays a table to its end: the second person concedes. */
async function concedeTo(winner: Person, other: Person, url: string, title: string): Promise<void> {
  const { id } = await begin(url, [winner, other], { title, seats: 2, visibility: 'public' });
  await (await other.api(url)).post(`/tables/${id}/concede`, { id: 'give-up' });
}

async function begin(url: string, people: readonly Person[], body: object): Promise<StartedTable> {
  const players = await Promise.all(people.map((person) => person.api(url)));
  const [host, ...guests] = players;
  if (!host) throw new Error('a table needs a host');
  const { table } = await host.post<{ table: { id: string } }>('/tables', body);
  for (const guest of guests) await guest.post(`/tables/${table.id}/seats`);
  for (const player of players) await player.post(`/tables/${table.id}/contribution`, { contribution: '5a' });
  await host.post(`/tables/${table.id}/start`);
  return { id: table.id, path: `/t/${table.id}` };
}
