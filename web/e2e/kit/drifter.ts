import type { Locator, Page } from 'playwright-core';
import type { Chance } from './chance';
import { untilDone } from './clicker';
import type { Hands } from './hands';
import type { Person } from './person';
import { until } from './until';

/** A listed move. */
interface Move {
  do: string;
  tile?: number;
  to?: number;
  tribe?: number;
  people?: string;
  field?: number;
}

/** What the board says of itself: which field each land is on, from the list of moves alone it cannot be told. */
interface World {
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

/** Plays Die Magier von Pangea on its board: buys what it can, carries it home, brings tribes home, and ends its phases. */
export class Drifter {
  /** How often each kind of thing was done. */
  readonly done = new Map<string, number>();
  decisions = 0;

  /** `handsOf` is how somebody plays who is not quick with everything that is on the page. */
  constructor(
    private readonly chance: Chance,
    private readonly handsOf?: (person: Person) => Hands,
  ) {}

  /** Plays until everybody sees the result; `between` is called before each decision, and tells whether it changed what is asked. */
  async playOut(
    people: readonly Person[],
    between: (next: Person) => Promise<boolean> = () => Promise.resolve(false),
  ): Promise<void> {
    await this.play(people, () => false, between);
    for (const { page } of people) await page.getByTestId('result').waitFor();
  }

  /** Plays until it is enough, or the game is over. */
  async play(
    people: readonly Person[],
    enough: () => boolean,
    between: (next: Person) => Promise<boolean> = () => Promise.resolve(false),
  ): Promise<void> {
    while (!enough()) {
      const next = await until('somebody is asked, or the game is over', async () => {
        for (const person of people) if ((await offer(person.page)).length > 0) return person;
        return (await people[0]?.page.getByTestId('result').count()) ? null : undefined;
      });
      if (!next) break;
      if (++this.decisions > 1500) throw new Error('no end after 1500 decisions');
      if (!(await between(next))) await this.move(next);
    }
  }

  /** Makes one move of a person who is asked; none where the question has gone meanwhile. */
  private async move(person: Person): Promise<void> {
    const { page } = person;
    const decision = (await page.locator('[data-decision]').getAttribute('data-decision')) ?? '';
    const world = worldOf(person);
    // A long list shows one kind of moves at a time: all of them are in what was sent.
    const moves = (await offer(page)).length > 0 ? sentMoves(person, decision) : [];
    if (moves.length === 0) return;
    const move = this.choose(moves, world);
    const hands = this.handsOf?.(person);
    if (hands) await this.makeBy(hands, page, move, moves, world);
    else await this.make(page, move, world);
    this.done.set(move.do, (this.done.get(move.do) ?? 0) + 1);
    await untilDone(person, decision);
  }

  private choose(moves: Move[], world: World): Move {
    const buys = moves.filter((move) => move.do === 'buy');
    if (buys.length > 0) return this.chance.of(buys);
    // Magic of each kind comes about alike often.
    const magic = ['tower', 'shift', 'found'].map((what) => moves.filter((move) => move.do === what));
    const good = moves.filter((move) => move.do === 'move' && leadsHome(move, world));
    const kinds = [...magic, good].filter((list) => list.length > 0);
    if (kinds.length > 0) return this.chance.of(this.chance.of(kinds));
    const end = moves.find((move) => move.do === 'end');
    const some = moves.filter((move) => move.do !== 'end');
    return end && this.chance.below(8) > 0 ? end : this.chance.of(some.length > 0 ? some : moves);
  }

  private async make(page: Page, move: Move, world: World): Promise<void> {
    const field = (tile: number | undefined): number => world.tiles[tile ?? -1]?.field ?? -1;
    switch (move.do) {
      case 'end':
        return press(page.locator('[data-end]'));
      case 'tower':
        return press(page.locator(`[data-spot="field ${field(move.tile)}"]`));
      case 'lay':
        return press(page.locator(`[data-spot="field ${move.field}"]`));
      case 'found':
        return press(page.locator(`[data-spot="found ${move.people}"]`));
      case 'buy':
        await press(page.locator(`[data-spot="buyer ${move.tribe}"]`));
        return press(page.locator(`[data-buy=${JSON.stringify(JSON.stringify(move))}]`));
      case 'move':
        await press(page.locator(`[data-spot="tribe ${move.tribe}"]`));
        return press(page.locator(`[data-spot="field ${field(move.to)}"]`));
      default:
        return this.shift(page, move, field(move.tile));
    }
  }

