import type { Locator, Page } from 'playwright-core';
import type { Chance } from './chance';
import { untilDone } from './clicker';
import { Clicks } from './clicks';
import type { Hands } from './hands';
import type { Person } from './person';
import { until } from './until';

/** A listed move, as far as it tells where on the board it is made. */
interface Move {
  do?: string;
  die?: number;
  figure?: string;
  stone?: number;
  card?: string;
  seat?: number;
}

/** Stones of the inner ring that lead to the middle. */
const gates = [0, 2, 4, 6, 8, 10];

/** Plays Die Druiden: on the board where the move is made there, from the list where it is not. */
export class Walker {
  /** How often each kind of thing was chosen. */
  readonly pressed = new Map<string, number>();
  decisions = 0;

  /**
   * `handsOf` is how somebody plays: with clicks, where that is not the point. For so many decisions as `outside` says all keep away from
   * the middle, where nobody walks any more.
   */
  constructor(
    private readonly chance: Chance,
    private readonly handsOf: (person: Person) => Hands = () => new Clicks(),
    private readonly outside = 0,
  ) {}

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
    const inwards = this.decisions > this.outside;
    const ways = moves.filter(
      ({ stone, die }) => stone !== undefined && die === undefined && gates.includes(stone) === inwards,
    );
    const move = this.chance.of(ways.length > 0 ? ways : moves);
    if (!(await this.onBoard(person, move, decision))) await this.fromList(person, move);
    await untilDone(person, decision);
  }

  /** Makes a move at its spots and cards; false where it is made beside them. */
  private async onBoard(person: Person, move: Move, decision: string): Promise<boolean> {
    const { page } = person;
    const spot = (kind: string, name = ''): Promise<void> => {
      this.count(kind);
      return this.handsOf(person).choose(page, `${kind} ${name}`.trim());
    };
    if (move.do === 'roll') await spot('dice');
    else if (move.do === undefined && move.stone !== undefined) await spot('stone', String(move.stone));
    else if (move.die !== undefined) {
      await spot('figure', move.figure);
      if ((await asked(page)) === decision && (await page.locator(`[data-spot="die ${move.die}"]`).count()) > 0)
        await spot('die', String(move.die)).catch(() => undefined);
    } else if (move.card !== undefined && (await page.locator(`[data-card="${move.card}"].can`).count()) > 0) {
      await this.press(person, 'card', page.locator(`[data-card="${move.card}"]`));
      if (move.figure !== undefined && move.figure !== 'none') await spot('figure', move.figure);
      else if (move.seat !== undefined && move.seat >= 0) await spot('shield', String(move.seat));
      // A card that needs nothing else is looked at before it is played.
      const play = page.locator('.ready .main').first();
      if ((await asked(page)) === decision && (await play.count()) > 0) await this.press(person, 'ready', play);
    } else return false;
    return true;
  }

  private async fromList(person: Person, move: Move): Promise<void> {
    const { page } = person;
    const folded = page.locator('details:not([open]):has([data-testid="move-button"]) > summary');
    if ((await folded.count()) > 0) await this.press(person, 'unfold', folded.first());
    const button = page.locator(`[data-testid="move-button"][data-move=${JSON.stringify(JSON.stringify(move))}]`);
    await this.press(person, 'list', button);
  }

  private press(person: Person, kind: string, what: Locator): Promise<void> {
    this.count(kind);
    return this.handsOf(person).press(what);
  }

  private count(kind: string): void {
    this.pressed.set(kind, (this.pressed.get(kind) ?? 0) + 1);
  }
}

/** The id of the decision that a page asks of its reader. */
function asked(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.querySelector<HTMLElement>('[data-decision]')?.dataset.decision);
}

/** The moves that a page lists now; none while it asks nothing of its reader or is still sending. */
async function offer({ page }: Person): Promise<Move[]> {
  const moves = await page.evaluate(() => {
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('[data-testid="move-button"]')];
    return buttons.some((button) => button.disabled) ? [] : buttons.map((button) => button.dataset.move ?? '{}');
  });
  return moves.map((move) => JSON.parse(move) as Move);
}
