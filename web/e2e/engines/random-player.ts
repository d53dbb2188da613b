import { preferred } from '../kit/api';
import type { Random } from '../kit/random';
import { timeout, until } from '../kit/until';
import type { EnginePage } from './engine-page';
import { pointOf } from './press';

/** This is the limit of decisions of one person. No game takes so many. */
const most = 800;

/** This is the number of presses on the board before a decision is answered from the list. */
const onBoard = 4;

/** This is the pause between two looks at the page, in milliseconds. Looks cost the page time. */
const pause = 60;

/** The elements that make a choice, by kind. */
const selectors = {
  spot: '[data-spot].can',
  card: '[data-card].can',
  panel: [
    ...['build', 'build-otherwise', 'pay-exactly', 'pay-these', 'more', 'from-hand'].map(
      (id) => `[data-testid="${id}"]`,
    ),
    ...['.ready .main', '[data-buy]', '[data-start][aria-pressed="false"]', '[data-end]'],
  ].join(', '),
  listed: '[data-testid="move-button"]',
  unfold: 'details:not([open]):has([data-testid="move-button"]) > summary',
  // A press on a pile of cards opens a dialog.
  close: 'dialog[open] .close',
  group: '.groups button[aria-pressed="false"]',
};

type Kind = keyof typeof selectors;

/** The decision that a page asks of its reader, and the ways to answer it. */
interface Asked {
  decision: string;
  /** The numbers of the visible elements of each kind, among all elements of the kind. */
  choices: Record<Kind, number[]>;
  /** The moves of the listed elements, as JSON. */
  moves: string[];
  /** A text that changes if a press has an effect. */
  mark: string;
}

/**
 * Plays random moves of any title with the mouse. It answers on the board, with the cards and in the panel, and after some presses in the list
 * of all moves. It knows no rules.
 */
export class RandomPlayer {
  decisions = 0;
  /** Counts the presses by kind of element. */
  readonly pressed: Record<string, number> = {};
  /** Counts the answered decisions by kind. */
  readonly answered: Record<string, number> = {};

  constructor(
    private readonly page: EnginePage,
    private readonly random: Random,
  ) {}

  /** Plays until the page shows the result. */
  async play(table: string): Promise<void> {
    for (;;) {
      const asked = await this.next();
      if (asked === 'over') return;
      if (++this.decisions > most) throw new Error(`no end after ${most} decisions`);
      const kind = await this.kindOf(table, asked.decision);
      await this.answer(asked);
      this.answered[kind] = (this.answered[kind] ?? 0) + 1;
    }
  }

  /** Returns the counts of presses and of answers as a text. */
  tally(): string {
    return `${this.decisions} decisions: ${JSON.stringify(this.answered)}; pressed: ${JSON.stringify(this.pressed)}`;
  }

  /** Waits for a decision of the person or the result. */
  private next(): Promise<Asked | 'over'> {
    return until('the page asks for a decision, or shows the result', async () => {
      const asked = await this.asked();
      if (asked !== undefined) return asked;
      await rest();
      return undefined;
    });
  }

  /** Presses elements until the decision is answered. */
  private async answer(first: Asked): Promise<void> {
    const end = Date.now() + timeout;
    let asked: Asked | 'over' | undefined = first;
    for (let presses = 0; asked !== 'over' && asked?.decision === first.decision; presses++) {
      if (Date.now() > end) throw new Error(`decision ${first.decision} cannot be answered: ${JSON.stringify(asked)}`);
      const before = asked;
      // The board may be the only way, if the list cannot be pressed.
      await this.pressOne(before, presses < onBoard || presses % 3 === 0);
      asked = await this.afterPress(before);
    }
  }

