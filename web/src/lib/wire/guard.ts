import type { Decision, GameEvent } from './game';
import { WireError, type JsonObject } from './narrow';
import { mismatch, type AnySchema, type Matches, type Schema } from './schema';

/** Checks game data where it comes in. All methods throw WireError if the data does not have the title's types. */
export interface MessageCheck {
  checkView(view: JsonObject): void;
  /** Events with unknown names pass, because newer servers may add events. */
  checkEvents(events: readonly GameEvent[]): void;
  checkMoves(decisions: readonly Decision[]): void;
}

export interface EventGuard<Events> {
  isEvent(name: PropertyKey): name is keyof Events;
  isEventData<Name extends keyof Events>(name: Name, data: JsonObject): data is JsonObject & Events[Name];
}

/** The schemas of a title; `moves` is indexed by the kind of the decision. */
interface TitleSchemas<View, Events> {
  view: Schema<View> & AnySchema;
  events: { readonly [Name in keyof Events]: Schema<Events[Name]> & AnySchema };
  moves: Readonly<Record<string, AnySchema>>;
}

/** Checks the views, events and moves of a title, and gives them their types. Each object is checked once. */
export class TitleGuard<View, Events> implements MessageCheck, EventGuard<Events> {
  private readonly checked = new WeakSet<object>();
  private readonly matches: Matches = new WeakMap();

  constructor(private readonly schemas: TitleSchemas<View, Events>) {}

  checkView(view: JsonObject): void {
    this.requireView(view);
  }

  checkEvents(events: readonly GameEvent[]): void {
    for (const { name, data } of events) {
      if (this.isEvent(name)) this.check(name, this.schemas.events[name], data);
    }
  }

  checkMoves(decisions: readonly Decision[]): void {
    for (const { kind, moves } of decisions) {
      const schema = Object.hasOwn(this.schemas.moves, kind) ? this.schemas.moves[kind] : undefined;
      if (schema !== undefined) moves.forEach((move, i) => this.check(`${kind}.moves[${i}]`, schema, move));
    }
  }

  /** Returns the view with its type. Throws WireError if it is not a view of the title. */
  requireView(view: JsonObject): View {
    if (!this.isView(view)) throw new WireError(`view${this.find(this.schemas.view, view) ?? ''}`);
    return view;
  }

  /** Returns the view with its type; null if it is not a view of the title, such as the empty view before the start. */
  readView(view: JsonObject): View | null {
    return this.isView(view) ? view : null;
  }

  isEvent(name: PropertyKey): name is keyof Events {
    return Object.hasOwn(this.schemas.events, name);
  }

  isEventData<Name extends keyof Events>(name: Name, data: JsonObject): data is JsonObject & Events[Name] {
    return this.find(this.schemas.events[name], data) === undefined;
  }

  private isView(view: JsonObject): view is JsonObject & View {
    return this.find(this.schemas.view, view) === undefined;
  }

  private check(what: string, schema: AnySchema, value: JsonObject): void {
    const found = this.find(schema, value);
    if (found !== undefined) throw new WireError(what + found);
  }

  private find(schema: AnySchema, value: JsonObject): string | undefined {
    if (this.checked.has(value)) return undefined;
    const found = mismatch(schema, value, this.matches);
    if (found === undefined) this.checked.add(value);
    return found;
  }
}
