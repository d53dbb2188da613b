import { EngineError, type Engine } from '../engine/engine';
import { EngineMessages, tableOf } from '../engine/messages-of-engine';
import { OpenGame } from '../engine/open-game';
import type { LearnCommand, Learned, Moment, Opened, Shown } from '../engine/types.gen';
import type { Answer } from '../net/outbox';
import type { Receiver } from '../net/socket';
import type { TableSource } from '../table/table-source';
import { nameOfColor } from '../ui/colors';
import type { LogPage } from '../wire/game';
import type { ClientMessage } from '../wire/message';
import { isObject } from '../wire/narrow';
import { readLesson, textKey, type Chapter, type Lesson, type Step } from './lesson';
import { readProgress, writeProgress } from './progress';

/** The pause after a scripted move, in milliseconds, so that people can follow. */
const pause = 900;
/** How long a wrong move stays, in milliseconds. */
const wrongTime = 2000;
/** How often the end of an animation is looked for, in milliseconds. */
const look = 60;
/** The numbers of wrong moves after which the spot glows, and after which the coach makes the move. */
const glowAfter = 2;
const coachAfter = 3;

/**
 * A phase of a step. While it plays, the script or the coach moves. A wrong move is shown for a while. A step that is over waits for
 * "Next". After the last step comes the end.
 */
export type Phase = 'loading' | 'playing' | 'asking' | 'wrong' | 'over' | 'end';

/** A step began, the coach made its move, or its chapter is over. Chapter and step are numbers from 1. */
export type Report = (chapter: number, step: number, what: 'begun' | 'helped' | 'finished') => void;

/** The course through a lesson: the engine judges the learner's moves. It is the source of a table page. */
export class Course implements TableSource {
  readonly kind = 'lesson';
  readonly seen = undefined;
  readonly lesson: Lesson;
  chapter: Chapter = $state.raw({ id: '', steps: [] });
  step = $state(0);
  phase: Phase = $state('loading');
  mistakes = $state(0);
  /** The key of what the coach says. */
  said = $state('');
  /** The chapters that are done. */
  done: readonly string[] = $state.raw([]);
  /** The code of the reason why the lesson cannot go on. */
  problem: string | null = $state(null);

  /** The animation of the page; set by the page. */
  animation: { readonly busy: boolean } | undefined;

  private receiver: Receiver | undefined;
  private readonly messages = new EngineMessages();
  private readonly game: OpenGame<Opened>;
  private opened: Opened | undefined;
  /** Counts the beginnings of steps: what belongs to an earlier one is dropped. */
  private round = 0;
  /** The learner has made a move in this step that they can take back. */
  private begun = false;

  /** `wanted` is the id of a chapter to begin with; without it, the course goes on where the learner stopped. */
  constructor(
    engine: Engine,
    readonly title: string,
    text: string,
    wanted: string | undefined,
    /** Whether the title has a text of this key. */
    private readonly has: (key: string) => boolean,
    private readonly report: Report = () => undefined,
  ) {
    this.lesson = readLesson(text);
    const progress = readProgress(title, this.lesson);
    this.done = progress.done;
    const other = this.lesson.chapters.find(({ id }) => id === wanted && id !== progress.chapter);
    this.chapter = other ?? this.chapterOf(progress.chapter);
    this.step = other ? 0 : progress.step;
    this.game = new OpenGame(engine, () => {
      const { chapter, step } = this;
      return engine.call('lesson', { title, lesson: text, chapter: chapter.id, step });
    });
  }

  readonly source = (receiver: Receiver): TableSource => {
    this.receiver = receiver;
    return this;
  };

  get now(): Step | undefined {
    return this.chapter.steps[this.step];
  }

  /** The learner has to move in this step. */
  get asks(): boolean {
    return this.now?.kind === 'do' || this.now?.kind === 'mend';
  }

  /** The spots and parts that glow now. */
  get glowing(): readonly string[] {
    const { show = [], spot = [] } = this.now ?? {};
    if (this.phase === 'asking' && this.mistakes >= glowAfter) return [...show, ...spot];
    // After an answer there is nothing left to point at; a step that shows something is read then.
    return this.phase === 'over' && this.asks ? [] : show;
  }

  /** The next chapter of the short course; undefined after the last one, and after other chapters. */
  get nextChapter(): Chapter | undefined {
    const next = this.lesson.chapters[this.lesson.chapters.indexOf(this.chapter) + 1];
    return this.chapter.core && next?.core ? next : undefined;
  }

