// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteVersion } from '../net/client-version';
import { Deploy } from './deploy';

const answer = (version: string): Response => new Response('', { headers: { 'Nemeton-Client': version } });
let stops: (() => void)[] = [];

/** A page of version `old`. The server answers while `reachable`. */
function setup(storage = new Map<string, string>()) {
  const server = { reachable: true };
  const reload = vi.fn();
  const deploy = new Deploy({
    own: 'old',
    isReachable: () => Promise.resolve(server.reachable),
    reload,
    storage: { getItem: (key) => storage.get(key) ?? null, setItem: (key, value) => void storage.set(key, value) },
  });
  stops.push(deploy.watch());
  return { deploy, reload, server, storage };
}
const later = (): Promise<unknown> => vi.advanceTimersByTimeAsync(10_000);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
});

it('reloads after a deploy, and does nothing while the version stays', async () => {
  const { reload } = setup();
  noteVersion(answer('old'));
  noteVersion(new Response(''));
  await later();
  expect(reload).not.toHaveBeenCalled();
  noteVersion(answer('new'));
  await later();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('reloads once for a version, even if the page has the old one again', async () => {
  const { storage } = setup();
  noteVersion(answer('new'));
  await later();
  const { reload } = setup(storage);
  noteVersion(answer('new'));
  await later();
  expect(reload).not.toHaveBeenCalled();
  noteVersion(answer('newer'));
  await later();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('waits while a part of the page is busy', async () => {
  const { deploy, reload } = setup();
  let busy = true;
  deploy.hold(() => busy);
  noteVersion(answer('new'));
  await later();
  expect(reload).not.toHaveBeenCalled();
  busy = false;
  await later();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('waits while a dialog is open or a text is being entered', async () => {
  const { reload } = setup();
  const dialog = document.createElement('dialog');
  dialog.setAttribute('open', '');
  document.body.append(dialog);
  noteVersion(answer('new'));
  await later();
  const field = document.createElement('input');
  document.body.append(field);
  field.value = 'Ad';
  dialog.remove();
  await later();
  expect(reload).not.toHaveBeenCalled();
  field.value = '';
  await later();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('waits until the server answers, and never reloads without a memory', async () => {
  const { reload, server } = setup();
  server.reachable = false;
  noteVersion(answer('new'));
  await later();
  expect(reload).not.toHaveBeenCalled();
  server.reachable = true;
  await later();
  expect(reload).toHaveBeenCalledTimes(1);

  const forgetful = setup();
  forgetful.storage.set = () => {
    throw new Error('full');
  };
  noteVersion(answer('new'));
  await later();
  expect(forgetful.reload).not.toHaveBeenCalled();
});
