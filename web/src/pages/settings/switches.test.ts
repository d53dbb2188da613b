// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../../eventually';
import { settings } from '../../lib/app/settings.svelte.ts';
import { t } from '../../lib/i18n/translate';
import Notifications from './Notifications.svelte';
import Preferences from './Preferences.svelte';

/** The occasions that the server stores. */
let muted: string[];
/** Answers the requests to change it, one after the other. */
let answers: (() => void)[];
let broken: boolean;

beforeEach(() => {
  [muted, answers, broken] = [[], [], false];
  const stored = (): Response =>
    Response.json({ when: 'absent', muted, mail: { available: false, verified: false }, push: {} });
  vi.stubGlobal('fetch', async (_: string, { method, body }: { method: string; body?: string }) => {
    if (method === 'GET') return stored();
    await new Promise<void>((answer) => answers.push(answer));
    if (broken) throw new TypeError('no network');
    muted = (JSON.parse(body ?? '{}') as { muted?: string[] }).muted ?? muted;
    return stored();
  });
});
const box = (name: string): Promise<HTMLInputElement> => screen.findByTestId(name);

it('keeps two occasions that are switched off one right after the other', async () => {
  render(Notifications, { player: 'ada' });
  const [turn, mention] = [await box('occasion-turn'), await box('occasion-mention')];
  await fireEvent.click(turn);
  await fireEvent.click(mention);
  for (let n = 0; n < 2; n++) {
    await eventually(() => expect(answers.length).toBeGreaterThan(0));
    answers.shift()?.();
  }
  await eventually(() => expect(muted).toEqual(['turn', 'mention']));
  await eventually(() => expect([turn.checked, mention.checked]).toEqual([false, false]));
});

it('shows what holds after a change that was lost', async () => {
  broken = true;
  render(Notifications, { player: 'ada' });
  for (const name of ['occasion-turn', 'when-always', 'quiet']) {
    const field = await box(name);
    const before = field.checked;
    await fireEvent.click(field);
    await eventually(() => expect(answers.length).toBe(1));
    answers.shift()?.();
    await screen.findByRole('alert');
    expect(field.checked, name).toBe(before);
  }
  expect((await box('when-absent')).checked).toBe(true);
});

it('shows that there are no notifications without the permission', async () => {
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: () => Promise.resolve('default') });
  render(Preferences);
  const notify = screen.getByLabelText<HTMLInputElement>(t('settings.notify'));
  await fireEvent.click(notify);
  await eventually(() => expect(notify.checked).toBe(false));
  expect(settings.notify).toBe(false);
});