  /** The step before this one; undefined at the beginning of the short course, or of another chapter. */
  get before(): [Chapter, number] | undefined {
    if (this.step > 0) return [this.chapter, this.step - 1];
    const last = this.lesson.chapters[this.lesson.chapters.indexOf(this.chapter) - 1];
    return this.chapter.core && last?.core ? [last, last.steps.length - 1] : undefined;
  }

  start(): void {
    this.receiver?.onConnection({ is: 'online' });
    void this.attempt(async () => {
      this.opened = await this.game.about();
      await this.begin(await this.learn('look'));
    });
  }

  stop(): void {
    this.receiver = undefined;
    this.round++;
    void this.game.close();
  }

  hurry(): void {
    // The engine is always there.
  }

  offline(): void {
    // A lesson needs no network.
  }

  renew(): void {
    void this.attempt(async () => this.show(await this.learn('look')));
  }

  log(): Promise<LogPage> {
    return Promise.resolve({ entries: [], more: false });
  }

  async send(message: ClientMessage): Promise<Answer> {
    const { id, t } = message;
    if (this.phase !== 'asking') return { t: 'result', id, ok: false, code: 'stale_decision' };
    try {
      if (t === 'takeback') {
        const learned = await this.learn('again');
        this.begun = false;
        this.show(learned);
        return { t: 'result', id, ok: true, seq: learned.seq };
      }
      if (t !== 'act') return { t: 'result', id, ok: false, code: 'not_allowed' };
      const learned = await this.learn('try', { decision: message.decision, move: message.move });
      void this.attempt(() => this.answer(learned));
      return { t: 'result', id, ok: true, seq: learned.seq };
    } catch (error) {
      return { t: 'result', id, ok: false, code: error instanceof EngineError ? error.code : 'unavailable' };
    }
  }

  /** The learner has read and seen enough. */
  next(): void {
    if (this.phase === 'over') void this.attempt(() => this.advance());
  }

  /** The coach shows the answer. */
  help(): void {
    if (this.phase === 'asking') void this.attempt(() => this.coach());
  }

  /** Goes to the beginning of a chapter. */
  open(chapter: string): void {
    this.goTo(this.chapterOf(chapter), 0);
  }

  /** Goes back to the step before. */
  back(): void {
    if (this.before) this.goTo(...this.before);
  }

  private goTo(chapter: Chapter, step: number): void {
    void this.attempt(async () => {
      [this.chapter, this.step] = [chapter, step];
      await this.begin(await this.learn('go', { chapter: chapter.id, step }));
    });
  }

  private chapterOf(id: string): Chapter {
    const found = this.lesson.chapters.find((chapter) => chapter.id === id) ?? this.lesson.chapters[0];
    if (!found) throw new Error('a lesson has chapters');
    return found;
  }

  private async attempt(work: () => Promise<void> | void): Promise<void> {
    try {
      await work();
    } catch (error) {
      // A page that has gone ended the engine.
      if (!this.receiver) return;
      console.error(error);
      this.problem = error instanceof EngineError ? error.code : 'crashed';
    }
  }

  private learn(act: string, more: Partial<LearnCommand> = {}): Promise<Learned> {
    return this.game.call('learn', { act, chapter: '', step: 0, decision: '', move: null, ...more });
  }

  /** Begins the step at its position. */
  private async begin(learned: Learned): Promise<void> {
    const round = ++this.round;
    const { chapter, now } = this;
    if (!now) return;
    this.mistakes = 0;
    this.begun = false;
    writeProgress(this.title, { chapter: chapter.id, step: this.step, done: this.done });
    this.count('begun');
    this.say();
    this.phase = 'playing';
    this.show(learned);
    await this.play(round, learned);
  }

  /** Plays what is not the learner's, and then asks, or ends the step. */
  private async play(round: number, from: Learned): Promise<void> {
    let learned = from;
    while (!learned.done && !this.opens(learned)) {
      if (!(await this.wait(round, pause))) return;
      learned = await this.learn('next');
      if (round !== this.round) return;
      if (!learned.shown) break;
      this.add(learned, learned.shown);
    }
    if (!(await this.wait(round, 0))) return;
    this.phase = learned.done ? 'over' : 'asking';
  }

