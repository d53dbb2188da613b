import type { Page } from 'playwright-core';
import type { Chance } from './chance';
import type { Hands } from './hands';
import type { Person } from './person';
import { surfaceOf, type Choice, type Surface } from './surface';
import { until } from './until';

/** More presses than any game takes. */
const most = 3000;

/**
 * Plays where things are: on the board, in its panels and on the hand; never by the list of moves, save the one move of a list
 * that has no other. It reads what the page offers and picks by chance, and knows no rule.
 */
export class Player {
  /** How many decisions were answered. */
  decisions = 0;
  /** How often each kind of thing was pressed. */
  readonly pressed = new Map<string, number>();
  private readonly answered = new Map<Person, string>();

  constructor(
    private readonly chance: Chance,
    private readonly hands: Hands,
  ) {}

  /** Plays for everybody until it is enough, or until they see the result. */
  async play(people: readonly Person[], enough: () => boolean = () => false): Promise<void> {
    for (let i = 0; i < most && !enough(); i++) {
      const next = await until('somebody is asked for something, or the game is over', async () => {
        for (const person of people) {
          const surface = await surfaceOf(person.page);
          if (surface && this.isAsked(person, surface)) return { person, surface };
        }
        return (await people[0]?.page.getByTestId('result').count()) ? 'over' : undefined;
      });
      if (next === 'over') {
        for (const { page } of people) await page.getByTestId('result').waitFor();
        return;
      }
      await this.step(next.person, next.surface);
    }
    if (!enough()) throw new Error(`no end after ${most} presses`);
  }

  /** What was pressed how often, in words. */
  tally(): string {
    return [...this.pressed].map(([kind, n]) => `${kind} ${n}`).join(', ');
  }

  /** One press, and what comes of it at once. */
  private async step(person: Person, surface: Surface): Promise<void> {
    const { page } = person;
    if (surface.overflow > 0) throw new Error(`the page of ${person.name} is ${surface.overflow} pixels too wide`);
    const what = await this.press(page, surface);
    this.pressed.set(what, (this.pressed.get(what) ?? 0) + 1);
    const after = await until(
      `something comes of what ${person.name} pressed: ${what}, with ${JSON.stringify(surface)}`,
      async () => {
        const now = await surfaceOf(page);
        return now?.mark === surface.mark ? undefined : (now ?? 'answered');
      },
      5000,
    );
    // What asks for nothing although it stands there is being sent.
    const sent = after === 'answered' || after.decision !== surface.decision || !offers(after);
    if (!sent) return;
    this.answered.set(person, surface.decision);
    this.decisions++;
  }

  private isAsked(person: Person, surface: Surface): boolean {
    return this.answered.get(person) !== surface.decision && offers(surface);
  }

  /** Presses one of the things that the page offers, and tells its kind. */
  private async press(page: Page, surface: Surface): Promise<string> {
    const choice = this.choiceOf(surface);
    if (choice) {
      await this.hands.press(this.find(page, choice));
      return choice.kind;
    }
    // Now and then somebody thinks again.
    if (surface.chosen.startsWith('field') && this.chance.below(12) === 0) {
      await this.hands.back(page);
      return 'back';
    }
    const build = surface.choices.filter(({ kind }) => kind === 'build' || kind === 'build-otherwise');
    if (build.length > 0) {
      const one = this.chance.of(build);
      await this.hands.press(this.find(page, one));
      return one.kind;
    }
    const spot = this.spotOf(surface);
    await this.hands.choose(page, spot);
    return spot.split(' ')[0] ?? '';
  }

  /** What is composed in a panel or chosen on the hand; undefined where the board has the choice. */
  private choiceOf({ choices, spots }: Surface): Choice | undefined {
    const of = (...kinds: Choice['kind'][]): Choice[] => choices.filter(({ kind }) => kinds.includes(kind));
    const offered = of('offer', 'from-hand');
    if (offered.length > 0) return this.chance.of(offered);
    const pays = of('pay-exactly', 'pay-these');
    const more = of('more');
    if (more.length > 0 && (pays.length === 0 || this.chance.below(3) === 0)) return this.chance.of(more);
    if (pays.length > 0) return this.chance.of(pays);
    const listed = of('listed');
    if (spots.length > 0 || choices.length > listed.length) return undefined;
    if (listed.length !== 1) throw new Error(`only the list of moves offers anything: ${listed.length} moves`);
    return listed[0];
  }

  /** Who builds comes to the end sooner; who has taken a worker up brings it somewhere. */
  private spotOf({ spots, chosen, mark }: Surface): string {
    if (spots.length === 0) throw new Error(`nothing on the board can be chosen:\n${mark}`);
    const of = (kind: string): string[] => spots.filter((spot) => spot.startsWith(kind));
    if (chosen.startsWith('worker')) return this.chance.of(of('plateau'));
    const fields = of('field');
    return this.chance.of(fields.length > 0 ? fields : spots);
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

function offers({ spots, choices }: Surface): boolean {
  return spots.length > 0 || choices.length > 0;
}
