// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import AppCode from './AppCode.svelte';

const life = 300_000;
const start = Date.parse('2026-11-22T12:00:00Z');

let made: number;
let links: { id: string; kind: string; createdAt: string; expiresAt: string; locked?: boolean }[];

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  [made, links] = [0, []];
  vi.stubGlobal('fetch', (path: string, init: { method: string }) => {
    const asked = `${init.method} ${path.replace('/api/v1', '')}`;
    const expiresAt = new Date(Date.now() + life).toISOString();
    if (asked === 'GET /me/links') return Promise.resolve(Response.json({ links }));
    made++;
    links = [{ id: `l${made}`, kind: 'app', createdAt: new Date().toISOString(), expiresAt }];
    return Promise.resolve(Response.json({ code: `12345${made}`, expiresAt }, { status: 201 }));
  });
});
/** Renders the section, makes a code, and returns the function that is called when the code is over. */
async function show(): Promise<ReturnType<typeof vi.fn>> {
  const over = vi.fn();
  render(AppCode, { onmade: vi.fn(), onover: over });
  await fireEvent.click(screen.getByTestId('make-app-code'));
  await vi.advanceTimersByTimeAsync(0);
  return over;
}
const state = (): string | undefined => screen.getByTestId('app-code').dataset.state;

it('counts the time of the digits down, until they have expired', async () => {
  await show();
  expect(screen.getByTestId('app-code').querySelector('.unseen')?.textContent).toBe('1 2 3 4 5 1');
  expect(screen.getByRole('timer').textContent).toContain('5:00');
  await vi.advanceTimersByTimeAsync(61_000);
  expect(screen.getByRole('timer').textContent).toContain('3:59');
  await vi.advanceTimersByTimeAsync(life);
  expect(state()).toBe('expired');
  await fireEvent.click(screen.getByTestId('make-app-code'));
  await vi.advanceTimersByTimeAsync(0);
  expect([state(), screen.getByTestId('app-code').textContent]).toEqual(['valid', expect.stringContaining('452')]);
});

it('says that the digits are locked, or that they are gone', async () => {
  const over = await show();
  links = links.map((link) => ({ ...link, locked: true }));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(state()).toBe('locked');
  expect(over).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByTestId('make-app-code'));
  await vi.advanceTimersByTimeAsync(0);
  expect(state()).toBe('valid');
  links = [];
  await vi.advanceTimersByTimeAsync(4_000);
  expect(state()).toBe('gone');
  expect(over).toHaveBeenCalledOnce();
});
