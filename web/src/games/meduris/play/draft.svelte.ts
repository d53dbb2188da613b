import { AnyDraft, tableContext, useAnyDraft } from '../../../lib/board/draft.svelte';
import type { Move } from '../../../lib/wire/game';
import type { TableProps } from '../../contract';
import { readView } from '../board/view';
import type { View } from '../types.gen';
import { exact, stepOf, type Plan } from './payment';
import { effectsOfMove } from '../../../lib/board/effects';
import { keyOf, targetsOf, type Picked, type Spot } from './targets';
import { walkOf, type Walk } from './walk';

export class Draft extends AnyDraft<View, Spot> {
  picked: Picked | null = $state(null);
  /** The field with open build choices. */
  open: number | null = $state(null);
  /** The hovered or focused building of the open build choices. */
  building: 'hut' | 'temple' | null = $state(null);
  /** Counts the requests to focus the panel. */
  summons = $state(0);
  plan: Plan | null = $state.raw(null);
  /** The decision that the last step of the plan answered. If it is asked again, the step was refused. */
  private tried = '';
  /** The moves by the spot that can be chosen now. */
  readonly targets: ReadonlyMap<string, Move[]> = $derived.by(() =>
    targetsOf(this.table.busy ? undefined : this.table.decision, this.picked, this.druidField),
  );

  /** The druid's walk after what the reader looks at: a building, its payment, or the offering that is asked. */
  readonly walk: Walk | null = $derived.by(() => {
    const { decision } = this.table;
    const move = decision?.kind === 'turn' ? this.planned : decision?.moves[0];
    return walkOf(effectsOfMove(decision, move));
  });

  /** The building that the reader looks at. */
  private get planned(): Move | undefined {
    const field = this.open ?? (this.at?.is === 'field' ? this.at.field : null);
    if (field === null) return undefined;
    const listed = this.movesAt({ is: 'field', field });
    return listed.find((move) => move.do === this.building) ?? listed[0];
  }

  get druidField(): number | undefined {
    const druid = this.table.view?.druid;
    return druid?.at === 'field' ? druid.no : undefined;
  }

  movesAt(spot: Spot): Move[] {
    return this.targets.get(keyOf(spot)) ?? [];
  }

  /** Reports whether the hinted move begins at this spot. */
  hinted(key: string): boolean {
    const { hint } = this.table;
    return hint !== undefined && (this.targets.get(key)?.includes(hint) ?? false);
  }

  /** Chooses a spot. Plays a move with an obvious effect, otherwise continues the draft. Returns false if the spot cannot be chosen. */
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

  /** Plays a move; with `pays`, its payment uses the exact tokens. */
  play(move: Move, pays = false): void {
    this.plan = pays ? exact : null;
    this.open = null;
    this.picked = null;
    this.table.act(move);
  }

  /** Starts a payment plan at the current step. */
  pay(plan: Plan): void {
    this.plan = plan;
    this.tried = '';
    this.proceed();
  }

  /** Plays the next step of the plan if it is legal. A plan that does not fit or was refused is discarded. */
  override proceed(): void {
    const { decision, busy } = this.table;
    if (!this.plan || busy || !decision) return;
    const move = decision.kind === 'pay' && decision.id !== this.tried ? stepOf(this.plan, decision) : undefined;
    if (!move) this.plan = null;
    else {
      this.tried = decision.id;
      this.table.act(move);
    }
  }

  /** Opens the build choices of the next or previous field that has some. */
  turnTo(by: 1 | -1): void {
    const fields = [...this.targets.keys()].flatMap((key) => (key.startsWith('field ') ? [Number(key.slice(6))] : []));
    const sorted = fields.sort((a, b) => a - b);
    const at = sorted.indexOf(this.open ?? -1);
    this.open = sorted[(at + by + sorted.length) % sorted.length] ?? null;
  }

  override get begun(): boolean {
    return this.open !== null || this.picked !== null;
  }

  override back(): boolean {
    if (this.open !== null) this.open = null;
    else if (this.picked) this.picked = null;
    else return false;
    return true;
  }

  override reset(): void {
    super.reset();
    this.picked = null;
    this.open = null;
  }
}

/** Creates the draft of a table. Call it during component initialization. */
export const createDraft = (table: () => TableProps): Draft => new Draft(tableContext(table, readView));

export const useDraft = (): Draft => useAnyDraft<Draft>();
