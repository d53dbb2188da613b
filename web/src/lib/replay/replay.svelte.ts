import { settings } from '../app/settings.svelte.ts';
import type { AnimationSpeed } from '../animation/step';
import type { Answer } from '../net/outbox';
import type { Receiver } from '../net/socket';
import type { OwnRecord, TableSource } from '../table/table-source';
import type { LogPage } from '../wire/game';
import type { ClientMessage } from '../wire/message';
import type { JsonObject } from '../wire/narrow';
import type { Engine } from '../engine/engine';
import { RecordMoments, type About, type Eyes, type Moments, type Shown } from './moments';
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

/** The replay of a game. It is the source of a table page, which then shows the moment of the replay. */
export class Replay implements TableSource {
  readonly kind = 'replay';
  readonly seen = undefined;
  about: About | null = $state.raw(null);
  outline: Outline = $derived(new Outline(this.about?.entries ?? []));
  /** The shown entry. */
  seq = $state(1);
  /** The last entry that the reader has seen. */
  reached = $state(1);
  eyes: Eyes = $state();
  /** The views of all seats while everything is open; otherwise none. */
  hands: readonly JsonObject[] = $state.raw([]);
  playing = $state(false);
  speed: (typeof speeds)[number] = $state(1);
  /** A moment could not be had, for example because the server cannot be reached. */
  failed = $state(false);

  /** Called when the reader chooses a moment, or eyes. */
  chosen: (() => void) | undefined;

  /** The animation of the page; set by the page. */
  animation: { readonly busy: boolean; skip(): void } | undefined;

  readonly own?: OwnRecord;

  private receiver: Receiver | undefined;
  /** Counts the moments that were asked for: the answer for an older one is dropped. */
  private asked = 0;
  /** The page does not show the chosen moment and eyes yet. */
  private due = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Begins at entry `from`; without it, at the first one. */
  constructor(
    readonly moments: Moments,
    /** The title of the game. */
    readonly title: string,
    from?: number,
    eyes?: Eyes,
  ) {
    this.seq = from ?? 1;
    this.eyes = eyes;
    if (moments instanceof RecordMoments) {
      this.own = {
        text: () => Promise.resolve(moments.record),
        show: (seq, by) => {
          this.eyes = by;
          this.go(seq);
        },
      };
    }
  }

  get showsAll(): boolean {
    return this.eyes === 'open';
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

  /** Opens the game, or reads which entries were added since. Rejects if the moments cannot be had. */
  async open(): Promise<About> {
    const about = await this.moments.open();
    this.about = about;
    // The end of the game in its place would give away the result.
    if (this.seq < 1 || this.seq > about.entries.length) this.seq = 1;
    if (typeof this.eyes === 'number' && this.eyes >= about.seats.length) this.eyes = undefined;
    return about;
  }

  start(): void {
    this.receiver?.onConnection({ is: 'online' });
    void this.show();
  }

  stop(): void {
    this.rest();
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
    const { entries } = await this.moments.log(since, this.eyes);
    return { entries: entries.filter(({ seq }) => seq <= this.seq), more: false };
  }

  /** Looks through other eyes. */
  look(eyes: Eyes): void {
    this.chosen?.();
    this.eyes = eyes;
    void this.show();
  }

  /** Shows an entry at once. */
  go(seq: number): void {
    this.chosen?.();
    this.rest();
    this.seq = this.inside(seq);
    void this.show();
  }

  /** The entry to which a step leads; the same one at the end. */
  target(kind: StepKind, direction: 1 | -1): number {
    if (kind === 'entry') return this.inside(this.seq + direction);
    const { outline } = this;
    const stops =
      kind === 'own'
        ? outline.decisionsOf(typeof this.eyes === 'number' ? this.eyes : -1)
        : kind === 'turn'
          ? outline.turns
          : outline.rounds;
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
    this.chosen?.();
    this.rest();
    this.animation?.skip();
    void this.forward();
  }

  /** Shows the moment that another person shows. The next entry is animated. */
  follow(seq: number, eyes: Eyes): void {
    const next = seq === this.seq + 1 && eyes === this.eyes;
    this.rest();
    if (next) {
      this.animation?.skip();
      void this.forward();
    } else if (seq !== this.seq || eyes !== this.eyes) {
      [this.seq, this.eyes] = [this.inside(seq), eyes];
      void this.show();
    }
  }

  toggle(): void {
    this.chosen?.();
    if (this.playing) this.rest();
    else this.play();
  }

  private play(): void {
    this.playing = true;
    if (this.seq >= this.outline.last) {
      this.seq = 1;
      void this.show().then(() => this.next());
    } else this.next();
  }

  /** Stops playing. */
  rest(): void {
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
        else this.rest();
      });
    }, pause / this.speed);
  }

  /** Adds the next entry, with its animation. Resolves with false at the end, and if the entry cannot be had. */
  private async forward(): Promise<boolean> {
    if (this.seq >= this.outline.last) return false;
    if (this.due) {
      // An update would build on another moment, or on what other eyes saw.
      this.seq++;
      await this.show();
      return !this.failed && this.seq < this.outline.last;
    }
    const asked = ++this.asked;
    const seq = this.seq + 1;
    const shown = await this.had(asked, this.moments.update(seq, this.eyes));
    if (!shown) return false;
    if (asked !== this.asked) return this.playing;
    this.seq = seq;
    this.deliver(shown);
    return seq < this.outline.last;
  }

  /** Shows the entry `seq` without an animation. */
  private async show(): Promise<void> {
    const asked = ++this.asked;
    const { seq } = this;
    this.due = true;
    const shown = await this.had(asked, this.moments.snapshot(seq, this.eyes));
    if (shown && asked === this.asked) this.deliver(shown);
  }

  private async had<T>(asked: number, coming: Promise<T>): Promise<T | undefined> {
    try {
      const answer = await coming;
      this.failed = false;
      return answer;
    } catch (error) {
      // A page that has gone ended the engine.
      if (asked !== this.asked) return undefined;
      console.error(error);
      this.failed = true;
      return undefined;
    }
  }

  /** Shows a message. The clocks stand still, at their values of that moment. */
  private deliver({ message, hands }: Shown): void {
    this.due = false;
    this.hands = hands;
    this.reached = Math.max(this.reached, this.seq);
    if ((message.t !== 'snapshot' && message.t !== 'update') || !message.clocks) this.receiver?.onMessage(message);
    else {
      const list = message.clocks.list.map((clock) => ({ ...clock, running: false }));
      this.receiver?.onMessage({ ...message, clocks: { list, time: message.clocks.time } });
    }
  }

  private inside(seq: number): number {
    return Math.max(1, Math.min(seq, this.outline.last || seq));
  }
}

/** Opens the replay of a record at an entry; without it, at the first one. Rejects with EngineError. */
export async function openRecord(engine: Engine, record: string, seq?: number, eyes?: Eyes): Promise<Replay> {
  const moments = new RecordMoments(engine, record);
  const { title } = await moments.open();
  const replay = new Replay(moments, title, seq, eyes);
  await replay.open();
  return replay;
}
