import { getContext, setContext } from 'svelte';
import { api } from '../net/api';
import type { Decision, GameEvent, Move } from '../wire/game';
import type { JsonObject } from '../wire/narrow';
import type { Cause, Causes, RuledOut } from '../wire/rules';

/** The rules of a table's title: which rule is behind an event or a move, and the sheet that shows it. */
export class TableRules {
  /** The sheet is open at a rule, or at its beginning. */
  sheet: { readonly rule: string | undefined } | null = $state.raw(null);
  private causes: Causes | null = $state.raw(null);
  private ruledOut: { decision: string; refusals: RuledOut[] } | null = null;

  constructor(private readonly table: string) {}

  /** Loads the causes of a title. Without them, no rule is known, and the sheet opens at its beginning. */
  async load(title: string): Promise<void> {
    this.causes = await api.causes(title).catch(() => null);
  }

  /** Opens the sheet at a rule. */
  show(rule?: string): void {
    this.sheet = { rule };
  }

  close(): void {
    this.sheet = null;
  }

  ofEvent(event: GameEvent): string | undefined {
    return ruleOf(this.causes?.events, event.name, event.data);
  }

  ofMove(decision: Decision, move: Move): string | undefined {
    return ruleOf(this.causes?.moves, decision.kind, move);
  }

  ofDecision(decision: Decision | undefined): string | undefined {
    return decision && ruleOf(this.causes?.moves, decision.kind, {});
  }

  ofScore(source: string): string | undefined {
    return ruleOf(this.causes?.scores, source, {});
  }

  /** The rule that forbids the moves which `wanted` selects: that of the decision, if the server names none. */
  async refusing(decision: Decision, wanted: (move: JsonObject) => boolean): Promise<string | undefined> {
    if (this.ruledOut?.decision !== decision.id) this.ruledOut = await api.ruledOut(this.table).catch(() => null);
    return this.ruledOut?.refusals.find(({ move }) => wanted(move))?.rule ?? this.ofDecision(decision);
  }
}

/** The rule of the first cause that applies. */
function ruleOf(causes: readonly Cause[] | undefined, name: string, data: JsonObject): string | undefined {
  return causes?.find(
    (cause) =>
      cause.name === name && (cause.member === undefined || textOf(data[cause.member]) === (cause.value ?? '')),
  )?.rule;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const key = Symbol('rules');

/** Provides the rules to child components. */
export function provideRules(rules: TableRules): void {
  setContext(key, rules);
}

/** The rules of the surrounding table; undefined outside of a table. */
export function useRules(): TableRules | undefined {
  return getContext<TableRules | undefined>(key);
}
