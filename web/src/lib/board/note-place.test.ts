import { expect, it } from 'vitest';
import { noteStart } from './note-place';

it.each([
  ['beside its position', 0.5, 0, 100, 200],
  ['around its position', 0.5, 50, 100, 150],
  ['inside the frame at its start', 0.1, 100, 100, 4],
  ['inside the frame at its end', 0.9, 0, 100, 296],
  ['at the start if it is longer than the frame', 0.5, 50, 500, 4],
])('places a note %s', (_, at, shift, length, start) => {
  expect(noteStart(at, shift, length, 400)).toBe(start);
});
