import { expect } from 'vitest';
import { rawTexts } from '../../src/dev/raw-texts';
import { tableOf } from './lobby';
import { logOf } from './log';
import type { Person } from './person';

interface Outcome {
  winners: number[];
  scores: number[];
}

interface GameEvent {
  name: string;
  data: { winners: number[]; scores?: number[]; standings?: { score: number }[] };
}

/** Expects every page to show the result, with the scores that the server stored. Returns the scores by seat. */
export async function expectResult(server: string, people: readonly Person[]): Promise<number[]> {
  const stored = await storedOutcome(server, people);
  for (const [seat, person] of people.entries()) {
    for (const [other, { name }] of people.entries()) {
      const row = person.page.getByTestId('scores').locator('li').filter({ hasText: name });
      const shown = await row.locator('.score').getAttribute('data-score');
      expect(Number(shown), `points of ${name} on the page of ${person.name}`).toBe(stored.scores[other]);
    }
    const heading = await person.page.getByTestId('result').locator('h2').innerText();
    const won = stored.winners.length === 1 && stored.winners[0] === seat;
    const language = await person.page.evaluate(() => document.documentElement.lang);
    const youWon = rawTexts('texts/*/client.json', language)['result.youWon'];
    expect(heading.toLowerCase() === youWon?.toLowerCase(), `${person.name} reads: ${heading}`).toBe(won);
  }
  return stored.scores;
}

/** Returns the outcome in the last game_ended event of the log. */
async function storedOutcome(server: string, people: readonly Person[]): Promise<Outcome> {
  const [first] = people;
  if (!first) throw new Error('nobody played');
  const entries = await logOf<GameEvent>(first, server, tableOf(first));
  const end = entries.flatMap(({ events }) => events).findLast(({ name }) => name === 'game_ended');
  if (!end) throw new Error('the log has no game_ended event');
  const { winners, scores, standings } = end.data;
  return { winners, scores: scores ?? standings?.map(({ score }) => score) ?? [] };
}
