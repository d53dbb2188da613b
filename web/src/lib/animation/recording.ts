import type { EntryChange } from './step';
import type { GameEvent } from '../wire/game';
import type { JsonObject } from '../wire/narrow';
import type { Seat } from '../wire/table';

/** A game as one seat saw it, written by the record.mjs of its title. */
export interface Recording {
  /** The seat of the recording. */
  me: number;
  seats: { seat: number; color: string; player: { id: string; name: string } }[];
  /** Each update has the changed and the removed members of the view. */
  updates: { seq: number; events: GameEvent[]; set: JsonObject; gone?: string[] }[];
}

/** The entries of a recording with the views before and after. */
export function entryChanges(recording: Recording): EntryChange[] {
  let before: JsonObject = {};
  return recording.updates.map(({ seq, events, set, gone = [] }) => {
    const kept = Object.entries(before).filter(([key]) => !gone.includes(key));
    const after: JsonObject = { ...Object.fromEntries(kept), ...set };
    const changes = { seq, events, before, after };
    before = after;
    return changes;
  });
}

/** The seats of a recording in the form of a table. */
export function seats(recording: Recording): Seat[] {
  return recording.seats.map((seat) => ({
    ...seat,
    ...{ bot: '', standIn: '', agreed: [], contributed: true, connected: true, away: false },
  }));
}
