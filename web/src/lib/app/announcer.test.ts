import { expect, it } from 'vitest';
import { Announcer } from './announcer.svelte.ts';

const texts = (announcer: Announcer): string[] => announcer.lines.map(({ text }) => text);

it('announces simultaneous lines in order', () => {
  const announcer = new Announcer();
  announcer.announce('Ada builds.');
  announcer.announce('Ben pays.');
  expect(texts(announcer)).toEqual(['Ada builds.', 'Ben pays.']);
});

it('announces equal lines again', () => {
  const announcer = new Announcer();
  announcer.announce('Your turn.');
  announcer.announce('Your turn.');
  const [first, second] = announcer.lines;
  expect(first?.text).toBe(second?.text);
  expect(first?.id).not.toBe(second?.id);
});

it('removes old lines', () => {
  const announcer = new Announcer();
  for (let n = 0; n < 40; n++) announcer.announce(String(n));
  expect(announcer.lines.length).toBe(12);
  expect(texts(announcer).at(-1)).toBe('39');
});
