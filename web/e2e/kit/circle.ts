import type { Locator } from 'playwright-core';
import type { Chance } from './chance';
import { untilDone } from './clicker';
import type { Person } from './person';
import { until } from './until';

/** A listed move, as far as it tells where on the board it is made. */
interface Move {
  do?: string;
  die?: number;
  figure?: string;
  stone?: number;
}

/** Stones of the inner ring that lead to the middle. */
const gates = [0, 2, 4, 6, 8, 10];

/** Plays Die Druiden: on the board where the move is made there, from the list where it is not. */
export class Walker {
  /** How often each kind of thing was chosen. */
  readonly pressed = new Map<string, number>();
  decisions = 0;

  constructor(private readonly chance: Chance) {}

  /** Plays until everybody sees the result. */
  async playOut(people: readonly Person[]): Promise<void> {
    await this.play(people, () => false);
    for (const { page } of people) await page.getByTestId('result').waitFor();
  }

  /** Lets whoever is asked move until it is enough, or the game is over. */
  async play(people: readonly Person[], enough: () => boolean): Promise<void> {
    while (!enough()) {
      const next = await until('somebody is asked, or the game is over', async () => {
        for (const person of people) if ((await offer(person)).length > 0) return person;
        return (await people[0]?.page.getByTestId('result').count()) ? null : undefined;
      });
      if (!next) break;
      if (++this.decisions > 700) throw new Error('no end after 700 decisions');
      await this.move(next);
    }
  }

  private async move(person: Person): Promise<void> {
    const decision = (await person.page.locator('[data-decision]').getAttribute('data-decision')) ?? '';
    const moves = await offer(person);
    const ways = moves.filter(({ stone, die }) => stone !== undefined && die === undefined && gates.includes(stone));
    const move = this.chance.of(ways.length > 0 ? ways : moves);
    if (!(await this.onBoard(person, move, decision))) await this.fromList(person, move);
    await untilDone(person, decision);
  }

  /** Makes a move at its spots; false where it is not made on the board. */
  private async onBoard(person: Person, move: Move, decision: string): Promise<boolean> {
    const { page } = person;
    const spot = (name: string): Locator => page.locator(`[data-spot="${name}"]`);
    if (move.do === 'roll') await this.press('dice', spot('dice'));
    else if (move.do === undefined && move.stone !== undefined) await this.press('stone', spot(`stone ${move.stone}`));
    else if (move.die !== undefined) {
      await this.press('figure', spot(`figure ${move.figure}`));
      const asked = await page.locator('[data-decision]').getAttribute('data-decision');
      const die = spot(`die ${move.die}`);
      if (asked === decision && (await die.count()) > 0) await this.press('die', die).catch(() => undefined);
    } else return false;
    return true;
  }

  private async fromList(person: Person, move: Move): Promise<void> {
    const { page } = person;
    const folded = page.locator('details:not([open]):has([data-testid="move-button"]) > summary');
    if ((await folded.count()) > 0) await folded.first().click();
    const button = page.locator(`[data-testid="move-button"][data-move=${JSON.stringify(JSON.stringify(move))}]`);
    await this.press('list', button);
  }

  private async press(kind: string, what: Locator): Promise<void> {
    await what.click();
    this.pressed.set(kind, (this.pressed.get(kind) ?? 0) + 1);
  }
}

/** The moves that a page lists now; none while it asks nothing of its reader or is still sending. */
async function offer({ page }: Person): Promise<Move[]> {
  const moves = await page.evaluate(() => {
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('[data-testid="move-button"]')];
    return buttons.some((button) => button.disabled) ? [] : buttons.map((button) => button.dataset.move ?? '{}');
  });
  return moves.map((move) => JSON.parse(move) as Move);
}