  /** Shows what came of the learner's move. */
  private async answer(learned: Learned): Promise<void> {
    const { round, now, chapter } = this;
    if (!learned.shown || !now) return;
    if (learned.verdict !== 'wrong') {
      this.begun = true;
      this.say();
      this.phase = 'playing';
      this.add(learned, learned.shown);
      await (learned.done ? this.finish(round) : this.play(round, learned));
      return;
    }
    this.mistakes = learned.mistakes;
    this.phase = 'wrong';
    this.said = textKey(chapter, now, learned.why ? `why.${learned.why}` : 'why');
    // The move was made on a copy: nothing can be chosen there.
    this.receiver?.onMessage(this.messages.update({ ...learned.shown, decisions: [] }));
    if (!(await this.wait(round, wrongTime))) return;
    if (learned.mistakes >= coachAfter) {
      await this.coach(learned);
      return;
    }
    this.phase = 'asking';
    this.show(learned);
  }

  /** The coach makes the moves that are left in this step. */
  private async coach(before?: Learned): Promise<void> {
    const { round, now } = this;
    if (!now) return;
    this.count('helped');
    this.phase = 'playing';
    this.show(before ?? (await this.learn('look')));
    let learned = before;
    while (!learned?.done) {
      if (!(await this.wait(round, pause))) return;
      learned = await this.learn('next');
      if (!learned.shown) learned = await this.learn('coach');
      if (round !== this.round) return;
      if (learned.shown) this.add(learned, learned.shown);
    }
    await this.finish(round);
  }

  /** Ends a step that asked. Praise waits for the reader; without it the course goes on. */
  private async finish(round: number): Promise<void> {
    const { now, chapter } = this;
    const praise = now ? textKey(chapter, now, 'done') : '';
    const waits = this.has(praise);
    if (waits) this.said = praise;
    if (!(await this.wait(round, waits ? 0 : pause))) return;
    if (waits) this.phase = 'over';
    else await this.advance();
  }

  private async advance(): Promise<void> {
    const { chapter } = this;
    this.phase = 'playing'; // a second press does not pass a step
    if (this.step + 1 < chapter.steps.length) {
      const learned = await this.learn('advance');
      this.step++;
      await this.begin(learned);
      return;
    }
    this.round++;
    this.count('finished');
    if (!this.done.includes(chapter.id)) this.done = [...this.done, chapter.id];
    const next = this.nextChapter;
    if (next) {
      this.goTo(next, 0);
      return;
    }
    writeProgress(this.title, { chapter: chapter.id, step: 0, done: this.done });
    this.phase = 'end';
  }

  private count(what: Parameters<Report>[2]): void {
    this.report(this.lesson.chapters.indexOf(this.chapter) + 1, this.step + 1, what);
  }

  private say(): void {
    if (this.now) this.said = textKey(this.chapter, this.now);
  }

  /** Whether the learner can move now. */
  private opens({ done, decisions }: Learned): boolean {
    const { learner } = this.lesson;
    const list: unknown[] = Array.isArray(decisions) ? decisions : [];
    return this.asks && !done && list.some((open) => isObject(open) && open.seat === learner);
  }

  /** Nothing can be chosen while the script plays, or after the step. */
  private content<T extends Moment>(learned: Learned, moment: T): T {
    const view = isObject(moment.view) ? { ...moment.view, canTakeBack: this.begun && this.opens(learned) } : null;
    return { ...moment, view, decisions: this.opens(learned) ? moment.decisions : [] };
  }

  private show(learned: Learned): void {
    const { opened } = this;
    if (!opened) return;
    // The sentences of a lesson call the seats by their colors.
    const seats = opened.seats.map((seat) => ({ ...seat, bot: '', name: nameOfColor(seat.color) }));
    const table = tableOf({ ...opened, seats }, learned.seq, 'running');
    this.receiver?.onMessage(this.messages.snapshot(this.content(learned, learned), table, this.lesson.learner));
  }

  private add(learned: Learned, shown: Shown): void {
    this.receiver?.onMessage(this.messages.update(this.content(learned, shown)));
  }

  /** Waits for the end of the animation, and then for a time. Resolves with false if another step began meanwhile. */
  private async wait(round: number, time: number): Promise<boolean> {
    const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
    await sleep(look);
    while (this.animation?.busy && round === this.round) await sleep(look);
    await sleep(time);
    return round === this.round;
  }
}
