// @vitest-environment jsdom
import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { Submission } from '../app/submission.svelte.ts';
import { Refusal } from '../net/rest';
import Problem from './Problem.svelte';

it.each([
  ['too_fast', 20, 'That was too fast. Wait a moment and try again.'],
  ['too_fast', 1200, 'That was too much at once. Try again in 20 minutes.'],
  ['too_fast', 86_400, 'That was too much at once. Try again tomorrow.'],
  ['seat_taken', 1200, 'Someone was faster: that seat is taken. Choose another.'],
])('says after %s when a form may be sent again, in %d seconds', async (code, wait, said) => {
  const submission = new Submission();
  await submission.run(() => Promise.reject(new Refusal(code, 429, wait)));
  render(Problem, { of: submission });
  expect(screen.getByRole('alert').textContent).toBe(said);
});
