import { settings } from '../app/settings.svelte.ts';
import type { AnimationSpeed } from '../animation/step';
import { serverNow } from '../environment/clock';
import type { Engine } from '../engine/engine';
import { randomHex } from '../engine/random-hex';
import { OpenGame } from '../engine/open-game';
import { EngineMessages, tableOf } from '../engine/messages-of-engine';
import type { Opened } from '../engine/types.gen';
import type { Answer } from '../net/outbox';
import type { Receiver } from '../net/socket';
import type { OwnRecord, TableSource } from '../table/table-source';
import { readLog, type LogPage } from '../wire/game';
import type { ClientMessage } from '../wire/message';
import { Outline } from './outline';

/** The steps of a replay. */
export const stepKinds = ['entry', 'turn', 'round', 'own'] as const;
export type StepKind = (typeof stepKinds)[number];

/** The speeds of playing. */
export const speeds = [1, 2, 4] as const;

/** The pause between two entries at normal speed, in milliseconds. */
const pause = 700;
/** How often the end of an animation is looked for, in milliseconds. */
const look = 60;

/** The replay of a record. It is the source of a table page, which then shows the moment of the replay. */
export class Replay implements TableSource {
  readonly kind = 'replay';
  readonly seen = undefined;
  opened: Opened | null = $state.raw(null);
  outline: Outline = $derived(new Outline(this.opened?.entries ?? []));
  /** The shown entry. */
  seq = $state(1);
  /** The last entry that the reader has seen. */
  reached = $state(1);
  /** The seat through whose eyes the reader looks; undefined: a spectator. */
  eyes: number | undefined = $state();
  playing = $state(false);
  speed: (typeof speeds)[number] = $state(1);
  /** The code of the reason why the record cannot be shown. */
  problem: string | null = $state(null);

  /** The animation of the page; set by the page. */
  animation: { readonly busy: boolean; skip(): void } | undefined;

  readonly own: OwnRecord;

  private readonly messages = new EngineMessages();
  private receiver: Receiver | undefined;
  private readonly game: OpenGame<Opened>;
  /** Counts the moments that were asked for: the answer for an older one is dropped. */
  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Begins at entry `from`; without it, at the first one. */
  constructor(
    private readonly engine: Engine,
    record: string,
    from?: number,
    eyes?: number,
  ) {
    this.game = new OpenGame(engine, () => engine.call('open', { record }));
    this.seq = from ?? 1;
    this.eyes = eyes;
    this.own = {
      text: () => Promise.resolve(record),
      show: (seq, by) => {
        this.eyes = by;
        this.go(seq);
      },
    };
  }

  get animationSpeed(): AnimationSpeed {
    if (!this.playing) return settings.pace;
    return ({ 1: settings.pace, 2: settings.pace === 'off' ? 'off' : 'fast', 4: 'off' } as const)[this.speed];
  }

  /** Makes the replay the source of a table page. */
  readonly source = (receiver: Receiver): TableSource => {
    this.receiver = receiver;
    return this;
  };

  /** Opens the record. Rejects with EngineError. */
  async open(): Promise<Opened> {
    const opened = await this.game.about();
    this.opened = opened;
    this.seq = this.inside(this.seq);
    if (this.eyes !== undefined && this.eyes >= opened.seats.length) this.eyes = undefined;
    return opened;
  }

  /** Returns the record of a game that goes on from the shown moment: a person against bots. Rejects with EngineError. */
  async branch(seat: number, level: string): Promise<string> {
    const entropy = randomHex();
    const time = Math.max(serverNow(), this.outline.at(this.seq)?.time ?? 0);
    const { game } = await this.game.call('branch', { seq: this.seq, seat, level, entropy, time });
    const { record } = await this.engine.call('record', { game });
    await this.engine.call('close', { game });
    return record;
  }

  start(): void {
    this.receiver?.onConnection({ is: 'online' });
    void this.show();
  }

  stop(): void {
    this.pause();
    this.asked++;
  }

  hurry(): void {
    // The engine is always there.
  }

  offline(): void {
    // A replay needs no network.
  }

  renew(): void {
    void this.show();
  }

  send({ id }: ClientMessage): Promise<Answer> {
    return Promise.resolve({ t: 'result', id, ok: false, code: 'stopped' });
  }

  async log(since: number): Promise<LogPage> {
    const viewer = this.eyes ?? -1;
    const { entries } = readLog({ ...(await this.game.call('log', { since, viewer })), more: false });
    return { entries: entries.filter(({ seq }) => seq <= this.seq), more: false };
  }

  /** Looks through other eyes. */
  look(eyes: number | undefined): void {
    this.eyes = eyes;
    void this.show();
  }

  /** Shows an entry at once. */
  go(seq: number): void {
    this.pause();
    this.seq = this.inside(seq);
    void this.show();
  }

  /** The entry to which a step leads; the same one at the end. */
  target(kind: StepKind, direction: 1 | -1): number {
    if (kind === 'entry') return this.inside(this.seq + direction);
    const { outline } = this;
    const stops =
      kind === 'own' ? outline.decisionsOf(this.eyes ?? -1) : kind === 'turn' ? outline.turns : outline.rounds;
    const next = direction > 0 ? stops.find((at) => at > this.seq) : stops.findLast((at) => at < this.seq);
    return next ?? (direction > 0 ? outline.last : 1);
  }

  /** Goes a step. A single entry forward is animated. */
  step(kind: StepKind, direction: 1 | -1): void {
    const to = this.target(kind, direction);
    if (kind !== 'entry' || direction < 0) {
      this.go(to);
      return;
    }
    this.pause();
    this.animation?.skip();
    void this.forward();
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  private play(): void {
    this.playing = true;
    if (this.seq >= this.outline.last) {
      this.seq = 1;
      void this.show().then(() => this.next());
    } else this.next();
  }

  private pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  /** Shows the next entry once the animation of this one has ended. */
  private next(): void {
    clearTimeout(this.timer);
    if (!this.playing) return;
    if (this.animation?.busy) {
      this.timer = setTimeout(() => this.next(), look);
      return;
    }
    this.timer = setTimeout(() => {
      if (!this.playing) return;
      void this.forward().then((more) => {
        if (more) this.next();
        else this.pause();
      });
    }, pause / this.speed);
  }

  /** Adds the next entry, with its animation. Resolves with false at the end. */
  private async forward(): Promise<boolean> {
    if (this.seq >= this.outline.last) return false;
    const asked = ++this.asked;
    const seq = this.seq + 1;
    const shown = await this.game.call('entry', { seq, viewer: this.eyes ?? -1 });
    if (asked !== this.asked) return this.playing;
    this.seq = seq;
    this.reached = Math.max(this.reached, seq);
    this.receiver?.onMessage(this.messages.update(shown));
    return seq < this.outline.last;
  }

  /** Shows the entry `seq` without an animation. */
  private async show(): Promise<void> {
    const asked = ++this.asked;
    const { seq } = this;
    const opened = await this.open();
    const moment = await this.game.call('moment', { seq, viewer: this.eyes ?? -1 });
    if (asked !== this.asked) return;
    this.reached = Math.max(this.reached, seq);
    this.receiver?.onMessage(this.messages.snapshot(moment, tableOf(opened, seq, 'running'), this.eyes));
  }

  private inside(seq: number): number {
    return Math.max(1, Math.min(seq, this.outline.last || seq));
  }
}
