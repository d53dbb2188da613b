import { loadJson, save } from '../environment/storage';
import type { Chapter, Lesson } from './lesson';

/** The learner's place in the lesson of a title, and the chapters that they finished. */
export interface Progress {
  readonly chapter: string;
  readonly step: number;
  readonly done: readonly string[];
}

const keyOf = (title: string): string => `nemeton.lesson.${title}`;

/** Returns the stored progress, as far as the lesson still has such chapters and steps. */
export function readProgress(title: string, lesson: Lesson): Progress {
  const first = lesson.chapters[0]?.id ?? '';
  const begin: Progress = { chapter: first, step: 0, done: [] };
  const stored = (loadJson(keyOf(title)) ?? {}) as Partial<Record<keyof Progress, unknown>>;
  const find = (id: unknown): Chapter | undefined => lesson.chapters.find((chapter) => chapter.id === id);
  const chapter = find(stored.chapter);
  const done = Array.isArray(stored.done) ? stored.done.filter((id) => find(id)).map(String) : [];
  const { step } = stored;
  if (!chapter || typeof step !== 'number' || !chapter.steps[step]) return { ...begin, done };
  return { chapter: chapter.id, step, done };
}

export const writeProgress = (title: string, progress: Progress): boolean =>
  save(keyOf(title), JSON.stringify(progress));
