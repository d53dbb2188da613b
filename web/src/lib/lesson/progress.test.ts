// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { save } from '../environment/storage';
import type { Lesson } from './lesson';
import { readProgress, writeProgress } from './progress';

const lesson: Lesson = {
  seats: 2,
  learner: 0,
  chapters: [
    { id: 'one', core: true, steps: [{ id: 'a', kind: 'do' }] },
    {
      id: 'two',
      steps: [
        { id: 'a', kind: 'see' },
        { id: 'b', kind: 'do' },
      ],
    },
  ],
};

beforeEach(() => {
  save('nemeton.lesson.chess', null);
});

it('returns to the same step', () => {
  expect(readProgress('chess', lesson)).toEqual({ chapter: 'one', step: 0, done: [] });
  writeProgress('chess', { chapter: 'two', step: 1, done: ['one'] });
  expect(readProgress('chess', lesson)).toEqual({ chapter: 'two', step: 1, done: ['one'] });
});

it.each([
  ['no JSON', '{', { chapter: 'one', step: 0, done: [] }],
  ['null', 'null', { chapter: 'one', step: 0, done: [] }],
  [
    'a chapter of another version',
    '{"chapter":"old","step":0,"done":["one","old"]}',
    { chapter: 'one', step: 0, done: ['one'] },
  ],
  ['a step of another version', '{"chapter":"two","step":7,"done":"one"}', { chapter: 'one', step: 0, done: [] }],
])('begins at the first step after %s', (_, stored, begin) => {
  save('nemeton.lesson.chess', stored);
  expect(readProgress('chess', lesson)).toEqual(begin);
});