  /** Makes a move from field to field: what can act on a land is taken up there, or from the list of it. */
  private async makeBy(hands: Hands, page: Page, move: Move, moves: readonly Move[], world: World): Promise<void> {
    const field = (tile: number | undefined): string => `field ${world.tiles[tile ?? -1]?.field ?? -1}`;
    const own = world.peoples.find(({ people, tribes }) =>
      move.do === 'found' ? people === move.people : tribes.some(({ id }) => id === move.tribe),
    );
    const tribe = own?.tribes.find(({ id }) => id === move.tribe);
    switch (move.do) {
      case 'end':
        return hands.press(page.locator('[data-end]'));
      case 'tower':
        return hands.choose(page, field(move.tile));
      case 'lay':
        return hands.choose(page, `field ${move.field}`);
      case 'found':
        return takeUp(hands, page, field(own?.tower), [`found ${move.people}`]);
      case 'buy':
        await takeUp(hands, page, field(tribe?.tile), alike(move, moves, 'buyer'));
        return hands.press(page.locator('[data-buy]').first());
      case 'move':
        await takeUp(hands, page, field(tribe?.tile), alike(move, moves, 'tribe'));
        return hands.choose(page, field(move.to));
      default:
        await takeUp(hands, page, field(move.tile), [`shift ${move.tile}`]);
        return hands.choose(page, `field ${move.to}`);
    }
  }

  /** A land that more can be done with lists it beside the board. */
  private async shift(page: Page, move: Move, from: number): Promise<void> {
    await press(page.locator(`[data-spot="field ${from}"]`));
    const listed = page.locator(`[data-start="shift ${move.tile}"]`);
    if ((await listed.count()) > 0) await press(listed);
    await press(page.locator(`[data-spot="field ${move.to}"]`));
  }
}

/** Takes up one of what is named on a field: at once where nothing else can act there, else from the list beside the board. */
async function takeUp(hands: Hands, page: Page, field: string, ids: readonly string[]): Promise<void> {
  await hands.choose(page, field);
  if ((await page.locator('[data-start]').count()) === 0) return;
  for (const id of ids) {
    const listed = page.locator(`[data-start="${id}"]`);
    if ((await listed.count()) === 0) continue;
    if ((await listed.getAttribute('aria-pressed')) !== 'true') await hands.press(listed);
    return;
  }
  throw new Error(`${field} lists none of ${ids.join(', ')}`);
}

/** Who could make a move as well, the one itself first: of those that are alike one is listed. */
function alike(move: Move, moves: readonly Move[], is: string): string[] {
  const others = moves.filter((one) => one.do === move.do && one.to === move.to).map(({ tribe }) => tribe);
  return [move.tribe, ...others].map((tribe) => `${is} ${tribe}`);
}

/** Presses what is on the page, by its middle or where it is free. */
async function press(what: Locator): Promise<void> {
  await what.evaluate((element) => element.dispatchEvent(new MouseEvent('click', { bubbles: true })));
}

/** Whether a step brings a tribe home, or its amulet to the tower. */
function leadsHome(move: Move, world: World): boolean {
  for (const { tower, tribes } of world.peoples) {
    const tribe = tribes.find(({ id }) => id === move.tribe);
    if (!tribe) continue;
    if (tribe.carries) return far(world, move.to, tower) < far(world, tribe.tile, tower);
    if (sold(world, tribe.tile, tribes)) return false;
    return sold(world, move.to, tribes) || (!tribe.atHome && world.tiles[move.to ?? -1]?.landscape === tribe.home);
  }
  return false;
}

/** The moves that were sent to a person with a decision. */
function sentMoves(person: Person, decision: string): Move[] {
  const frames = person.tap.received.map(({ body }) => body as { decisions?: { id: unknown; moves?: Move[] }[] });
  const asked = frames.flatMap(({ decisions }) => decisions ?? []).findLast(({ id }) => String(id) === decision);
  return asked?.moves ?? [];
}

/** Whether another people produces on a land. */
function sold(world: World, tile: number | undefined, own: readonly Tribe[]): boolean {
  return world.peoples.some(({ tribes }) => tribes !== own && tribes.some((one) => one.produces && one.tile === tile));
}

/** How many steps two lands are apart, were there land all the way. */
function far(world: World, tile = -1, other = -1): number {
  const [a, b] = [tile, other].map((one) => world.fields[world.tiles[one]?.field ?? -1]);
  return a && b ? Math.abs(a.row - b.row) + Math.abs(a.column - b.column) : 99;
}

/** The newest view that was sent to a person. */
function worldOf(person: Person): World {
  const frames = person.tap.received.map(({ body }) => body as { view?: World | null });
  const world = frames.findLast(({ view }) => view?.tiles)?.view;
  if (!world) throw new Error(`nothing was sent to ${person.name}`);
  return world;
}

/** The moves that a page lists now; none while it asks nothing of its reader or is still sending. */
async function offer(page: Page): Promise<Move[]> {
  const moves = await page.evaluate(() => {
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('[data-testid="move-button"]')];
    return buttons.some((button) => button.disabled) ? [] : buttons.map((button) => button.dataset.move ?? '{}');
  });
  return moves.map((move) => JSON.parse(move) as Move);
}