  private async pressOne({ choices, moves }: Asked, board: boolean): Promise<void> {
    const has = (kind: Kind): boolean => choices[kind].length > 0;
    const kinds = (['spot', 'card', 'panel'] as const).filter(has);
    let kind: Kind | undefined;
    if (has('close')) kind = 'close';
    else if (board && kinds.length > 0) kind = this.random.pick(kinds);
    else if (has('unfold')) kind = 'unfold';
    else if (has('group') && this.random.below(2) === 0) kind = 'group';
    else if (has('listed')) kind = 'listed';
    else kind = kinds.length > 0 ? this.random.pick(kinds) : undefined;
    if (!kind) return;
    const list = choices[kind];
    const quick = new Set(
      preferred(moves.map((move) => JSON.parse(move) as { do?: string })).map((it) => JSON.stringify(it)),
    );
    const wanted = kind === 'listed' ? list.filter((_, i) => quick.has(moves[i] ?? '')) : list;
    const no = this.random.pick(wanted.length > 0 ? wanted : list);
    const at = await pointOf(this.page, selectors[kind], no);
    // The page may have changed since the look.
    if (!at) return;
    await this.page.click(at);
    this.pressed[kind] = (this.pressed[kind] ?? 0) + 1;
  }

  /** Waits for the effect of a press, but not for long, because not every press has one. */
  private async afterPress(before: Asked): Promise<Asked | 'over' | undefined> {
    const looks = 8;
    let now: Asked | 'over' | undefined;
    for (let i = 0; i < looks; i++) {
      now = await this.asked();
      if (now === 'over' || now?.mark !== before.mark) break;
      await rest();
    }
    // The page sends the move.
    while (now === undefined && (await this.isOpen(before.decision))) await rest();
    return now;
  }

  /** Tells whether the page still asks a decision, while it sends the answer. */
  private isOpen(decision: string): Promise<boolean> {
    return this.page.evaluate(
      (id) =>
        document.querySelector<HTMLElement>('[data-decision]')?.dataset.decision === id &&
        !document.querySelector('[data-testid="move-button"]:enabled'),
      decision,
    );
  }

  /** Returns what the page asks of its reader now; undefined if it asks nothing or sends a move. */
  private asked(): Promise<Asked | 'over' | undefined> {
    return this.page.evaluate((selectors) => {
      if (document.querySelector('[data-testid="result"]')) return 'over';
      const decision = document.querySelector<HTMLElement>('[data-decision]')?.dataset.decision;
      const listed = [...document.querySelectorAll<HTMLButtonElement>(selectors.listed)];
      if (decision === undefined || listed.length === 0 || listed.some((button) => button.disabled)) return undefined;
      const visible = (selector: string): number[] =>
        [...document.querySelectorAll(selector)].flatMap((element, i) =>
          element.checkVisibility() && element.ariaDisabled !== 'true' && !element.matches(':disabled') ? [i] : [],
        );
      const choices = Object.fromEntries(
        Object.entries(selectors).map(([kind, selector]) => [kind, visible(selector)]),
      );
      const moves = (choices.listed ?? []).map((i) => listed[i]?.dataset.move ?? '{}');
      const panel = document.querySelector<HTMLElement>('.prompt')?.innerText ?? '';
      const spots = [...document.querySelectorAll<SVGElement>(selectors.spot)].map((spot) => spot.dataset.spot);
      const chosen = document.querySelectorAll('[aria-pressed="true"]').length;
      const mark = JSON.stringify([decision, choices, spots, chosen, panel]);
      return { decision, choices: choices as Asked['choices'], moves, mark };
    }, selectors);
  }

  /** Returns the kind of a decision. */
  private kindOf(table: string, decision: string): Promise<string> {
    return this.page.evaluate(
      async ([table, decision]) => {
        const answer = await fetch(`/api/v1/tables/${table}/view`, { cache: 'no-store' });
        const { decisions } = (await answer.json()) as { decisions: { id: string; kind: string }[] };
        return decisions.find(({ id }) => String(id) === decision)?.kind ?? '';
      },
      [table, decision] as const,
    );
  }
}

function rest(): Promise<void> {
  return new Promise((resume) => setTimeout(resume, pause));
}
