import type { Locator } from 'playwright-core';
import { preferred } from './api';
import { isOver, offerOf, unfold, untilAnswered } from './decision';
import type { Person } from './person';
import type { Random } from './random';
import { until } from './until';

/** This is the limit of moves. No game of two or three players takes so many. */
const most = 600;

interface Move {
  do?: string;
}

/** Presses a button by a dispatched event, without a mouse. For tests of other things than input. */
export async function pressDirectly(button: Locator): Promise<void> {
  await button.dispatchEvent('click');
}

/** Plays random moves from the list on the page, and counts them. */
export class ListPlayer {
  /** The number of moves so far, by the player's name. */
  readonly made = new Map<string, number>();

  /** By default, buttons are pressed with the mouse. */
  constructor(
    private readonly random: Random,
    private readonly press: (button: Locator) => Promise<void> = (button) => button.click(),
  ) {}

  /** The number of all moves so far. */
  get count(): number {
    return [...this.made.values()].reduce((a, b) => a + b, 0);
  }

  /** Plays for all people until `enough` returns true or the game is over. */
  async play(people: readonly Person[], enough: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await enough())) {
      if (this.count > most) throw new Error(`no end after ${most} moves`);
      const next = await until('a page offers a move, or the game is over', async () => {
        // The decision may be on another page by now.
        if (await enough()) return null;
        for (const person of people) if (await offerOf(person)) return person;
        return (await isOver(people)) ? null : undefined;
      });
      if (!next) return;
      await this.move(next);
    }
  }

  /** Plays until all pages show the result. */
  async playOut(people: readonly Person[]): Promise<void> {
    await this.play(people, () => false);
    for (const { page } of people) await page.getByTestId('result').waitFor();
  }

  /** Makes one move, and waits until it is made. */
  async move(person: Person): Promise<void> {
    await untilAnswered(person, await this.click(person));
  }

  /** Clicks one move without waiting for its result. Returns the id of the decision. */
  async click(person: Person): Promise<string> {
    const { page } = person;
    let offer = await until(`${person.name} is offered a move`, () => offerOf<Move>(person));
    if (offer.folded) await unfold(page, this.press);
    if (offer.groups.length > 1) {
      await this.press(page.locator('.groups button').nth(this.random.below(offer.groups.length)));
      offer = await until('the group has moves', () => offerOf<Move>(person));
    }
    const move = this.random.pick(preferred(offer.moves));
    await this.press(page.getByTestId('move-button').nth(offer.moves.indexOf(move)));
    this.made.set(person.name, (this.made.get(person.name) ?? 0) + 1);
    return offer.decision;
  }
}
