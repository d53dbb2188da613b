import { draftContext, type AnyDraft, type TableContext } from '../../../lib/board/draft.svelte';
import type { Move } from '../../../lib/wire/game';
import type { View } from '../types.gen';
import { exact, stepOf, type Plan } from './payment';
import { keyOf, targetsOf, type Picked, type Spot } from './targets';

/** What the reader is about to do: shared by the board and the panel. It is forgotten with the decision it was about. */
export class Draft implements AnyDraft {
  /** The worker taken up. */
  picked: Picked | null = $state(null);
  /** The field whose choices lie open. */
  open: number | null = $state(null);
  /** What is pointed at, by mouse, key or finger. */
  at: Spot | null = $state.raw(null);
  /** The reader last used a key: what comes next takes the focus. */
  byKey = false;
  /** Counts how often the panel was asked for from the board. */
  summons = $state(0);
  /** How the payment to come is to be made. */
  plan: Plan | null = $state.raw(null);
  /** The decision that a plan's last step answered: asked once more, it was refused. */
  private tried = '';
  /** What can be chosen now, by spot. */
  readonly targets: ReadonlyMap<string, Move[]> = $derived.by(() =>
    targetsOf(this.table.busy ? undefined : this.table.decision, this.picked, this.druidField),
  );

  constructor(readonly table: TableContext<View>) {}

  /** The field the druid stands on. */
  get druidField(): number | undefined {
    const druid = this.table.view?.druid;
    return druid?.at === 'field' ? druid.no : undefined;
  }

  /** The moves that can be made at a spot. */
  movesAt(spot: Spot): Move[] {
    return this.targets.get(keyOf(spot)) ?? [];
  }

  /** Whether a bot would choose the spot of this name next. */
  hinted(key: string): boolean {
    const { hint } = this.table;
    return hint !== undefined && (this.targets.get(key)?.includes(hint) ?? false);
  }

  /** Chooses a spot: plays where the effect is plain, else takes the next step towards it. False where nothing can be chosen. */
  choose(spot: Spot): boolean {
    const moves = this.movesAt(spot);
    const [only] = moves;
    if (!only) return false;
    if (spot.is === 'worker') {
      const again = this.picked?.material === spot.material && this.picked.height === spot.height;
      this.picked = again ? null : { material: spot.material, height: spot.height };
      this.open = null;
    } else if (spot.is === 'field' && this.table.decision?.kind !== 'turn') {
      this.summons++;
    } else if (spot.is === 'field') {
      this.open = this.open === spot.field ? null : spot.field;
    } else {
      this.play(only);
    }
    return true;
  }

  /** Makes a move; `pays` says that its payment is to be made with the very tokens asked for. */
  play(move: Move, pays = false): void {
    this.plan = pays ? exact : null;
    this.open = null;
    this.picked = null;
    this.table.act(move);
  }

  /** Carries a plan of payment out, from the present step on. */
  pay(plan: Plan): void {
    this.plan = plan;
    this.tried = '';
    this.step();
  }

  /** Takes the plan's next step where one is asked for and the list has it; a plan that does not fit, or is refused, is given up. */
  step(): void {
    const { decision, busy } = this.table;
    if (!this.plan || busy || !decision) return;
    const move = decision.kind === 'pay' && decision.id !== this.tried ? stepOf(this.plan, decision) : undefined;
    if (!move) this.plan = null;
    else {
      this.tried = decision.id;
      this.table.act(move);
    }
  }

  /** Opens the choices of the next field (or the one before) that has some. */
  turnTo(by: 1 | -1): void {
    const fields = [...this.targets.keys()].flatMap((key) => (key.startsWith('field ') ? [Number(key.slice(6))] : []));
    const sorted = fields.sort((a, b) => a - b);
    const at = sorted.indexOf(this.open ?? -1);
    this.open = sorted[(at + by + sorted.length) % sorted.length] ?? null;
  }

  /** One step back. False where there is nothing to go back from. */
  back(): boolean {
    if (this.open !== null) this.open = null;
    else if (this.picked) this.picked = null;
    else return false;
    return true;
  }

  /** Another decision, or none: what was begun for the last one is over. */
  reset(): void {
    // What a mouse or a finger pointed at may be gone, and cannot be left any more; the focus of who plays by key tells of itself.
    if (!this.byKey) this.at = null;
    this.picked = null;
    this.open = null;
  }
}

export const { provideDraft, useDraft } = draftContext<Draft>();
