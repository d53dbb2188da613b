import { browserEnvironment } from '../net/browser-environment';
import { TableSocket, type Connection, type Receiver, type SocketEnvironment } from '../net/socket';
import { uuid } from '../net/uuid';
import { socketAddress } from '../net/table-address';
import type { ServerMessage, Watch, WatchMoment } from '../wire/message';
import { eyesOf, viewerOf } from './moments';
import type { Replay } from './replay.svelte.ts';

/** The shortest time between two moments that a leader shows, in milliseconds. */
const showEvery = 250;

/** A new group: a word that only people with the link know. */
export const newGroup = (): string => uuid().replaceAll('-', '').slice(0, 20);

/**
 * Watching a replay together. One member leads: the others see the same moment, until they choose one themselves. Only the moment is passed on. The socket
 * carries nothing else, and no command of a game.
 */
export class Together implements Receiver {
  members: Watch['members'] = $state.raw([]);
  me = $state(0);
  leader = $state(0);
  /** The reader chose a moment, and does not follow the leader. */
  own = $state(false);
  /** The server refused the group, or this network has no WebSocket. */
  failed = $state(false);

  private readonly socket: TableSocket;
  private at: WatchMoment | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    table: string,
    invite: string | undefined,
    private readonly group: string,
    private readonly replay: Replay,
    environment: SocketEnvironment = browserEnvironment,
  ) {
    this.socket = new TableSocket(() => socketAddress(table, invite, 'ping=1&patch=1'), this, environment);
  }

  get leads(): boolean {
    return this.me !== 0 && this.me === this.leader;
  }

  start(): void {
    this.replay.chosen = () => (this.own = !this.leads && this.me !== 0);
    this.socket.start();
  }

  stop(): void {
    this.replay.chosen = undefined;
    clearTimeout(this.timer);
    this.socket.stop();
  }

  onConnection(now: Connection): void {
    if (now.is === 'online') this.send({ at: this.here });
    else if (now.is === 'stopped') this.failed = true;
    if (now.is !== 'online') [this.members, this.me] = [[], 0];
  }

  onMessage(message: ServerMessage): void {
    if (message.t !== 'watch') return;
    const led = this.leads;
    [this.members, this.me, this.leader, this.at] = [message.members, message.you, message.leader, message.at];
    this.failed = false;
    if (this.leads) this.own = false;
    // A leader who shows the next moment gets the one before back.
    if (!this.leads && !this.own) this.catchUp();
    else if (this.leads && !led) this.show();
  }

  /** The moment of the replay has changed. If the reader leads, the others see it soon. */
  show(): void {
    if (!this.leads || this.timer !== undefined) return;
    this.send({ at: this.here });
    this.timer = setTimeout(() => {
      this.timer = undefined;
      const { seq, eyes } = this.here;
      if (seq !== this.at?.seq || eyes !== this.at.eyes) this.show();
    }, showEvery);
  }

  /** Passes the lead on to another member. */
  pass(number: number): void {
    this.send({ to: number });
  }

  /** Sees what the leader shows again. */
  follow(): void {
    this.own = false;
    this.catchUp();
  }

  private get here(): WatchMoment {
    return { seq: this.replay.seq, eyes: viewerOf(this.replay.eyes) };
  }

  private catchUp(): void {
    if (this.at) this.replay.follow(this.at.seq, eyesOf(this.at.eyes));
  }

  private send(more: { at?: WatchMoment; to?: number }): void {
    void this.socket.send({ t: 'watch', id: uuid(), group: this.group, ...more }).then(({ ok }) => {
      if (!ok && this.me === 0) this.failed = true;
    });
  }
}
