import { describe, expect, it } from 'vitest';
import { badgeOf, noticeOf } from './notice';

const origin = 'https://games.example';

describe('a push message', () => {
  it('shows its notification, one for each table, and leads to the table', () => {
    const text = JSON.stringify({
      web_push: 8030,
      notification: { title: 'Your turn', body: 'With Ben', lang: 'en', navigate: `${origin}/t/abc`, tag: 'abc' },
      app_badge: 3,
    });
    const notice = noticeOf(text, origin, 'en');
    expect(notice.title).toBe('Your turn');
    expect(notice.options).toMatchObject({ body: 'With Ben', tag: 'abc', data: { path: '/t/abc' }, renotify: true });
    expect(badgeOf(text)).toBe(3);
  });

  it.each([undefined, '', 'x', '3', 'null', '{}', '{"notification":3}', '{"notification":{"title":""}}'])(
    'shows a notification in any case: %s',
    (text) => {
      expect(noticeOf(text, origin, 'nl-NL').title).toBe('Er wacht iets op je');
      expect(noticeOf(text, origin, 'en').title).toBe('Something waits for you');
      expect(badgeOf(text)).toBeUndefined();
    },
  );

  it('never leads to another page than a table or the settings', () => {
    for (const navigate of ['https://evil.example/t/../x', 'javascript:alert(1)', '/about', 7]) {
      const text = JSON.stringify({ notification: { title: 'x', navigate } });
      expect(noticeOf(text, origin, 'en').options.data.path).toBe('/');
    }
  });
});
