import { describe, expect } from 'vitest';
import { Chance } from './kit/chance';
import { Clicker, pressQuickly } from './kit/clicker';
import { countsIn, type Counts } from './kit/counts';
import { test } from './kit/house';
import { meet, tableOf } from './kit/lobby';
import type { Person } from './kit/person';
import { search, truthOf, type Reader, type Truth } from './kit/secrets';
import type { Heard } from './kit/tap';

describe('what browsers receive', () => {
  test("holds nobody else's materials before the end of a game for three", async ({ house }) => {
    house.plain = true;
    const server = await house.server();
    const players = [await house.person('Ada'), await house.person('Ben'), await house.person('Cas')];
    const [ada, ...guests] = players as [Person, ...Person[]];
    const link = await meet(server.url, ada, guests);
    const table = tableOf(ada);
    const invite = new URL(link).search;
    const eve = await house.person('Eve');
    await eve.page.goto(link);
    await eve.page.getByText('You are watching').waitFor();
    const everybody = [...players, eve];

    const clicker = new Clicker(new Chance(21), pressQuickly);
    for (const stage of [20, 60, 120]) {
      await clicker.play(players, () => clicker.count >= stage);
      for (const person of everybody) await pry(person, table, invite);
    }
    await clicker.playOut(players);
    await eve.page.getByTestId('result').waitFor();

    const readers: Reader[] = [];
    for (const [i, person] of everybody.entries()) {
      const heard = beforeTheEnd(await person.tap.all());
      readers.push({ name: person.name, seat: person === eve ? undefined : i, heard });
    }
    const truth = truthOf(readers);
    const last = everyEntryIsKnown(truth, readers);
    expect(last, 'entries before the end').toBe(clicker.count);
    everyTokenIsSomewhere(truth, readers, last);
    for (const reader of readers) {
      const found = search(reader, truth);
      expect(found.leaks).toEqual([]);
      // An empty search would find nothing either.
      expect(found.places, `places looked at for ${reader.name}`).toBeGreaterThan(20_000);
      expect(found.compared, `comparisons for ${reader.name}`).toBeGreaterThan(20_000);
    }
  });
});

/** Asks every call that tells of the game, from within the page. (The export refuses until the end: the door's own tests.) */
async function pry(person: Person, table: string, invite: string): Promise<void> {
  const calls = ['', '/view', '/log', '/log?since=10'].map((call) =>
    call.includes('?') ? `${call}&${invite.slice(1)}` : call + invite,
  );
  const codes = await person.page.evaluate(
    async ([base, list]) => Promise.all(list.map(async (call) => (await fetch(base + call)).status)),
    [`/api/v1/tables/${table}`, calls] as const,
  );
  expect(codes, `what ${person.name} gets: table, view, log twice`).toEqual([200, 200, 200, 200]);
}

/** What came before the first word of the outcome. */
function beforeTheEnd(heard: Heard[]): Heard[] {
  const end = heard.findIndex(({ body }) => (body as { view?: { outcome?: unknown } | null }).view?.outcome);
  expect(end, 'the outcome was told').toBeGreaterThan(0);
  return heard.slice(0, end);
}

/** The last seq; every player's hand is known at each one before it. */
function everyEntryIsKnown(truth: Truth, readers: readonly Reader[]): number {
  const last = Math.max(...[...truth.values()].flatMap((hands) => [...hands.keys()]));
  for (const [seat, hands] of truth) {
    for (let seq = 1; seq <= last; seq++) expect(hands.has(seq), `hand of seat ${seat} at ${seq}`).toBe(true);
  }
  expect(truth.size).toBe(readers.filter(({ seat }) => seat !== undefined).length);
  return last;
}

/** The hands that were gathered are the true ones: with the stock they make 18 of each material, at every moment. */
function everyTokenIsSomewhere(truth: Truth, readers: readonly Reader[], last: number): void {
  const stocks = new Map<number, Counts>();
  for (const { body } of readers.flatMap(({ heard }) => heard)) {
    const { seq, view } = body as { seq?: number; view?: { stock?: unknown } | null };
    const stock = countsIn(view?.stock);
    if (seq !== undefined && stock) stocks.set(seq, stock);
  }
  for (let seq = 1; seq <= last; seq++) {
    const piles = [stocks.get(seq), ...[...truth.values()].map((hands) => hands.get(seq))];
    const sum = (name: keyof Counts): number => piles.reduce((total, pile) => total + (pile?.[name] ?? 0), 0);
    expect([sum('wood'), sum('wool'), sum('copper'), sum('stone')], `tokens at ${seq}`).toEqual([18, 18, 18, 18]);
  }
}
