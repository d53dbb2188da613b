import { describe, expect } from 'vitest';
import { openPages, playByApi, startTable } from '../kit/api';
import { plain, test } from '../kit/fixture';
import { countsIn, type Counts } from '../kit/json-paths';
import { handsOf, search, type Hands, type Reader } from '../kit/leak-search';
import { ListPlayer, pressDirectly } from '../kit/list-player';
import { untilCurrent } from '../kit/log';
import { long } from '../kit/long';
import type { Person } from '../kit/person';
import { Random } from '../kit/random';
import type { Received } from '../kit/traffic';

describe('the messages that browsers receive', () => {
  test('have no materials of other players before the end of a game for three', async ({ fixture }) => {
    const players: Person[] = [];
    for (const name of ['Ada', 'Ben', 'Cas']) players.push(await fixture.person(name, plain));
    const table = await startTable(fixture.url, players);
    const eve = await fixture.person('Eve', plain);
    const all = [...players, eve];
    await openPages(fixture.url, all, table);

    const list = new ListPlayer(new Random(21), pressDirectly);
    let moves = 0;
    if (long) {
      for (const stage of [20, 60, 120]) {
        await list.play(players, () => list.count >= stage);
        for (const person of all) await readByRest(person, table.path);
      }
      await list.playOut(players);
      await eve.page.getByTestId('result').waitFor();
    } else {
      await list.play(players, () => list.count >= 4);
      for (const stage of [20, 40]) {
        const made = await playByApi(fixture.url, players, table.id, new Random(22), (count) => moves + count >= stage);
        moves += made.reduce((a, b) => a + b, 0);
        await untilCurrent(all, fixture.url, table.id);
        for (const person of all) await readByRest(person, table.path);
      }
    }
    moves += list.count;

    const readers: Reader[] = [];
    for (const [i, person] of all.entries()) {
      // The rules of a title name its events, and hold nothing of a table.
      const messages = (await person.traffic.all()).filter(({ from }) => !from.startsWith('/api/v1/titles/'));
      const received = beforeTheEnd(messages);
      readers.push({ name: person.name, seat: person === eve ? undefined : i, received });
    }
    const hands = handsOf(readers);
    const last = expectEveryHand(hands, readers);
    // The last move of a whole game is after `last`, and the start is an entry without a move.
    expect(last, 'entries before the end').toBe(long ? moves : moves + 1);
    expectEveryToken(hands, readers, last);
    for (const reader of readers) {
      const found = search(reader, hands);
      expect(found.leaks).toEqual([]);
      // A search of few messages would find nothing either.
      expect(found.places, `nodes searched for ${reader.name}`).toBeGreaterThan(100 * moves);
      expect(found.compared, `comparisons for ${reader.name}`).toBeGreaterThan(100 * moves);
    }
  });
});

/** Calls every REST endpoint with game data from within the page. (The tests of the server cover the export.) */
async function readByRest(person: Person, path: string): Promise<void> {
  const { pathname, searchParams } = new URL(path, 'http://host');
  const base = `/api/v1/tables/${pathname.slice('/t/'.length)}`;
  const invite = `invite=${searchParams.get('invite') ?? ''}`;
  const calls = [`?${invite}`, `/view?${invite}`, `/log?${invite}`, `/log?since=10&${invite}`];
  const codes = await person.page.evaluate(
    (urls) => Promise.all(urls.map(async (url) => (await fetch(url)).status)),
    calls.map((call) => base + call),
  );
  expect(codes, `table, view, log and log again for ${person.name}`).toEqual([200, 200, 200, 200]);
}

/** Returns the messages before the first one with an outcome; all of them if the game goes on. */
function beforeTheEnd(received: Received[]): Received[] {
  const end = received.findIndex(({ body }) => (body as { view?: { outcome?: unknown } | null }).view?.outcome);
  if (long) expect(end, 'the message with the outcome').toBeGreaterThan(0);
  return end < 0 ? received : received.slice(0, end);
}

/** Expects the hand of every player at every seq. Returns the last seq. */
function expectEveryHand(all: Hands, readers: readonly Reader[]): number {
  const last = Math.max(...[...all.values()].flatMap((hands) => [...hands.keys()]));
  for (const [seat, hands] of all) {
    for (let seq = 1; seq <= last; seq++) expect(hands.has(seq), `hand of seat ${seat} at ${seq}`).toBe(true);
  }
  expect(all.size).toBe(readers.filter(({ seat }) => seat !== undefined).length);
  return last;
}

/** Expects 18 tokens of each material in the stock and the hands at every seq, so that the collected hands are the true ones. */
function expectEveryToken(all: Hands, readers: readonly Reader[], last: number): void {
  const stocks = new Map<number, Counts>();
  for (const { body } of readers.flatMap(({ received }) => received)) {
    const { seq, view } = body as { seq?: number; view?: { stock?: unknown } | null };
    const stock = countsIn(view?.stock);
    if (seq !== undefined && stock) stocks.set(seq, stock);
  }
  for (let seq = 1; seq <= last; seq++) {
    const piles = [stocks.get(seq), ...[...all.values()].map((hands) => hands.get(seq))];
    const sum = (name: keyof Counts): number => piles.reduce((total, pile) => total + (pile?.[name] ?? 0), 0);
    expect([sum('wood'), sum('wool'), sum('copper'), sum('stone')], `tokens at ${seq}`).toEqual([18, 18, 18, 18]);
  }
}
