import { expect } from 'vitest';
import { tableOf } from './lobby';
import type { Person } from './person';

interface Outcome {
  winners: number[];
  scores: number[];
}

interface Told {
  name: string;
  data: { winners: number[]; scores?: number[]; standings?: { score: number }[] };
}

/** Expects every page to show the result, with the scores that the server sent and keeps; gives them by seat. */
export async function expectEnding(server: string, people: readonly Person[]): Promise<number[]> {
  const kept = await keptOutcome(server, people);
  for (const [seat, person] of people.entries()) {
    expect(sentOutcome(person), `what was sent to ${person.name}`).toEqual(kept.scores);
    for (const [other, { name }] of people.entries()) {
      const stone = person.page.getByTestId('scores').locator('li').filter({ hasText: name });
      const shown = await stone.locator('.score').getAttribute('data-score');
      expect(Number(shown), `points of ${name} on the page of ${person.name}`).toBe(kept.scores[other]);
    }
    const heading = await person.page.getByTestId('result').locator('h2').innerText();
    const mine = kept.winners.length === 1 && kept.winners[0] === seat;
    expect(/you win|you won/i.test(heading), `${person.name} reads: ${heading}`).toBe(mine);
  }
  return kept.scores;
}

/** What the log over REST says of the end. */
async function keptOutcome(server: string, people: readonly Person[]): Promise<Outcome> {
  const [first] = people;
  if (!first) throw new Error('nobody played');
  let end: Told | undefined;
  for (let since = 0, more = true; more;) {
    const page = (await first.asks(server, `/tables/${tableOf(first)}/log?since=${since}`)) as {
      entries: { seq: number; events: Told[] }[];
      more: boolean;
    };
    end = page.entries.flatMap(({ events }) => events).findLast(({ name }) => name === 'game_ended') ?? end;
    since = page.entries.at(-1)?.seq ?? since;
    more = page.more;
  }
  if (!end) throw new Error('the log has no end');
  const { winners, scores, standings } = end.data;
  return { winners, scores: scores ?? standings?.map(({ score }) => score) ?? [] };
}

/** The scores of the last frame that had an outcome. */
function sentOutcome(person: Person): number[] | undefined {
  const frames = person.tap.received.map(({ body }) => body as { view?: { outcome?: Outcome } | null });
  return frames.findLast(({ view }) => view?.outcome)?.view?.outcome?.scores;
}
