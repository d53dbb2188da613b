// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../../eventually';
import { Engine, EngineError, type EngineWorker } from '../engine/engine';
import type { ToWorker } from '../engine/messages';
import type { LearnCommand, Learned, Shown } from '../engine/types.gen';
import { save } from '../environment/storage';
import type { ServerMessage } from '../wire/message';
import { Course, type Report } from './course.svelte.ts';

const text = JSON.stringify({
  ...{ seats: 2, learner: 0, colors: ['red', 'blue'] },
  chapters: [
    {
      ...{ id: 'one', core: true },
      steps: [
        { id: 'watch', kind: 'see', show: ['field 1'] },
        { id: 'move', kind: 'do', spot: ['field 2'], why: [{ id: 'far' }] },
      ],
    },
    { id: 'more', steps: [{ id: 'read', kind: 'tell' }] },
  ],
});
const mine = [{ id: 'd', seat: 0, kind: 'move', moves: [{}] }];
const moment = (seq: number, decisions: unknown[] = mine) => ({ seq, view: { at: seq }, decisions });
const shown = (seq: number, decisions: unknown[] = mine): Shown => ({
  ...moment(seq, decisions),
  events: [],
  views: [],
});
const learned = (seq: number, more: Partial<Learned> = {}): Learned => ({
  ...moment(seq),
  ...{ mistakes: 0, done: false, more: false, ...more },
});

let answers: Record<string, Learned[]>;
let asked: string[];
let messages: ServerMessage[];
let counts: string[];
let engine: Engine;

function start(praise = false, lesson = text): Course {
  const worker = (): EngineWorker => {
    let listener: ((event: { data: { id: number; answer: unknown } }) => void) | undefined;
    return {
      postMessage(message: ToWorker): void {
        if (!('command' in message)) return;
        const command = JSON.parse(message.command) as LearnCommand & { do: string };
        const name = command.do === 'learn' ? command.act : command.do;
        asked.push(name);
        const seats = [0, 1].map((seat) => ({ seat, color: ['red', 'blue'][seat], name: '', bot: seat ? 'easy' : '' }));
        const opened = { game: 1, table: 'lesson', title: 'chess', seats, entries: [], createdAt: 1, outcome: null };
        const answer = name === 'lesson' ? opened : (answers[name]?.shift() ?? {});
        queueMicrotask(() => listener?.({ data: { id: message.id, answer: { answer } } }));
      },
      addEventListener(type: string, by: unknown): void {
        if (type === 'message') listener = by as typeof listener;
      },
      terminate: () => undefined,
    };
  };
  const report: Report = (chapter, step, what) => counts.push(`${chapter}.${step} ${what}`);
  const has = (key: string): boolean => praise && key === 'lesson.one.move.done';
  engine = new Engine(worker);
  const course = new Course(engine, 'chess', lesson, undefined, has, report);
  course.source({ onMessage: (message) => messages.push(message), onConnection: () => undefined });
  course.start();
  return course;
}

/** Lets the pauses pass until the course is in a phase. */
const until = (course: Course, phase: Course['phase']): Promise<void> =>
  eventually(() => expect(course.phase).toBe(phase));

const act = (course: Course) => course.send({ t: 'act', id: 'a', decision: 'd', move: {} });

/** Goes to the question of the second step. */
async function ask(course: Course): Promise<void> {
  answers.look = [learned(3)];
  answers.next = [learned(4, { done: true, shown: shown(4) })];
  answers.advance = [learned(4, { more: true })];
  await until(course, 'over');
  expect(course.glowing).toEqual(['field 1']);
  course.next();
  course.next(); // a double click
  await until(course, 'asking');
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
  save('nemeton.lesson.chess', null);
  [answers, asked, messages, counts] = [{}, [], [], []];
});

it('plays the script without a choice, waits for the reader, and then asks', async () => {
  const course = start();
  await ask(course);
  expect(messages.map(({ t }) => t)).toEqual(['snapshot', 'update', 'snapshot']);
  expect(messages.map((message) => ('decisions' in message ? message.decisions.length : -1))).toEqual([0, 0, 1]);
  expect(course.said).toBe('lesson.one.move');
  expect(counts).toEqual(['1.1 begun', '1.2 begun']);
});

it('shows a wrong move, says why, and takes it back; then the spot glows, then the coach moves', async () => {
  const course = start();
  await ask(course);
  answers.try = [1, 2, 3].map((mistakes) =>
    learned(4, { verdict: 'wrong', mistakes, shown: shown(5), ...(mistakes === 1 && { why: 'far' }) }),
  );
  await act(course);
  expect(course.said).toBe('lesson.one.move.why.far');
  expect(messages.at(-1)).toMatchObject({ t: 'update', seq: 5, decisions: [] });
  expect(await act(course)).toMatchObject({ ok: false });
  await until(course, 'asking');
  expect(messages.at(-1)).toMatchObject({ t: 'snapshot', seq: 4, decisions: [{ id: 'd' }] });
  expect(course.glowing).toEqual([]);
  await act(course);
  expect(course.said).toBe('lesson.one.move.why');
  await until(course, 'asking');
  expect(course.glowing).toEqual(['field 2']);
  answers.next = [learned(4)];
  answers.coach = [learned(5, { done: true, shown: shown(5) })];
  await act(course);
  await until(course, 'end');
  expect(asked).toContain('coach');
  expect(counts.slice(2)).toEqual(['1.2 helped', '1.2 finished']);
});

it('ends without an error while it asks the engine', async () => {
  const failed = vi.spyOn(console, 'error');
  const course = start();
  await ask(course);
  // The page ends its engine when the learner leaves.
  vi.spyOn(engine, 'call').mockRejectedValue(new EngineError('ended'));
  course.renew();
  course.stop();
  await new Promise((resolve) => setTimeout(resolve));
  expect(failed).not.toHaveBeenCalled();
  expect(course.problem).toBeNull();
});

it('goes on by itself after a right move, or waits with praise', async () => {
  const course = start(true);
  await ask(course);
  answers.try = [learned(5, { verdict: 'right', done: true, shown: shown(5) })];
  await act(course);
  await until(course, 'over');
  expect(course.said).toBe('lesson.one.move.done');
  expect(course.glowing).toEqual([]);
  course.next();
  await until(course, 'end');
  expect(course.done).toEqual(['one']);
});

it('counts neither a take-back nor another command as an answer', async () => {
  const course = start();
  await ask(course);
  answers.again = [learned(4)];
  expect(await course.send({ t: 'takeback', id: 'b' })).toMatchObject({ ok: true });
  expect(await course.send({ t: 'concede', id: 'c' })).toMatchObject({ ok: false });
  expect(course.phase).toBe('asking');
  expect(asked).not.toContain('try');
});

it('returns to the same step after a reload', async () => {
  await ask(start());
  const again = start();
  answers.look = [learned(4)];
  await until(again, 'asking');
  expect(again.step).toBe(1);
});

it('goes back from the first step of a chapter of the short course to the one before', async () => {
  for (const [lesson, at] of [
    [text.replace('"more",', '"more","core":true,'), 'one 1'],
    [text, 'more 0'],
  ] as const) {
    answers.look = [learned(3)];
    answers.next = [learned(4, { done: true, shown: shown(4) })];
    answers.go = [learned(5, { done: true }), learned(4)];
    const course = start(false, lesson);
    await until(course, 'over');
    course.open('more');
    await eventually(() => expect(course.chapter.id).toBe('more'));
    course.back();
    await eventually(() => expect(`${course.chapter.id} ${course.step}`).toBe(at));
  }
});
