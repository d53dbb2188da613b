import type { EntryOutline } from '../engine/types.gen';

/** Why a moment of a game is worth a look. */
export type Mark =
  | { kind: 'points'; seq: number; seat: number; points: number }
  | { kind: 'thought'; seq: number; seat: number; seconds: number }
  | { kind: 'event'; seq: number; name: string };

/** The event with which all titles begin a turn. */
const turnBegan = 'turn_began';
/** The maximum number of marks for points, and for long thoughts. */
const most = 3;
/** A thought is long if it took this many times as long as half of all moves, and this many seconds. */
const longFactor = 4;
const longSeconds = 30;

/** The entries of a game, for a bar that seeks in it. The first entry has the seq 1. */
export class Outline {
  constructor(private readonly entries: readonly EntryOutline[]) {}

  get last(): number {
    return this.entries.length;
  }

  /** The entry of a seq. */
  at(seq: number): EntryOutline | undefined {
    return this.entries[seq - 1];
  }

  /** The entries at which a turn begins. */
  get turns(): number[] {
    return this.with(({ events }) => events.includes(turnBegan));
  }

  /** The turns of the seat that had the first one: each begins a round. */
  get rounds(): number[] {
    const turns = this.turns;
    // The turn belongs to the seat that owes after it.
    const seat = (seq: number): number | undefined => this.at(seq)?.owing[0];
    const first = turns[0] === undefined ? undefined : seat(turns[0]);
    return turns.filter((seq) => seat(seq) === first);
  }

  /** The entries before which a seat decided. */
  decisionsOf(seat: number): number[] {
    return this.with((entry) => entry.kind === 'move' && entry.seat === seat).map((seq) => Math.max(1, seq - 1));
  }

  /**
   * The moments that are worth a look, in order. `names` are the events that the title counts among them, `counts` the points of each seat after each
   * entry.
   */
  marks(names: readonly string[], counts: readonly number[][]): Mark[] {
    const events = this.entries.flatMap((entry, i) =>
      entry.events.filter((name) => names.includes(name)).map((name) => ({ kind: 'event', seq: i + 1, name }) as const),
    );
    return [...events, ...jumps(counts), ...this.thoughts()].sort((a, b) => a.seq - b.seq);
  }

  private with(holds: (entry: EntryOutline) => boolean): number[] {
    return this.entries.flatMap((entry, i) => (holds(entry) ? [i + 1] : []));
  }

  private thoughts(): Mark[] {
    const all = this.entries
      .map((entry, i) => ({ entry, seq: i + 1, took: (entry.time - (this.entries[i - 1]?.time ?? entry.time)) / 1000 }))
      .filter(({ entry }) => entry.kind === 'move' && entry.actor === 'player');
    const middle = all.map(({ took }) => took).sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
    return all
      .filter(({ took }) => took >= longSeconds && took >= longFactor * middle)
      .sort((a, b) => b.took - a.took)
      .slice(0, most)
      .map(({ entry, seq, took }) => ({ kind: 'thought', seq, seat: entry.seat, seconds: Math.round(took) }));
  }
}

/** The largest gains of points. */
function jumps(counts: readonly number[][]): Mark[] {
  return counts
    .flatMap((after, i) =>
      after.map((now, seat) => {
        const points = now - (counts[i - 1]?.[seat] ?? now);
        return { kind: 'points', seq: i + 1, seat, points } as const;
      }),
    )
    .filter(({ points }) => points > 1)
    .sort((a, b) => b.points - a.points || a.seq - b.seq)
    .slice(0, most);
}
