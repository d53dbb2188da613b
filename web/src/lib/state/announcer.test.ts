import { expect, it } from 'vitest';
import { News } from './announcer.svelte';

const texts = (news: News): string[] => news.lines.map(({ text }) => text);

it('keeps what comes at once, in order, so that all of it is heard', () => {
  const news = new News();
  news.tell('Ada builds.');
  news.tell('Ben pays.');
  expect(texts(news)).toEqual(['Ada builds.', 'Ben pays.']);
});

it('tells the same words twice', () => {
  const news = new News();
  news.tell('Your turn.');
  news.tell('Your turn.');
  const [first, second] = news.lines;
  expect(first?.text).toBe(second?.text);
  expect(first?.id).not.toBe(second?.id);
});

it('lets old lines go', () => {
  const news = new News();
  for (let n = 0; n < 40; n++) news.tell(String(n));
  expect(news.lines.length).toBe(12);
  expect(texts(news).at(-1)).toBe('39');
});
