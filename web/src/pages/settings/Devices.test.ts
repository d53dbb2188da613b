// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { announcer } from '../../lib/app/announcer.svelte.ts';
import Devices from './Devices.svelte';
import { eventually } from '../../eventually';

const at = '2026-11-22T12:00:00Z';
const device = (id: string, current: boolean) => ({ id, label: id, createdAt: at, seenAt: at, current });
const offer = { id: 'l1', kind: 'handover', table: 't1', seat: 1, createdAt: at, expiresAt: at };
const code = { id: 'l2', kind: 'device', createdAt: at, expiresAt: at };

let sessions: unknown[];
let links: { id: string }[];
let calls: string[];

beforeEach(() => {
  [sessions, links, calls] = [[device('laptop', true), device('phone', false)], [offer, code], []];
  vi.stubGlobal('fetch', (path: string, init: { method: string }) => {
    const asked = `${init.method} ${path.replace('/api/v1', '')}`;
    if (asked === 'GET /me/sessions') return Promise.resolve(Response.json({ sessions }));
    if (asked === 'GET /me/links') return Promise.resolve(Response.json({ links }));
    calls.push(asked);
    if (asked === 'DELETE /me/sessions') [sessions, links] = [[device('laptop', true)], [code]];
    if (asked.startsWith('DELETE /me/links/')) links = links.filter(({ id }) => !asked.endsWith(id));
    return Promise.resolve(new Response(null, { status: 204 }));
  });
});
/** Answers the question in the dialog, and closes it as a browser does. */
async function agree(): Promise<void> {
  const yes = await screen.findByTestId('sure-yes');
  const dialog = yes.closest('dialog');
  await fireEvent.click(yes);
  if (dialog) await fireEvent(dialog, new Event('close'));
}

it('asks before it signs out a device', async () => {
  render(Devices);
  await fireEvent.click(await screen.findByRole('button', { name: 'Sign out: phone' }));
  expect(calls).toEqual([]);
  expect(screen.getByRole('dialog', { hidden: true }).textContent).toContain('Sign out “phone”?');
  await agree();
  await eventually(() => expect(calls).toEqual(['DELETE /me/sessions/phone']));
});

it('no longer lists a device that another tab has signed out', async () => {
  render(Devices);
  const row = (await screen.findByText('phone')).closest('li');
  sessions = [device('laptop', true)];
  const answers = fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    init.method === 'DELETE'
      ? Promise.resolve(Response.json({ code: 'unknown_session' }, { status: 404 }))
      : answers(path, init),
  );
  await fireEvent.click(row?.querySelector('button') ?? document.body);
  await agree();
  await eventually(() => expect(screen.queryByText('phone')).toBeNull());
  expect(screen.getByRole('alert').textContent).toContain('already signed out');
});

it('signs out all other devices, and moves the focus to the list', async () => {
  render(Devices);
  await fireEvent.click(await screen.findByTestId('revoke-others'));
  expect(calls, 'before the answer').toEqual([]);
  await agree();
  await eventually(() => expect(screen.queryByText('phone')).toBeNull());
  expect(calls).toEqual(['DELETE /me/sessions']);
  expect(screen.queryByTestId('revoke-others')).toBeNull();
  expect(screen.queryByTestId('link-handover')).toBeNull();
  await eventually(() => expect(document.activeElement?.textContent).toBe('My devices'));
  expect(announcer.lines.at(-1)?.text).toContain('signed out');
});

it('lists codes and offers, and withdraws each', async () => {
  render(Devices);
  expect((await screen.findByTestId('link-handover')).querySelector('a')?.getAttribute('href')).toBe('/t/t1');
  await fireEvent.click(screen.getByRole('button', { name: 'Withdraw: Your seat, offered to a friend' }));
  expect(calls, 'before the answer').toEqual([]);
  await agree();
  await eventually(() => expect(screen.queryByTestId('link-handover')).toBeNull());
  await eventually(() => expect(document.activeElement?.textContent).toBe('Open codes and offers'));
  await fireEvent.click(screen.getByRole('button', { name: 'Withdraw: Code for another device' }));
  await agree();
  await eventually(() => expect(screen.queryByTestId('link-device')).toBeNull());
  expect(calls).toEqual(['DELETE /me/links/l1', 'DELETE /me/links/l2']);
  await eventually(() => expect(document.activeElement?.textContent).toBe('My devices'));
});

it('offers nothing to sign out on the only device', async () => {
  sessions = [device('laptop', true)];
  links = [];
  render(Devices);
  await screen.findByText('laptop');
  expect(screen.queryByTestId('revoke-others')).toBeNull();
  expect(screen.queryByText('Open codes and offers')).toBeNull();
});
