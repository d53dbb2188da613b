import type { Page } from 'playwright-core';
import { nextOffer, untilAnswered } from './decision';
import type { Input } from './input';
import { tableOf } from './lobby';
import type { Person } from './person';
import type { Random } from './random';

/** A listed move. */
interface Move {
  do: string;
  tile?: number;
  to?: number;
  tribe?: number;
  people?: string;
  field?: number;
}

/** The members of a view that tell where lands and tribes are. */
interface View {
  fields: { row: number; column: number }[];
  tiles: { field: number; landscape: string }[];
  peoples: { people: string; tower: number; tribes: Tribe[] }[];
}

interface Tribe {
  id: number;
  home: string;
  tile: number;
  atHome?: boolean;
  produces?: boolean;
  carries?: string;
}

/** Plays Die Magier von Pangea on its board. It buys amulets, carries them home, leads tribes home and ends its phases. */
export class PangeaPlayer {
  /** Counts the moves by kind. */
  readonly pressed = new Map<string, number>();
  decisions = 0;

  /** `inputOf` returns a person's input device. */
  constructor(
    private readonly random: Random,
    private readonly inputOf: (person: Person) => Input,
  ) {}

  /**
   * Plays for all people until `enough` returns true, or until all pages show the result. `between` is called before each move. It
   * returns true if it changed the decision.
   */
  async play(
    people: readonly Person[],
    enough: () => boolean = () => false,
    between: (next: Person) => Promise<boolean> = () => Promise.resolve(false),
  ): Promise<void> {
    while (!enough()) {
      const next = await nextOffer<Move>(people);
      if (!next) {
        for (const { page } of people) await page.getByTestId('result').waitFor();
        return;
      }
      if (++this.decisions > 1500) throw new Error('no end after 1500 decisions');
      if (!(await between(next.person))) await this.move(next.person, next.offer.decision);
    }
  }

  private async move(person: Person, decision: string): Promise<void> {
    const { page } = person;
    // The page lists one group of moves. The server has all of them.
    const { view, decisions } = await positionOf(person);
    const moves = decisions.find(({ id }) => String(id) === decision)?.moves;
    if (!moves) throw new Error(`the server has no moves of decision ${decision}`);
    const move = this.choose(moves, view);
    await this.make(this.inputOf(person), page, move, moves, view);
    this.pressed.set(move.do, (this.pressed.get(move.do) ?? 0) + 1);
    await untilAnswered(person, decision);
  }

  private choose(moves: Move[], view: View): Move {
    const buys = moves.filter((move) => move.do === 'buy');
    if (buys.length > 0) return this.random.pick(buys);
    // Every kind of magic is equally frequent.
    const magic = ['tower', 'shift', 'found'].map((what) => moves.filter((move) => move.do === what));
    const good = moves.filter((move) => move.do === 'move' && leadsHome(move, view));
    const kinds = [...magic, good].filter((list) => list.length > 0);
    if (kinds.length > 0) return this.random.pick(this.random.pick(kinds));
    const end = moves.find((move) => move.do === 'end');
    const some = moves.filter((move) => move.do !== 'end');
    return end && this.random.below(8) > 0 ? end : this.random.pick(some.length > 0 ? some : moves);
  }

  /** Makes a move with an input device: it selects the actor on its field, or from the field's list, and then the target. */
  private async make(input: Input, page: Page, move: Move, moves: readonly Move[], view: View): Promise<void> {
    const field = (tile: number | undefined): string => `field ${view.tiles[tile ?? -1]?.field ?? -1}`;
    const own = view.peoples.find(({ people, tribes }) =>
      move.do === 'found' ? people === move.people : tribes.some(({ id }) => id === move.tribe),
    );
    const tribe = own?.tribes.find(({ id }) => id === move.tribe);
    switch (move.do) {
      case 'end':
        return input.press(page.locator('[data-end]'));
      case 'tower':
        return input.choose(page, field(move.tile));
      case 'lay':
        return input.choose(page, `field ${move.field}`);
      case 'found':
        return select(input, page, field(own?.tower), [`found ${move.people}`]);
      case 'buy':
        await select(input, page, field(tribe?.tile), alike(move, moves, 'buyer'));
        return input.press(page.locator('[data-buy]').first());
      case 'move':
        await select(input, page, field(tribe?.tile), alike(move, moves, 'tribe'));
        return input.choose(page, field(move.to));
      default:
        await select(input, page, field(move.tile), [`shift ${move.tile}`]);
        return input.choose(page, `field ${move.to}`);
    }
  }
}

/** Selects one of several actors on a field. If others can act there too, it is selected in the list beside the board. */
async function select(input: Input, page: Page, field: string, ids: readonly string[]): Promise<void> {
  await input.choose(page, field);
  if ((await page.locator('[data-start]').count()) === 0) return;
  for (const id of ids) {
    const listed = page.locator(`[data-start="${id}"]`);
    if ((await listed.count()) === 0) continue;
    if ((await listed.getAttribute('aria-pressed')) !== 'true') await input.press(listed);
    return;
  }
  throw new Error(`${field} lists none of ${ids.join(', ')}`);
}

/** Returns the tribes that could make the same move, the tribe of the move first. The list has one of them. */
function alike(move: Move, moves: readonly Move[], is: string): string[] {
  const others = moves.filter((one) => one.do === move.do && one.to === move.to).map(({ tribe }) => tribe);
  return [move.tribe, ...others].map((tribe) => `${is} ${tribe}`);
}

/** Tells whether a step leads a tribe home, or to an amulet, or with an amulet to its tower. */
function leadsHome(move: Move, view: View): boolean {
  for (const { tower, tribes } of view.peoples) {
    const tribe = tribes.find(({ id }) => id === move.tribe);
    if (!tribe) continue;
    if (tribe.carries) return distance(view, move.to, tower) < distance(view, tribe.tile, tower);
    if (sold(view, tribe.tile, tribes)) return false;
    return sold(view, move.to, tribes) || (!tribe.atHome && view.tiles[move.to ?? -1]?.landscape === tribe.home);
  }
  return false;
}

/** Returns the view and the decisions that the server has for a person. */
async function positionOf(person: Person): Promise<{ view: View; decisions: { id: unknown; moves?: Move[] }[] }> {
  const response = await person.context.request.get(
    new URL(`/api/v1/tables/${tableOf(person)}/view`, person.page.url()).href,
  );
  return (await response.json()) as Awaited<ReturnType<typeof positionOf>>;
}

/** Tells whether another people produces on a land. */
function sold(view: View, tile: number | undefined, own: readonly Tribe[]): boolean {
  return view.peoples.some(({ tribes }) => tribes !== own && tribes.some((one) => one.produces && one.tile === tile));
}

/** Returns the distance of two lands in fields. */
function distance(view: View, tile = -1, other = -1): number {
  const [a, b] = [tile, other].map((one) => view.fields[view.tiles[one]?.field ?? -1]);
  return a && b ? Math.abs(a.row - b.row) + Math.abs(a.column - b.column) : 99;
}
