import { describe, expect } from 'vitest';
import { finishByApi } from './kit/api';
import { plainName } from './kit/browser';
import { plain, test } from './kit/fixture';
import { ListPlayer } from './kit/list-player';
import { introduce, join, openTable, start, tableOf } from './kit/lobby';
import type { Person } from './kit/person';
import { Random } from './kit/random';
import { en } from './kit/text';
import { until } from './kit/until';

type JsonObject = Record<string, unknown>;

interface Entry {
  kind: string;
  seat: number;
  actor: string;
  command: string;
  proof?: { index: number; reveal: string; signature: string };
}

interface Export {
  nemetonExport: number;
  entries: { entry: Entry }[];
}

describe('fair draws', () => {
  test('players prove their moves over https and plain http, and on a new device', async ({ fixture }) => {
    const ada = await fixture.person('Ada', plain);
    const ben = await fixture.person('Ben', plain);
    await introduce(ada, fixture.url);
    const link = await openTable(ada, { seats: 2, visibility: 'private' });
    // Ben's pages have no secure context, so @noble/curves makes the signatures.
    await join(ben, link.replace('127.0.0.1', plainName), 1);
    expect(await ben.page.evaluate(() => isSecureContext), 'a secure context').toBe(false);
    await start(ada, [ben]);
    const table = tableOf(ada);
    const player = new ListPlayer(new Random(71));
    await player.play([ada, ben], () => Math.min(...[ada, ben].map(({ name }) => player.made.get(name) ?? 0)) >= 3);
    for (const { page } of [ada, ben]) expect(await page.getByTestId('device-note').count()).toBe(0);

    // Scripts can read the private key only on plain http.
    const secretOf = ({ page }: Person, seat: number): Promise<boolean> =>
      page.evaluate((key) => (localStorage.getItem(key) ?? '').includes('"secret"'), `nemeton.device.${table}.${seat}`);
    expect([await secretOf(ada, 0), await secretOf(ben, 1)]).toEqual([false, true]);

    // A browser that lost its storage is a new device.
    await ada.page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('nemeton.device.')) localStorage.removeItem(key);
    });
    await ada.page.reload();
    await ada.page.getByTestId('device-note').waitFor();
    const bare = (player.made.get('Ada') ?? 0) + 1;
    await player.play([ada, ben], () => (player.made.get('Ada') ?? 0) >= bare);
    await ada.page.getByTestId('confirm-device').click();
    await ada.page.getByTestId('device-note').waitFor({ state: 'detached' });
    const line = en['frame.enrolled.word'].replace('{seat, player} ', '');
    await ben.page.getByTestId('log-entry').filter({ hasText: line }).waitFor();
    await player.play([ada, ben], () => (player.made.get('Ada') ?? 0) >= bare + 2);
    const moved = new Map(player.made);
    // The rest of the game is played by REST, which calls the server by its address.
    const cookies = await ben.context.cookies(ben.page.url());
    await ben.context.addCookies(cookies.map((cookie) => ({ ...cookie, domain: '127.0.0.1' })));
    await finishByApi(fixture.url, [ada, ben], new Random(72));

    const record = await (await ada.api(fixture.url)).get<Export>(`/tables/${table}/export`);
    expect(record.nemetonExport).toBe(2);
    const proofs = [0, 1].map((seat) =>
      record.entries.flatMap(({ entry }) => (entry.seat === seat ? (entry.proof ?? []) : [])),
    );
    for (const { reveal, signature } of proofs.flat()) expect([reveal.length, signature.length]).toEqual([64, 128]);
    expect(proofs[0]?.length, "Ada's proofs: all but the one move before the confirmation").toBe(
      (moved.get('Ada') ?? 0) - 1,
    );
    expect(proofs[1]?.length, "Ben's proofs").toBe(moved.get('Ben'));

    for (const person of [ada, ben]) await expectHolds(person);
    await ada.page.getByTestId('fair-details').locator('summary').click();
    const parts = await ada.page.getByTestId('fair-seat-0').innerText();
    expect(parts).toContain(`added ${proofs[0]?.length} random numbers`);
    expect(parts).toContain('not signed');
    expect(parts).toContain('that no earlier one confirmed');
    expect(await ada.page.getByTestId('fair-seat-1').innerText()).toContain(
      `added ${proofs[1]?.length} random numbers`,
    );
  });

  test('a moment that the server showed otherwise than it happened is found after the game', async ({ fixture }) => {
    const ada = await fixture.person('Ada', plain);
    const ben = await fixture.person('Ben', plain);
    await introduce(ada, fixture.url);
    await join(ben, await openTable(ada, { seats: 2, visibility: 'private' }), 1);
    // From now on, what Ben's browser is shown is not what happens.
    let forged = 0;
    await ben.page.routeWebSocket(/\/socket/, (page) => {
      const server = page.connectToServer();
      server.onMessage((text) => {
        const message = JSON.parse(String(text)) as { t: string; steps?: { event: { data: JsonObject } }[] };
        const data = message.steps?.[0]?.event.data ?? {};
        const number = Object.keys(data).find((name) => name !== 'seat' && typeof data[name] === 'number');
        if (message.t === 'update' && number !== undefined && forged === 0) {
          data[number] = Number(data[number]) + 1;
          forged = (message as unknown as { seq: number }).seq;
        }
        page.send(JSON.stringify(message));
      });
    });
    await ben.page.reload();
    await start(ada, [ben]);
    const player = new ListPlayer(new Random(74));
    await player.play([ada, ben], () => forged > 0 && player.count >= 6);
    // A page that is left sooner may lose its last moments.
    await until('the forged moment is stored', () => ben.page.evaluate(hasStoredMoments));
    await finishByApi(fixture.url, [ada, ben], new Random(75));
    await expectHolds(ada);
    await ben.page.getByTestId('fair-check').click();
    await until('the forged moment is found', async () =>
      (await ben.page.getByTestId('fair-shown').innerText()).includes(`at entry ${forged}.`),
    );
    expect(await ben.page.getByTestId('fair-result').innerText()).toBe(en['fair.shown.wrong']);
  });

  test('a rematch waits for the player, who confirms it on the result page', async ({ fixture }) => {
    const ada = await fixture.person('Ada', plain);
    const ben = await fixture.person('Ben', plain);
    await introduce(ada, fixture.url);
    await join(ben, await openTable(ada, { seats: 2, visibility: 'private' }), 1);
    await start(ada, [ben]);
    await finishByApi(fixture.url, [ada, ben], new Random(73));
    await ada.page.getByTestId('rematch').click();
    await ada.page.getByTestId('start-table').waitFor();
    await ada.page.getByTestId('confirm-1').filter({ hasText: en['rematch.open'] }).waitFor();
    expect(await ada.page.getByTestId('start-table').isEnabled()).toBe(false);
    await ben.page.getByTestId('rematch-news').filter({ hasText: 'Ada wants to play again.' }).waitFor();
    // The result page follows a change of the settings, and Ben's browser answers the table again by itself.
    await ada.page.getByTestId('change-settings').click();
    await ada.page.getByTestId('option-hints').selectOption('0');
    await ada.page.getByTestId('save-settings').click();
    await ben.page.getByTestId('settings-change').waitFor();
    await ada.page.getByTestId('seat-1').filter({ hasNotText: en['open.answering'] }).waitFor();
    // Ben is on another page, which does not say that he is away.
    expect(await ada.page.getByTestId('seat-1').innerText()).not.toContain(en['play.gone']);
    await ben.page.getByTestId('rematch-join').click();
    await ada.page.getByTestId('confirm-1').filter({ hasText: en['rematch.confirmed'] }).waitFor();
    await ada.page.getByText(en['open.ready']).waitFor();
    await ben.page.goto('about:blank');
    await ada.page.getByText('Ben is not here right now').waitFor();
    await ben.page.goBack();
    await until('the rematch can start', () => ada.page.getByTestId('start-table').isEnabled());
    await ada.page.getByTestId('start-table').click();
    await ada.page.getByTestId('decision-prompt').waitFor();
  });
});

/** Checks the record on the person's page, and expects it to hold and to have the game that the person's browser saw. */
async function expectHolds({ page, name }: Person): Promise<void> {
  await page.getByTestId('fair-check').click();
  // The moments that the page was shown are compared last.
  await page.locator('li.good[data-testid="fair-shown"]').waitFor();
  expect(await page.getByTestId('fair-result').innerText(), name).toBe(en['fair.ok.rules']);
  expect(await page.evaluate(() => document.activeElement?.id), 'the focus').toBe('fair');
  expect(await page.getByTestId('fair-heads').innerText(), name).toContain(en['fair.heads.same']);
  expect(await page.getByTestId('fair-own').innerText(), name).toContain(en['fair.own.same']);
}

/** Reports whether the browser has stored moments that it was shown. Runs in the page. */
function hasStoredMoments(): Promise<boolean> {
  return new Promise((done) => {
    const opening = indexedDB.open('nemeton.shown');
    // The page itself creates the database.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => done(false);
    opening.onsuccess = () => {
      const db = opening.result;
      const counting = db.transaction('moments').objectStore('moments').count();
      counting.onsuccess = () => {
        db.close();
        done(counting.result > 0);
      };
    };
  });
}
