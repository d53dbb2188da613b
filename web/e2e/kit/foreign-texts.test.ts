import { expect, test } from 'vitest';
import { ForeignTexts } from './foreign-texts';

test.for([
  ['de', 'play.turn'],
  ['de', 'Your turn'],
  ['fr', 'offers nothing on field'],
  ['it', 'The die: everyone loses a material.'],
  ['es', 'Turno undefined'],
  ['nl', 'Beurt {n}'],
  ['en', 'Turn NaN'],
] as const)('a page in %s must not show: %s', ([language, text]) => {
  expect(new ForeignTexts(language).in([text])).toEqual([text]);
});

test.for([
  ['de', 'Du bist dran'],
  ['fr', '3 points'],
  ['nl', 'Ben wordt gevraagd'],
  ['en', 'Your turn'],
] as const)('a page in %s may show: %s', ([language, text]) => {
  expect(new ForeignTexts(language).in([text])).toEqual([]);
});
