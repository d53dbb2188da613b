import type { Locator } from 'playwright-core';
import type { Chance } from './chance';
import type { Person } from './person';
import { until } from './until';

/** More than any game takes: two players need about 250 moves. */
const most = 600;

/** What a page offers its reader to do now. */
interface Offer {
  decision: string;
  /** Headings above a long list: only one group's moves are on the page at a time. */
  groups: string[];
  moves: Move[];
}

interface Move {
  do?: string;
}

/** Presses a button without a mouse: for tests of what comes of moves, not of how they are made. */
export async function pressQuickly(button: Locator): Promise<void> {
  await button.evaluate((element: HTMLElement) => element.click());
}

/** Plays by clicking what the pages offer, by chance, and counts what it did. */
export class Clicker {
  /** Moves made so far, by the player's name. */
  readonly made = new Map<string, number>();

  /** `press` is how a button is pressed: with the mouse, as people do, or where that is not the point, quicker. */
  constructor(
    private readonly chance: Chance,
    private readonly press: (button: Locator) => Promise<void> = (button) => button.click(),
  ) {}

  /** All moves made so far. */
  get count(): number {
    return [...this.made.values()].reduce((a, b) => a + b, 0);
  }

  /** Lets whoever is asked move until it is enough. */
  async play(people: readonly Person[], enough: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await enough())) {
      if (this.count > most) throw new Error(`no end after ${most} moves`);
      const next = await until('somebody is asked for a move, or the game is over', async () => {
        // Somebody else may be asked by now, whose page shows it a moment later.
        if (await enough()) return null;
        for (const person of people) if (await offered(person)) return person;
        return (await isOver(people[0])) ? null : undefined;
      });
      if (!next) return;
      await this.move(next);
    }
  }

  /** Plays to the end: until everybody sees the result. */
  async playOut(people: readonly Person[]): Promise<void> {
    await this.play(people, () => false);
    for (const { page } of people) await page.getByTestId('result').waitFor();
  }

  /** Makes one move of a person who is asked, and waits until it is done. */
  async move(person: Person): Promise<void> {
    const decision = await this.click(person);
    await untilDone(person, decision);
  }

  /** Clicks one move and gives the decision it answers, whatever comes of it. */
  async click(person: Person): Promise<string> {
    const { page } = person;
    const offer = await until(`${person.name} is asked for a move`, () => offered(person));
    // On narrow pages a board of the title's own comes first, and the list is folded.
    const folded = page.locator('details:not([open]):has([data-testid="move-button"]) > summary');
    if ((await folded.count()) > 0) await this.press(folded.first());
    if (offer.groups.length > 1) {
      await this.press(page.locator('.groups button').nth(this.group(offer.groups)));
      offer.moves = (await until('the group has moves', () => offered(person))).moves;
    }
    await this.press(page.getByTestId('move-button').nth(this.choose(offer.moves)));
    this.made.set(person.name, (this.made.get(person.name) ?? 0) + 1);
    return offer.decision;
  }

  /** Who builds comes to the end sooner. */
  private group(headings: string[]): number {
    const build = headings.findIndex((heading) => /hut|temple/i.test(heading));
    return build >= 0 ? build : this.chance.below(headings.length);
  }

  private choose(moves: Move[]): number {
    const indexes = moves.map((_, i) => i);
    const builds = indexes.filter((i) => moves[i]?.do === 'hut' || moves[i]?.do === 'temple');
    return this.chance.of(builds.length > 0 ? builds : indexes);
  }
}

/** Waits until the page no longer asks what was answered. */
export async function untilDone(person: Person, decision: string): Promise<void> {
  await until(`the move of ${person.name} is done`, async () => (await asked(person)) !== decision);
}

/** What a page offers, undefined while it asks nothing of its reader or is still sending. */
async function offered(person: Person): Promise<Offer | undefined> {
  const offer = await person.page.evaluate(() => {
    const prompt = document.querySelector<HTMLElement>('[data-decision]');
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('[data-testid="move-button"]')];
    if (!prompt || buttons.length === 0 || buttons.some((button) => button.disabled)) return undefined;
    return {
      decision: prompt.dataset.decision ?? '',
      groups: [...document.querySelectorAll('.groups button')].map((tab) => tab.textContent),
      moves: buttons.map((button) => button.dataset.move ?? '{}'),
    };
  });
  return offer && { ...offer, moves: offer.moves.map((move) => JSON.parse(move) as Move) };
}

/** The id of the decision that a page asks of its reader. */
function asked(person: Person): Promise<string | undefined> {
  return person.page.evaluate(() => document.querySelector<HTMLElement>('[data-decision]')?.dataset.decision);
}

async function isOver(person: Person | undefined): Promise<boolean> {
  return person !== undefined && (await person.page.getByTestId('result').count()) > 0;
}
