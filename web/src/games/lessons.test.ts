// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { languages } from '../lib/i18n/text';
import { minutesOf, readLesson, textKey, type Lesson, type Step } from '../lib/lesson/lesson';
import { lessonMinutes, loadLesson, loaders } from './catalog';

/** This is the number of words that a learner reads at once. */
const mostWords = 25;

const read = (title: string, language: string): Record<string, string> =>
  JSON.parse(readFileSync(`src/games/${title}/texts/${language}.json`, 'utf8')) as Record<string, string>;

const textsOf = (title: string, language: string): Record<string, string> =>
  Object.fromEntries(Object.entries(read(title, language)).filter(([key]) => key.startsWith('lesson.')));

/** The keys that a lesson needs, and those of the praise that it may have. */
function keysOf(lesson: Lesson): { needed: string[]; possible: string[] } {
  const steps = lesson.chapters.flatMap((chapter) => chapter.steps.map((step) => ({ chapter, step })));
  const asking = steps.filter(({ step }) => step.kind === 'do' || step.kind === 'mend');
  return {
    needed: [
      ...lesson.chapters.map(({ id }) => `lesson.${id}`),
      ...steps.map(({ chapter, step }) => textKey(chapter, step)),
      ...asking.flatMap(({ chapter, step }) =>
        ['why', ...(step.why ?? []).map(({ id }) => `why.${id}`)].map((suffix) => textKey(chapter, step, suffix)),
      ),
    ],
    possible: asking.map(({ chapter, step }) => textKey(chapter, step, 'done')),
  };
}

const titles = Object.keys(loaders).filter((title) => lessonMinutes(title) !== undefined);

describe.each(titles)('the lesson of %s', (title) => {
  it.each(Object.keys(languages))('has all of its texts, no others, and short ones: %s', async (language) => {
    const lesson = readLesson((await loadLesson(title)) ?? '');
    const { needed, possible } = keysOf(lesson);
    const texts = textsOf(title, language);
    expect(needed.filter((key) => !texts[key])).toEqual([]);
    expect(Object.keys(texts).filter((key) => !needed.includes(key) && !possible.includes(key))).toEqual([]);
    const long = Object.entries(texts).filter(([, text]) => text.split(/\s+/).length > mostWords);
    expect(long).toEqual([]);
  });

  it.each(Object.keys(languages))('says which part of a turn a learner ends: %s', async (language) => {
    const lesson = readLesson((await loadLesson(title)) ?? '');
    const texts = textsOf(title, language);
    const phase = read(title, language)['word.phase.spell'];
    const ending = lesson.chapters.flatMap((chapter) =>
      chapter.steps
        .filter(
          ({ kind, coach }: Step & { coach?: unknown }) => kind === 'do' && JSON.stringify(coach) === '[{"do":"end"}]',
        )
        .map((step) => texts[textKey(chapter, step)]?.toLowerCase()),
    );
    for (const text of ending) expect(text).toContain(phase?.toLowerCase());
  });

  it('tells how long it takes, and asks for a move at once', async () => {
    const lesson = readLesson((await loadLesson(title)) ?? '');
    expect(lessonMinutes(title)).toBe(minutesOf(lesson));
    const kinds = lesson.chapters[0]?.steps.map(({ kind }) => kind) ?? [];
    expect(kinds.indexOf('do')).toBeLessThanOrEqual(1);
    expect(kinds).toContain('do');
  });

  it('shows each idea, asks for it, and mends a habit', async () => {
    const lesson = readLesson((await loadLesson(title)) ?? '');
    const kinds = lesson.chapters.flatMap(({ steps }) => steps.map(({ kind }) => kind));
    for (const kind of ['see', 'do', 'mend']) expect(kinds).toContain(kind);
  });
});
