import { describe, expect, it, vi } from 'vitest';
import { call, onSignedOut, query, Refusal } from './rest';

function answers(status: number, body: string): ReturnType<typeof vi.fn> {
  const fake = vi.fn().mockResolvedValue(new Response(body === '' ? null : body, { status }));
  vi.stubGlobal('fetch', fake);
  return fake;
}
describe('call', () => {
  it('sends JSON to its own server and returns the decoded body', async () => {
    const fake = answers(201, '{"a":1}');
    await expect(call('POST', '/players', { name: 'Ada' })).resolves.toEqual({ a: 1 });
    expect(fake).toHaveBeenCalledWith(
      '/api/v1/players',
      expect.objectContaining({ method: 'POST', credentials: 'same-origin', body: '{"name":"Ada"}' }),
    );
  });

  it('accepts an empty response', async () => {
    answers(204, '');
    await expect(call('DELETE', '/me')).resolves.toBeUndefined();
  });

  it.each([
    [409, '{"code":"seat_taken"}', 'seat_taken'],
    [429, 'slow down', 'internal'],
    [429, '{}', 'too_fast'],
    [502, '<html>', 'unavailable'],
    [500, '{}', 'internal'],
  ])('rejects with the error code: %i %s', async (status, body, code) => {
    answers(status, body);
    await expect(call('GET', '/x')).rejects.toEqual(new Refusal(code, status));
  });

  it.each([
    ['12', 12],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 0],
    [undefined, 0],
  ])('tells how long the server wants to be left alone: %s', async (header, wait) => {
    const headers: HeadersInit = header === undefined ? {} : { 'Retry-After': header };
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"code":"too_fast"}', { status: 429, headers })));
    await expect(call('GET', '/x')).rejects.toMatchObject({ code: 'too_fast', wait });
  });

  it.each([
    [200, '<h1>Log in</h1>'],
    [401, '<h1>Log in</h1>'],
    [401, ''],
    [403, '{"error":"forbidden"}'],
    [302, ''],
  ])('tells the login page of a proxy from the server: %i %s', async (status, body) => {
    answers(status, body);
    await expect(call('GET', '/x')).rejects.toMatchObject({ code: 'sign_in_again' });
  });

  it('does not take a refusal of the server for a login page, and tells that the session is over', async () => {
    const over = vi.fn();
    onSignedOut(over);
    answers(401, '{"code":"unauthenticated"}');
    await expect(call('GET', '/x')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(over).toHaveBeenCalledOnce();
    onSignedOut(() => undefined);
  });

  it('rejects as offline without a response', async () => {
    vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('failed')));
    await expect(call('GET', '/x')).rejects.toMatchObject({ code: 'offline' });
  });
});

it('leaves undefined parameters out of query strings', () => {
  expect(query({ a: 'x y', b: undefined, c: 3 })).toBe('?a=x+y&c=3');
  expect(query({})).toBe('');
});
