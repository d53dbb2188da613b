// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { ensureDevice } from '../device/device';
import { dropTable, readDevice } from '../device/records';
import { statement } from '../device/statements';
import { isSigned } from '../device/verify';
import type { Table } from '../wire/table';
import { withDevices } from './enrolled';
import { SeatDevice } from './seat-device.svelte.ts';

const place = { table: 't', seat: 0 };

/** The running table whose seat 0 has these devices. */
const table = (devices: string[], more: Partial<Table> = {}): Table =>
  ({ id: 't', state: 'running', seats: [{ seat: 0, devices }, { seat: 1 }], ...more }) as Table;

interface Request {
  id: string;
  device: string;
  chain: string;
  by?: string;
  signature?: string;
}
let requests: Request[] = [];
let refusal: string | null = null;

beforeEach(() => {
  dropTable('t');
  requests = [];
  refusal = null;
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    expect(url).toBe('/api/v1/tables/t/devices');
    requests.push(JSON.parse(body) as Request);
    return Promise.resolve(refusal ? Response.json({ code: refusal }, { status: 409 }) : Response.json({ ok: true }));
  });
});

it('signs only with a device that the table lists', async () => {
  const device = await ensureDevice(place);
  const own = new SeatDevice();
  await own.look(table([device.key]), 0);
  expect([own.current?.key, own.isUnconfirmed]).toEqual([device.key, false]);
  await own.look(table([]), 0);
  expect([own.current, own.isUnconfirmed]).toEqual([undefined, true]);
});

it.each<[string, Table, number | undefined]>([
  ['a spectator', table([]), undefined],
  ['an open table', table([], { state: 'open' }), 0],
  ['a finished table', table([], { state: 'finished' }), 0],
  ['a player who has conceded', table([], { seats: [{ seat: 0, devices: [], conceded: true }] } as never), 0],
])('has nothing to confirm for %s', async (_, shown, seat) => {
  const own = new SeatDevice();
  await own.look(shown, seat);
  expect([own.current, own.isUnconfirmed]).toEqual([undefined, false]);
});

it('confirms a new device by the word of the player', async () => {
  const own = new SeatDevice();
  await own.look(table(['ab'.repeat(32)]), 0);
  expect(own.isUnconfirmed).toBe(true);
  await own.confirm();
  expect(requests).toHaveLength(1);
  expect(Object.keys(requests[0] ?? {}).sort()).toEqual(['chain', 'device', 'id']);
  expect([own.current?.key, own.isUnconfirmed, own.code]).toEqual([requests[0]?.device, false, null]);
  expect(readDevice(place)?.key).toBe(requests[0]?.device);
});

it('shows why a confirmation failed', async () => {
  refusal = 'too_fast';
  const own = new SeatDevice();
  await own.look(table([]), 0);
  await own.confirm();
  expect([own.current, own.isUnconfirmed, own.code]).toEqual([undefined, true, 'too_fast']);
  expect(readDevice(place)).toBeUndefined();
});

it('replaces a device whose proof was refused by one that the old one confirms, once', async () => {
  const old = await ensureDevice(place);
  const own = new SeatDevice();
  await own.look(table([old.key]), 0);
  await own.renew(old);
  const { device = '', chain = '', by, signature = '' } = requests[0] ?? {};
  expect([by, own.current?.key]).toEqual([old.key, device]);
  expect(await isSigned(old.key, statement('device', { ...place, device, chain }), signature)).toBe(true);

  // The new one is refused, too, before any of its proofs was accepted.
  const current = own.current;
  if (current) await own.renew(current);
  expect([requests.length, own.current, own.isUnconfirmed]).toEqual([1, undefined, true]);
});

it('replaces a replacement that worked before', async () => {
  const old = await ensureDevice(place);
  const own = new SeatDevice();
  await own.look(table([old.key]), 0);
  await own.renew(old);
  const second = own.current;
  await second?.prove({ t: 'takeback', id: 'c' }, { seq: 1, head: 'h' });
  second?.accept(1);
  if (second) await own.renew(second);
  expect(requests).toHaveLength(2);
  expect(own.current?.key).toBe(requests[1]?.device);
});

it('asks the player if the server does not let the old device confirm', async () => {
  const old = await ensureDevice(place);
  const own = new SeatDevice();
  await own.look(table([old.key]), 0);
  refusal = 'bad_proof';
  await own.renew(old);
  expect([own.current, own.isUnconfirmed]).toEqual([undefined, true]);
});

it('uses the device that another tab stored', async () => {
  const old = await ensureDevice(place);
  const [one, other] = [new SeatDevice(), new SeatDevice()];
  await one.look(table([old.key]), 0);
  await other.look(table([old.key]), 0);
  await one.renew(old);
  const added = requests[0]?.device ?? '';
  await other.look(table([old.key, added]), 0);
  expect(other.current?.key).toBe(added);
});

it('follows the devices of a seat through events', () => {
  const first = table(['a']);
  const added = withDevices(first, [{ name: 'frame.enrolled', data: { seat: 0, device: 'b' } }]);
  expect(added.seats[0]?.devices).toEqual(['a', 'b']);
  expect(withDevices(added, [{ name: 'frame.handed_over', data: { seat: 0 } }]).seats[0]?.devices).toEqual([]);
  expect(withDevices(first, [{ name: 'moved', data: { seat: 0 } }])).toBe(first);
});
