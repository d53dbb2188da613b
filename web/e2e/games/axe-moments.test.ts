import { describe, expect } from 'vitest';
import { openPages, playByApi, startTable, withEmptyPages, type StartedTable } from '../kit/api';
import { accessProblems } from '../kit/axe';
import { leave } from '../kit/every-page';
import { test, type Fixture } from '../kit/fixture';
import { untilCurrent } from '../kit/log';
import { long } from '../kit/long';
import type { Person } from '../kit/person';
import { Random } from '../kit/random';
import { pairs } from '../kit/screens';

// The walk of axe.test.ts visits the decisions. These are the moments between them.
describe.runIf(long)('no moment of a table has a violation of WCAG', () => {
  for (const [i, title] of ['meduris', 'druids', 'pangea'].entries())
    for (const [one, other] of pairs)
      test(`of ${title}, ${one.locale} at a desk and ${other.locale} on a phone`, async ({ fixture }) => {
        const ada = await fixture.person('Ada', one);
        const ben = await fixture.person('Ben', other);
        const table = await startTable(fixture.url, [ada, ben], { title });
        const walk = new Moments(fixture, [ada, ben], table, new Random(61 + i));
        await walk.recap();
        await walk.standIn();
        await walk.stopVote();
        await walk.concession();
        await walk.end();
        await walk.replay();
        expect([...new Set(walk.problems)]).toEqual([]);
      });
});

/** Leads two people through the moments of a table, and collects the problems of their pages. */
class Moments {
  readonly problems: string[] = [];

  constructor(
    private readonly fixture: Fixture,
    private readonly people: readonly [Person, Person],
    private readonly table: StartedTable,
    private readonly random: Random,
  ) {}

  /** Inspects the summary of moves that were made while the people were away. */
  async recap(): Promise<void> {
    await openPages(this.fixture.url, this.people, this.table);
    await withEmptyPages(this.people, () => this.play(25));
    for (const { page } of this.people) await page.getByTestId('recap').waitFor();
    await this.inspect('recap');
  }

  /** Inspects a seat whose player has left, the bot that plays it, and the return of the player. */
  async standIn(): Promise<void> {
    const [ada, ben] = this.people;
    await leave(ben.page);
    await ben.page.getByTestId('leave-now').click();
    await ada.page.getByTestId('agree-1').waitFor();
    await this.inspect('player away', [ada]);
    await ada.page.getByTestId('agree-1').click();
    await ada.page.getByTestId('agree-1').waitFor({ state: 'detached' });
    await this.inspect('bot plays', [ada]);
    // The bot makes at least one move before Ben returns.
    await playByApi(this.fixture.url, [ada], this.table.id, this.random, (moves) => moves >= 6);
    await openPages(this.fixture.url, [ben], this.table);
    await ben.page.getByTestId('played-for-me').waitFor();
    await this.inspect('player back', [ben]);
  }

  /** Inspects the question to stop together, as the person who asks and as the one who answers. */
  async stopVote(): Promise<void> {
    const [ada, ben] = this.people;
    await leave(ben.page);
    await this.inspect('ways to leave', [ben]);
    await ben.page.getByTestId('end-stop').click();
    await ada.page.getByTestId('stop-decline').waitFor();
    await this.inspect('question to stop');
    await ada.page.getByTestId('stop-decline').click();
    await ben.page.getByTestId('stop-vote').waitFor({ state: 'detached' });
  }

  /** Inspects the question before a concession, without conceding. `ending.test.ts` does so on a phone. */
  async concession(): Promise<void> {
    const [ada] = this.people;
    await leave(ada.page);
    await ada.page.getByTestId('end-concede').click();
    await this.inspect('question before a concession', [ada]);
    await ada.page.getByTestId('end-no').click();
    await ada.page.keyboard.press('Escape');
  }

  /** Inspects the result as it appears at open tables, and the check of its draws. */
  async end(): Promise<void> {
    const url = this.fixture.url;
    await withEmptyPages(this.people, () => this.play());
    for (const { page } of this.people) await page.getByTestId('result').waitFor();
    await untilCurrent(this.people, url, this.table.id);
    await this.inspect('settled result');
    for (const { page } of this.people) {
      await page.getByTestId('fair-check').click();
      await page.getByTestId('fair-result').waitFor();
    }
    await this.inspect('checked result');
  }

  /** Inspects the board while it replays the end of the game. */
  async replay(): Promise<void> {
    for (const person of this.people) {
      const { page } = person;
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.reload();
      const again = page.getByTestId('finale-again');
      await page.getByTestId('result').waitFor();
      // Some titles have no scoring at the end.
      if ((await again.count()) === 0) continue;
      await again.click();
      await page.getByTestId('caption').waitFor();
      await this.inspect('replay of the end', [person]);
    }
  }

  /** Plays this number of moves by REST; without a number, the rest of the game. */
  private async play(count = Infinity): Promise<void> {
    await playByApi(this.fixture.url, this.people, this.table.id, this.random, (moves) => moves >= count);
  }

  private async inspect(moment: string, people: readonly Person[] = this.people): Promise<void> {
    for (const person of people) this.problems.push(...(await accessProblems(person, moment)));
  }
}
