import type { EntryChange } from './step';
import type { GameEvent } from '../wire/game';
import { object, type JsonObject } from '../wire/narrow';
import { patched } from '../wire/patch';
import type { Seat } from '../wire/table';

/** A game as one seat saw it, written by the record.mjs of its title: patches of the view, without those of the decisions. */
export interface Recording {
  me: number;
  seats: { seat: number; color: string; player: { id: string; name: string } }[];
  /** The first update has the whole view. */
  first: { seq: number; events: GameEvent[]; view: JsonObject };
  updates: { seq: number; steps: { event: GameEvent; patch: unknown[] }[]; patch: unknown[] }[];
}

/** The entries of a recording with the views before, between and after their events. */
export function entryChanges({ first, updates }: Recording): EntryChange[] {
  let now: JsonObject = { view: first.view };
  const view = (): JsonObject => object(now.view, 'view');
  const start: EntryChange = { ...first, views: [], before: {}, after: first.view };
  return [
    start,
    ...updates.map(({ seq, steps, patch }) => {
      const before = view();
      const views = steps.map((step) => {
        now = object(patched(now, step.patch), 'view');
        return view();
      });
      now = object(patched(now, patch), 'view');
      return { seq, events: steps.map(({ event }) => event), views, before, after: view() };
    }),
  ];
}

export function seats(recording: Recording): Seat[] {
  return recording.seats.map((seat) => ({
    ...seat,
    ...{ bot: '', standIn: '', agreed: [], contributed: true, connected: true, away: false },
  }));
}
