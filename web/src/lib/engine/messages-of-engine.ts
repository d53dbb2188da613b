import { readDecisions, readEvents, readView } from '../wire/game';
import type { ServerMessage } from '../wire/message';
import { list, object, type JsonObject } from '../wire/narrow';
import { freePace, readClocks } from '../wire/pace';
import { shared } from '../wire/patch';
import type { Table, TableState } from '../wire/table';
import type { Moment, Opened, Shown } from './types.gen';

/** Turns answers of the engine into the messages that a table page reads. Successive messages share the parts that are equal. */
export class EngineMessages {
  private state: JsonObject = {};

  snapshot(moment: Moment, table: Table, seat: number | undefined): ServerMessage {
    const content = this.content(moment);
    return {
      t: 'snapshot',
      seq: moment.seq,
      ...(seat === undefined ? {} : { seat }),
      table,
      restored: false,
      ...content,
    };
  }

  update(shown: Shown): ServerMessage {
    const views = list(shown.views, 'views', (view) => readView(this.share(view))?.members ?? {});
    return { t: 'update', seq: shown.seq, events: readEvents(shown.events), views, ...this.content(shown) };
  }

  private share(view: unknown): JsonObject {
    return (this.state = object(shared(this.state, object(view, 'view')), 'view'));
  }

  private content(moment: Moment) {
    return {
      view: readView(this.share(moment.view)),
      decisions: readDecisions(moment.decisions),
      ...readClocks(moment),
    };
  }
}

/** The table that an opened game is about, after an entry. */
export function tableOf(opened: Opened, seq: number, state: TableState): Table {
  const entry = opened.entries[seq - 1];
  return {
    id: opened.table,
    title: opened.title,
    state,
    visibility: 'private',
    seats: opened.seats.map(({ seat, color, name, bot, heirs }) => ({
      ...{ seat, color, bot: bot ?? '', standIn: '', agreed: [], contributed: true, connected: true, away: false },
      ...(bot ? {} : { player: { id: `seat ${seat}`, name: heirs?.at(-1) ?? name } }),
    })),
    options: {},
    pace: freePace,
    host: '',
    seq,
    owing: entry?.owing ?? [],
    // The winners of a moment before the end are not known yet.
    winners: seq < opened.entries.length ? [] : (opened.outcome?.winners ?? []),
    createdAt: new Date(opened.createdAt).toISOString(),
    updatedAt: new Date(entry?.time ?? opened.createdAt).toISOString(),
    commitment: '',
    barred: [],
    changes: [],
    changed: 0,
  };
}
