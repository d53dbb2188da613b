import type { Page } from 'playwright-core';
import type { Player } from './guest';
import { tableOf } from './lobby';
import type { Person } from './person';
import type { Random } from './random';
import { until } from './until';

/** Registers each player by REST. */
export async function signIn(server: string, players: readonly Player[]): Promise<void> {
  for (const player of players) await player.signIn(server);
}

/** A running table. */
export interface StartedTable {
  id: string;
  /** The path of its page, with the invitation code. */
  path: string;
}

/** Registers people, unless they are `known`, and starts a private table with them by REST. Seats without a person get medium bots. */
export async function startTable(
  server: string,
  people: readonly Player[],
  { title = 'meduris', seats = people.length, pace = { kind: 'free', bank: 0, increment: 0 }, known = false } = {},
): Promise<StartedTable> {
  if (!known) await signIn(server, people);
  const [host, ...guests] = await Promise.all(people.map((person) => person.api(server)));
  if (!host) throw new Error('a table needs a host');
  const { table } = await host.post<{ table: { id: string; invite: string } }>('/tables', {
    ...{ title, seats, pace, visibility: 'private', options: { hints: 1 } },
  });
  const { id, invite } = table;
  for (const [i, guest] of guests.entries()) await guest.post(`/tables/${id}/seats`, { seat: i + 1, invite });
  for (let seat = people.length; seat < seats; seat++) await host.post(`/tables/${id}/bots`, { level: 'medium', seat });
  for (const player of [host, ...guests])
    await player.post(`/tables/${id}/contribution`, { contribution: '5a'.repeat(32) });
  await host.post(`/tables/${id}/start`);
  return { id, path: `/t/${id}?invite=${invite}` };
}

/** Opens a table on each person's page, and waits until it shows the game. */
export async function openPages(server: string, people: readonly Person[], { path }: StartedTable): Promise<void> {
  await Promise.all(people.map(({ page }) => openTable(page, server + path)));
}

export interface ApiMove {
  do?: string;
  /** The place of a figure of Die Druiden. */
  stone?: number;
}

interface ApiView {
  view: { outcome?: unknown; finish?: unknown };
  decisions: { id: string; seat: number; moves?: ApiMove[] }[];
}

/**
 * Plays moves for all people by REST, in seats 0 and up, until `enough` returns true or the game is over. Returns the number of
 * moves by seat. `enough` receives the number of moves so far and the view before the last one. `choose` leaves
 * out moves. Bots at the table play in between.
 */
export async function playByApi(
  server: string,
  people: readonly Player[],
  table: string,
  random: Random,
  enough: (moves: number, view: ApiView['view']) => boolean = () => false,
  choose: (moves: readonly ApiMove[]) => readonly ApiMove[] = preferred,
): Promise<number[]> {
  const sessions = await Promise.all(people.map((person) => person.api(server)));
  const made = people.map(() => 0);
  let last: ApiView['view'] = {};
  let seat = 0;
  const step = async (): Promise<'moved' | 'over' | undefined> => {
    const session = sessions[seat];
    if (!session) throw new Error(`seat ${seat} has no session`);
    const { view, decisions } = await session.get<ApiView>(`/tables/${table}/view`);
    last = view;
    if (view.outcome) return 'over';
    const own = decisions.find((decision) => decision.seat === seat);
    if (!own?.moves) {
      const owner = decisions.find((decision) => decision.seat !== seat && decision.seat < sessions.length);
      if (!owner) return undefined;
      seat = owner.seat;
      return step();
    }
    const command = { id: crypto.randomUUID(), decision: own.id, move: random.pick(choose(own.moves)) };
    try {
      await session.post(`/tables/${table}/commands`, command);
    } catch (error) {
      // A page may still be sending the answer to the decision.
      if (String(error).includes('"stale_decision"')) return undefined;
      throw error;
    }
    made[seat] = (made[seat] ?? 0) + 1;
    return 'moved';
  };
  for (let moves = 0; !enough(moves, last); moves++)
    if ((await until('a person owes a decision', step)) === 'over') break;
  return made;
}

/**
 * Plays moves for all people by REST until the first of them is asked for a decision, or is not if `asked` is false. The server is asked, because a busy
 * page shows a question late. Throws if the game ends first.
 */
export async function playUntilAsked(
  server: string,
  people: readonly Player[],
  table: string,
  random: Random,
  asked = true,
): Promise<void> {
  const session = await people[0]?.api(server);
  for (;;) {
    const { view, decisions } = (await session?.get<ApiView>(`/tables/${table}/view`)) ?? { view: {}, decisions: [] };
    if (decisions.some(({ seat, moves }) => seat === 0 && moves) === asked) return;
    if (view.outcome) throw new Error(`the game ended before seat 0 was ${asked ? 'asked' : 'free'}`);
    await playByApi(server, people, table, random, (made) => made >= 1);
  }
}

/** Returns the moves that shorten a game: to build and buy, or else to end a phase. All moves if there are none of them. */
export function preferred<M extends ApiMove>(moves: readonly M[]): readonly M[] {
  for (const kinds of [['hut', 'temple', 'buy'], ['end']]) {
    const found = moves.filter((move) => kinds.includes(move.do ?? ''));
    if (found.length > 0) return found;
  }
  return moves;
}

/** Plays while no page draws the moves: runs `play` with empty pages and then opens the tables again. */
export async function withEmptyPages(people: readonly Person[], play: () => Promise<unknown>): Promise<void> {
  const urls = people.map(({ page }) => page.url());
  for (const { page } of people) await page.goto('about:blank');
  await play();
  await Promise.all(people.map(({ page }, i) => openTable(page, urls[i] ?? '')));
}

/** Plays the rest of a game by REST with empty pages, and then opens the result on all pages. */
export async function finishByApi(server: string, people: readonly Person[], random: Random): Promise<void> {
  const table = people[0] && tableOf(people[0]);
  if (table) await withEmptyPages(people, () => playByApi(server, people, table, random));
  for (const { page } of people) await page.getByTestId('result').waitFor();
}

/** Opens a table and waits until the page shows the game, with all of its parts. */
async function openTable(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await untilDrawn(page);
}

/** Waits until the page shows the game, with all of its parts. */
export async function untilDrawn(page: Page): Promise<void> {
  // A phone hides the sentence of the prompt beside a payment.
  await page.getByTestId('decision-prompt').or(page.getByTestId('result')).first().waitFor({ state: 'attached' });
  await until('all parts are drawn', () => page.evaluate(isDrawn));
}

/** Reports whether a table with a board of its own is drawn completely. The names of the spots are the last part. Runs in the page. */
function isDrawn(): boolean {
  const spots = [...document.querySelectorAll('[data-spot][role=button]')];
  const busy = document.querySelector('.own > .board [aria-busy]');
  return (
    !document.querySelector('.own > .board') || (!busy && spots.length > 0 && spots.every((spot) => spot.ariaLabel))
  );
}
