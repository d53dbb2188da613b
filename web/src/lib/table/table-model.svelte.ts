import { serverNow } from '../environment/clock';
import { ProvedCommands } from '../device/proved-commands';
import { rememberHead, writeHeads } from '../check/memory';
import type { NewMoment } from '../check/shown-moments';
import { api, type Hint } from '../net/api';
import { closeCodes } from '../net/close-codes';
import type { Answer } from '../net/outbox';
import { TableSocket, type Connection, type SocketEnvironment, type Receiver } from '../net/socket';
import { isReachable } from '../net/reachable';
import { liveAddress } from '../net/table-address';
import { uuid } from '../net/uuid';
import type { EntryChange } from '../animation/step';
import type { MessageCheck } from '../wire/guard';
import type { ClientMessage, ServerMessage } from '../wire/message';
import type { Decision, EntryEvents, GameEvent, JsonObject, Move, View } from '../wire/game';
import { isOlder, type Table } from '../wire/table';
import { withDevices } from './enrolled';
import { firstGap, mergeLines } from './entry-lines';
import type { OwnRecord, TableSource } from './table-source';
import { dropCommand, keepCommand, readCommand } from './kept-command';
import { SeatDevice } from './seat-device.svelte.ts';
import { TableClocks } from './table-clocks.svelte.ts';

/** Callbacks after the model changed. */
interface TableListener {
  entryAdded(change: EntryChange): void;
  /** A snapshot arrived, which replaces everything before it. `restored`: the table lost entries that the reader saw. */
  snapshotReceived(seq: number, view: JsonObject, restored: boolean): void;
  /** The server showed a moment. */
  momentShown?(moment: NewMoment): void;
  /** A message of the chat arrived. */
  chatReceived?(content: JsonObject): void;
}

/** The time in milliseconds after which a command in flight is shown as being sent. */
const slowTime = 800;

/** The state of an open table, updated by its socket. */
export class TableModel implements Receiver {
  table: Table | null = $state.raw(null);
  /** The reader's seat; undefined for a spectator. */
  me: number | undefined = $state();
  view: View | null = $state.raw(null);
  decisions: Decision[] = $state.raw([]);
  lines: EntryEvents[] = $state.raw([]);
  spectators = $state(0);
  present: number[] | null = $state.raw(null);
  connection: Connection = $state.raw({ is: 'connecting' });
  /** The command in flight, and the code of the last refusal. */
  sending: { decision: string; move: Move | null } | null = $state.raw(null);
  refusal: string | null = $state(null);
  /** The id of the rule that forbade the refused move, if the server named it. */
  refusedBy: string | undefined = $state();
  /** The command in flight survives a reload of the page. */
  kept = $state(false);
  /** The command in flight has been unanswered for a moment. */
  slow = $state(false);
  /** The table was restored to an earlier moment, and the reader has not closed the notice. */
  restored = $state(false);
  /** Counts the histories of this table: everything that belongs to an earlier one is dropped. */
  historyNo = $state(0);

  /** The invitation to a private table, from the link or from the server while seated. */
  invite: string | undefined = $state();

  /** The time of the last activity by this device's clock, in milliseconds since 1970. */
  lastActivity = $state(0);

  readonly clocks = new TableClocks();

  /** This browser's device at the reader's seat. */
  readonly device = new SeatDevice();

