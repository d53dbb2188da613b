import type { Page } from 'playwright-core';
import { boardState, type BoardState, type Choice } from './board-state';
import { isOver } from './decision';
import type { Input } from './input';
import type { Person } from './person';
import type { Random } from './random';
import { until } from './until';

/** This is the limit of presses. No game takes so many. */
const most = 3000;

/** Kinds of elements that are pressed in every whole game. */
export const everyKind = ['plateau', 'worker', 'field', 'stock', 'build', 'offer', 'from-hand'];

/**
 * Plays Meduris on the board, in the panels and with the hand. It uses the list of moves only if that has a single move and the
 * board has no choice. It reads the choices from the page, picks randomly and knows no rules.
 */
export class MedurisPlayer {
  /** The number of decisions answered. */
  decisions = 0;
  /** Counts the presses by kind of element. */
  readonly pressed = new Map<string, number>();
  private readonly answered = new Map<Person, string>();

  constructor(
    private readonly random: Random,
    private readonly inputOf: (person: Person) => Input,
  ) {}

  /** Plays for all people until `enough` returns true, or until all pages show the result. */
  async play(people: readonly Person[], enough: () => boolean = () => false): Promise<void> {
    for (let i = 0; i < most && !enough(); i++) {
      const next = await until('a page asks for a choice, or the game is over', async () => {
        for (const person of people) {
          const state = await boardState(person.page);
          if (state && this.isAsked(person, state)) return { person, state };
        }
        return (await isOver(people)) ? 'over' : undefined;
      });
      if (next === 'over') {
        for (const { page } of people) await page.getByTestId('result').waitFor();
        return;
      }
      await this.step(next.person, next.state);
    }
    if (!enough()) throw new Error(`no end after ${most} presses`);
  }

  /** Returns the counts of presses as a text. */
  tally(): string {
    return [...this.pressed].map(([kind, n]) => `${kind} ${n}`).join(', ');
  }

  /** Presses once and waits until the page changes. */
  private async step(person: Person, state: BoardState): Promise<void> {
    const { page } = person;
    if (state.overflow > 0) throw new Error(`the page of ${person.name} is ${state.overflow} pixels too wide`);
    const what = await this.press(person, state);
    this.pressed.set(what, (this.pressed.get(what) ?? 0) + 1);
    const after = await until(
      `the page of ${person.name} changes after a press: ${what}, with ${JSON.stringify(state)}`,
      async () => {
        const now = await boardState(page);
        return now?.mark === state.mark ? undefined : (now ?? 'answered');
      },
    );
    // A page without choices is sending the move.
    const sent = after === 'answered' || after.decision !== state.decision || !offers(after);
    if (!sent) return;
    this.answered.set(person, state.decision);
    this.decisions++;
  }

  private isAsked(person: Person, state: BoardState): boolean {
    return this.answered.get(person) !== state.decision && offers(state);
  }

  /** Presses one of the offered elements and returns its kind. */
  private async press(person: Person, state: BoardState): Promise<string> {
    const { page } = person;
    const input = this.inputOf(person);
    const choice = this.choiceOf(state);
    if (choice) {
      await input.press(this.find(page, choice));
      return choice.kind;
    }
    // Sometimes the player cancels a choice.
    if (state.chosen.startsWith('field') && this.random.below(12) === 0) {
      await input.back(page);
      return 'back';
    }
    const build = state.choices.filter(({ kind }) => kind === 'build' || kind === 'build-otherwise');
    if (build.length > 0) {
      const one = this.random.pick(build);
      await input.press(this.find(page, one));
      return one.kind;
    }
    const spot = this.spotOf(state);
    await input.choose(page, spot);
    return spot.split(' ')[0] ?? '';
  }

  /** Returns a choice in a panel or with the hand; undefined if the choice is on the board. */
  private choiceOf({ choices, spots }: BoardState): Choice | undefined {
    const of = (...kinds: Choice['kind'][]): Choice[] => choices.filter(({ kind }) => kinds.includes(kind));
    const offered = of('offer', 'from-hand');
    if (offered.length > 0) return this.random.pick(offered);
    const pays = of('pay-exactly', 'pay-these');
    const more = of('more');
    if (more.length > 0 && (pays.length === 0 || this.random.below(3) === 0)) return this.random.pick(more);
    if (pays.length > 0) return this.random.pick(pays);
    const listed = of('listed');
    if (spots.length > 0 || choices.length > listed.length) return undefined;
    if (listed.length !== 1) throw new Error(`only the list of moves offers anything: ${listed.length} moves`);
    return listed[0];
  }

  /** Prefers fields, because huts shorten the game. A selected worker goes to a plateau. */
  private spotOf({ spots, chosen, mark }: BoardState): string {
    if (spots.length === 0) throw new Error(`no spot of the board can be chosen:\n${mark}`);
    const of = (kind: string): string[] => spots.filter((spot) => spot.startsWith(kind));
    if (chosen.startsWith('worker')) return this.random.pick(of('plateau'));
    const fields = of('field');
    return this.random.pick(fields.length > 0 ? fields : spots);
  }

  private find(page: Page, { kind, no }: Choice): ReturnType<Page['locator']> {
    const selector =
      kind === 'offer'
        ? '[data-testid="offers"] button'
        : kind === 'listed'
          ? '.moves [data-testid="move-button"]'
          : `[data-testid="${kind}"]`;
    return page.locator(`${selector}:enabled:not([aria-disabled="true"]):visible`).nth(no);
  }
}

function offers({ spots, choices }: BoardState): boolean {
  return spots.length > 0 || choices.length > 0;
}
