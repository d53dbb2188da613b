import { expect, test } from 'vitest';
import { signed, withMinus } from './minus';

test('numbers have a true minus, and gains a plus', () => {
  expect([-20, 0, 7].map(withMinus)).toEqual(['−20', '0', '7']);
  expect([-2, 0, 3].map(signed)).toEqual(['−2', '0', '+3']);
});