  private readonly source: TableSource;
  private readonly commands: ProvedCommands;
  /** The invitation of the last connection attempt. */
  private triedInvite: string | undefined;
  private seq = 0;
  /** The id of the command that is kept beyond the page. */
  private keptId: string | undefined;
  /** The viewer for whom the log is; and the history and the viewer whose log is being fetched. */
  private viewer = '';
  private fetching: string | undefined;
  private guard: MessageCheck | undefined;
  private slowTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly id: string,
    invite: string | undefined,
    origin: SocketEnvironment | ((receiver: Receiver) => TableSource),
    private readonly listener?: TableListener,
  ) {
    this.invite = this.triedInvite = invite;
    this.source = typeof origin === 'function' ? origin(this) : this.overSocket(origin);
    this.commands = new ProvedCommands(this.source, this.device, (command) => this.keep(command));
  }

  /** The reader can make decisions here. */
  get acts(): boolean {
    return this.source.kind !== 'replay';
  }

  /** Returns a hint for the reader's decision; undefined at a table without hints. */
  get hint(): (() => Promise<Hint>) | undefined {
    const { source, table } = this;
    if (source.hint) return source.hint.bind(source);
    return table?.options.hints ? () => api.hint(this.id) : undefined;
  }

  /** The server has this table. */
  get onServer(): boolean {
    return this.source.kind === 'server';
  }

  /** The record of a game that this device has. */
  get own(): OwnRecord | undefined {
    return this.source.own;
  }

  private overSocket(environment: SocketEnvironment): TableSource {
    const socket = new TableSocket(() => this.address(), this, environment);
    return Object.assign(socket, {
      kind: 'server' as const,
      log: (since: number) => api.log(this.id, since, this.invite),
    });
  }

  start(): void {
    this.source.start();
  }

  stop(): void {
    this.source.stop();
    writeHeads();
  }

  hurry(): void {
    this.source.hurry();
  }

  offline(): void {
    this.source.offline();
  }

  /** Reconnects because the reader's seat changed, and with it the viewer. */
  renew(): void {
    this.source.renew();
  }

  /**
   * Checks all game data from now on, with the guard of the title that was loaded meanwhile. If the data so far does not pass, it is
   * dropped and the connection is renewed.
   */
  useGuard(guard: MessageCheck | undefined): void {
    this.guard = guard;
    try {
      this.checkState(this.view, this.decisions);
      for (const { events } of this.lines) guard?.checkEvents(events);
    } catch (error) {
      console.error(error);
      this.view = null;
      this.lines = [];
      this.renew();
    }
  }

  check(message: ServerMessage): void {
    if (message.t !== 'snapshot' && message.t !== 'update') return;
    this.checkState(message.view, message.decisions);
    if (message.t === 'update') this.guard?.checkEvents(message.events);
  }

  /** The reader's open decision, if any. */
  get mine(): Decision | undefined {
    return this.me === undefined ? undefined : this.decisions.find((d) => d.seat === this.me);
  }

  /** Sends a move; a refusal is stored for display. */
  async act(decision: Decision, move: Move): Promise<void> {
    if (this.sending) return;
    this.beginCommand(decision.id, move);
    this.finishCommand(await this.commands.send({ t: 'act', id: uuid(), decision: decision.id, move }));
  }

  /** Takes back the reader's last step. */
  async takeBack(): Promise<void> {
    if (this.sending) return;
    this.beginCommand('', null);
    this.finishCommand(await this.commands.send({ t: 'takeback', id: uuid() }));
  }

  /** Concedes, proposes to stop the game, or answers a proposal. Resolves with the code of a refusal; null if it was accepted. */
  async end(kind: 'concede' | 'propose_stop' | 'agree_to_stop' | 'decline_stop', proposal = 0): Promise<string | null> {
    const command =
      kind === 'concede' || kind === 'propose_stop'
        ? { t: kind, id: uuid() }
        : { t: kind, id: uuid(), decision: String(proposal) };
    const answer = await this.commands.send(command);
    return answer.ok ? null : (answer.code ?? 'internal');
  }

  onConnection(now: Connection): void {
    // A server that comes back may have a newer client.
    if (now.is === 'online' && this.connection.is === 'reconnecting') void isReachable();
    this.connection = now;
    // A player who gave up their seat at a private table may continue to watch.
    if (now.is === 'stopped' && now.code === closeCodes.notAllowed && this.invite !== this.triedInvite)
      this.source.start();
  }

  onMessage(message: ServerMessage): void {
    switch (message.t) {
      case 'snapshot':
        if (message.restored) this.forgetHistory();
        this.table = message.table;
        this.invite = message.table.invite ?? this.invite;
        this.me = message.seat;
        this.showLogTo(`${message.seat} ${this.source.showsAll}`);
        this.lastActivity = Date.parse(message.table.updatedAt);
        this.setView(message.seq, message.view, message.decisions);
        // A replay goes back, too.
        if ((this.lines.at(-1)?.seq ?? 0) > message.seq)
          this.lines = this.lines.filter(({ seq }) => seq <= message.seq);
        if (message.clocks) this.clocks.receive(message.clocks);
        this.remember(message);
        this.noteMoment(message);
        this.listener?.snapshotReceived(message.seq, message.view?.members ?? {}, message.restored);
        void this.fetchLog();
        void this.sendKept();
        break;
      case 'update': {
        const before = this.view?.members ?? {};
        const ids = message.decisions.map(({ id }) => id);
        const open = this.decisions.filter(({ id }) => ids.includes(id));
        this.setView(message.seq, message.view, message.decisions);
        this.lines = mergeLines(this.lines, [{ seq: message.seq, events: message.events }]);
        if (message.clocks) this.clocks.receive(message.clocks);
        this.remember(message);
        this.noteMoment(message, message.events);
        if (this.table) this.table = withDevices(this.table, message.events);
        this.lastActivity = serverNow();
        this.listener?.entryAdded({
          seq: message.seq,
          events: message.events,
          views: message.views,
          before,
          after: message.view?.members ?? {},
          open,
        });
        break;
      }
      case 'table':
        if (message.now !== undefined) this.clocks.hear(message.now);
        this.updateTable(message.table, message.seat);
        break;
      case 'chat':
        this.listener?.chatReceived?.(message.content);
        break;
      case 'presence':
        this.spectators = message.spectators;
        this.present = message.seats;
        break;
    }
  }

  /** The player who holds the reader's seat. */
  private get player(): string | undefined {
    return this.table?.seats.find(({ seat }) => seat === this.me)?.player?.id;
  }

  /** Keeps a move or a take-back until it is answered, so that a reload does not lose it. */
  private keep(message: ClientMessage): void {
    const { player } = this;
    if (player === undefined || (message.t !== 'act' && message.t !== 'takeback')) return;
    this.keptId = message.id;
    this.kept = keepCommand(this.id, { player, message });
  }

  /** Sends the unanswered command of an earlier page again. That of another player is dropped. */
  private async sendKept(): Promise<void> {
    // A page of the past shares the id with the live page of its table.
    const found = this.acts ? readCommand(this.id) : undefined;
    if (!found || this.sending) return;
    const { message, player } = found;
    if (player !== this.player || (message.t !== 'act' && message.t !== 'takeback')) {
      dropCommand(this.id, message.id);
      return;
    }
    this.keptId = message.id;
    this.kept = true;
    this.beginCommand(message.t === 'act' ? message.decision : '', message.t === 'act' ? message.move : null);
    this.finishCommand(await this.commands.resend(message));
  }

  private beginCommand(decision: string, move: Move | null): void {
    this.sending = { decision, move };
    this.refusal = null;
    this.slowTimer = setTimeout(() => (this.slow = true), slowTime);
  }

  private finishCommand(answer: Answer): void {
    clearTimeout(this.slowTimer);
    this.slow = false;
    this.sending = null;
    this.refusal = answer.ok ? null : (answer.code ?? 'internal');
    this.refusedBy = 'rule' in answer ? answer.rule : undefined;
    // The next page of this table sends a command again that got no answer.
    if (this.keptId !== undefined && (answer.ok || answer.code !== 'stopped')) dropCommand(this.id, this.keptId);
    if ('seq' in answer) this.remember(answer);
  }

  /** Remembers the head of an entry, so that the record can be compared with it. */
  private remember({ seq, head }: { seq?: number; head?: string }): void {
    if (seq && head) rememberHead(this.id, seq, head);
  }

  private noteMoment({ seq, sent }: { seq: number; sent?: JsonObject }, events?: readonly GameEvent[]): void {
    if (sent) this.listener?.momentShown?.({ seq, seat: this.me, view: sent, ...(events && { events }) });
  }

  /** Another viewer may see other events. */
  private showLogTo(viewer: string): void {
    if (viewer !== this.viewer) this.lines = [];
    this.viewer = viewer;
  }

  /** Drops the entries of a history that the table lost. */
  private forgetHistory(): void {
    this.historyNo++;
    this.lines = [];
    this.restored = true;
  }

  private checkState(view: View | null, decisions: readonly Decision[]): void {
    if (view) this.guard?.checkView(view.members);
    this.guard?.checkMoves(decisions);
  }

  private setView(seq: number, view: View | null, decisions: Decision[]): void {
    this.seq = seq;
    this.view = view;
    this.decisions = decisions;
  }

  private address(): string {
    this.triedInvite = this.invite;
    return liveAddress(this.id, this.invite);
  }

  /** Takes over the state of the table from an answer to a request. The socket may have brought a newer one before. */
  accept(table: Table): void {
    if (this.table && isOlder(table, this.table)) return;
    this.setTable(table);
  }

  private setTable(table: Table): void {
    this.table = table;
    this.invite = table.invite ?? this.invite;
  }

  private updateTable(table: Table, seat: number | undefined): void {
    this.setTable(table);
    if (seat === this.me) return;
    this.me = seat;
    // The old view belongs to another viewer.
    if (this.view) this.renew();
  }

  /** Loads the log before the snapshot. On failure the log stays incomplete, and the table still works. */
  private async fetchLog(): Promise<void> {
    const wanted = (): string => `${this.historyNo} ${this.viewer}`;
    const log = wanted();
    if (this.fetching === log || this.seq === 0) return;
    this.fetching = log;
    try {
      let since = firstGap(this.lines);
      for (let more = true; more;) {
        const page = await this.source.log(since);
        if (log !== wanted()) return;
        for (const { events } of page.entries) this.guard?.checkEvents(events);
        this.lines = mergeLines(this.lines, page.entries);
        since = page.entries.at(-1)?.seq ?? since;
        more = page.more && page.entries.length > 0;
      }
    } catch {
      // The next snapshot retries.
    } finally {
      if (this.fetching === log) this.fetching = undefined;
    }
  }
}
