import type { Locator } from 'playwright-core';
import { decisionOn, isOver, nextOffer, offerOf, unfold, untilAnswered, type Offer } from './decision';
import type { Input } from './input';
import type { Person } from './person';
import type { Random } from './random';
import { until } from './until';

/** The members of a listed move that tell where on the board it is made. */
interface Move {
  do?: string;
  die?: number;
  figure?: string;
  stone?: number;
  card?: string;
  seat?: number;
}

/** These stones of the inner ring lead to the middle. */
export const gates = [0, 2, 4, 6, 8, 10];

/** Plays random moves of Die Druiden: on the board if the move is made there, else from the list. */
export class DruidsPlayer {
  /** Counts the choices by kind of element. */
  readonly pressed = new Map<string, number>();
  decisions = 0;

  /** `inputOf` returns a person's input device. Before decision `outside`, figures avoid the middle, because they cannot leave it. */
  constructor(
    private readonly random: Random,
    private readonly inputOf: (person: Person) => Input,
    private readonly outside = 0,
  ) {}

  /** Plays for all people until `enough` returns true, or until all pages show the result. */
  async play(people: readonly Person[], enough: () => boolean = () => false): Promise<void> {
    while (!enough()) {
      const next = await nextOffer<Move>(people);
      if (!next) {
        for (const { page } of people) await page.getByTestId('result').waitFor();
        return;
      }
      if (++this.decisions > 700) throw new Error('no end after 700 decisions');
      await this.move(next.person, next.offer);
    }
  }

  private async move(person: Person, { decision, moves, folded }: Offer<Move>): Promise<void> {
    const inwards = this.decisions > this.outside;
    const ways = moves.filter(
      ({ stone, die }) => stone !== undefined && die === undefined && gates.includes(stone) === inwards,
    );
    const move = this.random.pick(ways.length > 0 ? ways : moves);
    if (!(await this.onBoard(person, move, decision))) await this.fromList(person, move, folded);
    await untilAnswered(person, decision);
  }

  /** Makes a move with the spots and cards of the board. Returns false if the move is not made there. */
  private async onBoard(person: Person, move: Move, decision: string): Promise<boolean> {
    const { page } = person;
    const choose = (kind: string, name = ''): Promise<void> => {
      this.count(kind);
      return this.inputOf(person).choose(page, `${kind} ${name}`.trim());
    };
    if (move.do === 'roll') await choose('dice');
    else if (move.do === undefined && move.stone !== undefined) await choose('stone', String(move.stone));
    else if (move.die !== undefined) {
      await choose('figure', move.figure);
      // If only one die can move the figure, its choice is the whole move.
      const die = page.locator(`[data-spot="die ${move.die}"].can`);
      // A page offers nothing while it sends a move, and until it has drawn its list.
      const asksForDie = await until('the choice of a figure has an effect', async () => {
        if ((await decisionOn(page)) !== decision) return 'no';
        return (await offerOf(person)) && (await die.count()) > 0 ? 'yes' : undefined;
      });
      if (asksForDie === 'yes') await choose('die', String(move.die));
    } else if (move.card !== undefined && (await page.locator(`[data-card="${move.card}"].can`).count()) > 0) {
      await this.press(person, 'card', page.locator(`[data-card="${move.card}"]`));
      if (move.figure !== undefined && move.figure !== 'none') await choose('figure', move.figure);
      else if (move.seat !== undefined && move.seat >= 0) await choose('shield', String(move.seat));
      // A card that needs no other choice is shown before it is played.
      const play = page.locator('.ready .main').first();
      const ready = await until('the choice of a card has an effect', async () => {
        if ((await decisionOn(page)) !== decision || (await isOver([person]))) return 'no';
        return (await offerOf(person)) && (await play.count()) > 0 ? 'yes' : undefined;
      });
      if (ready === 'yes') await this.press(person, 'ready', play);
    } else return false;
    return true;
  }

  private async fromList(person: Person, move: Move, folded: boolean): Promise<void> {
    const { page } = person;
    if (folded) await unfold(page, (heading) => this.press(person, 'unfold', heading));
    const button = page.locator(`[data-testid="move-button"][data-move=${JSON.stringify(JSON.stringify(move))}]`);
    await this.press(person, 'list', button);
    // The first tap on a figure explains it. A second one plays the move.
    if (await button.evaluateAll((all) => all.some((it) => it.classList.contains('looked'))))
      await this.press(person, 'list', button);
  }

  private press(person: Person, kind: string, target: Locator): Promise<void> {
    this.count(kind);
    return this.inputOf(person).press(target);
  }

  private count(kind: string): void {
    this.pressed.set(kind, (this.pressed.get(kind) ?? 0) + 1);
  }
}
