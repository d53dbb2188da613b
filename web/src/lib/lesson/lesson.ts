/** The parts of a table page that a step can keep alive; the others are dimmed. */
export const parts = ['board', 'prompt', 'hand', 'players', 'log', 'bar', 'aid'] as const;

/** A step of a lesson, as far as the page needs it. The engine reads the rest. */
export interface Step {
  readonly id: string;
  /** The script plays, the learner makes a move, mends a habit, or reads. */
  readonly kind: 'see' | 'do' | 'mend' | 'tell';
  readonly lit?: readonly string[];
  /** The spots of the board, or the parts of the page, that glow after two wrong moves. */
  readonly spot?: readonly string[];
  /** The same, from the beginning. */
  readonly show?: readonly string[];
  readonly why?: readonly { id: string }[];
}

export interface Chapter {
  readonly id: string;
  /** The chapter belongs to the short course. */
  readonly core?: boolean;
  readonly steps: readonly Step[];
}

export interface Lesson {
  readonly seats: number;
  readonly learner: number;
  readonly colors?: readonly string[];
  readonly options?: Readonly<Record<string, number>>;
  readonly chapters: readonly Chapter[];
  /** The short game at the end. */
  readonly game?: { readonly bot: string };
}

/** Reads a lesson of this client. Tests read all of them with the engine, which is strict. */
export const readLesson = (text: string): Lesson => JSON.parse(text) as Lesson;

/** This is the usual time of a step, in seconds. */
const stepTime = 12;

/** The minutes of the short course. */
export function minutesOf(lesson: Lesson): number {
  const steps = lesson.chapters.filter(({ core }) => core).flatMap((chapter) => chapter.steps);
  return Math.ceil((steps.length * stepTime) / 60);
}

/** The key of the text of a step; with a suffix that of a reason or of the praise. */
export const textKey = (chapter: Chapter, step: Step, suffix = ''): string =>
  `lesson.${chapter.id}.${step.id}${suffix && `.${suffix}`}`;
