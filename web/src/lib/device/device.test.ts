// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import type { Command } from '../wire/message';
import { chainLength, reveal } from './chain';
import { ensureDevice, findDevice, makeDevice, type Device } from './device';
import { dropTable, readDevice, readSpent, writeSpent } from './records';
import { statement } from './statements';
import { isSigned } from './verify';

const place = { table: 't', seat: 1 };
const seen = { seq: 4, head: 'ab'.repeat(24) };
const command = (id: string): Command => ({ t: 'act', id, decision: '4-1', move: { do: 'roll', n: 2 } });

beforeEach(() => dropTable('t'));

/** The checks of a command's proof. */
async function isProof(device: Device, proof: Awaited<ReturnType<Device['prove']>>, id: string): Promise<boolean> {
  const { index = 0, reveal: value = '' } = proof;
  const content = { ...place, ...seen, command: id, kind: 'act', decision: '4-1', move: { do: 'roll', n: 2 } } as const;
  const text = statement('command', { ...content, index, reveal: value });
  return isSigned(device.key, text, proof.signature);
}

it('is the same after a reload, with a signed answer that stays the same', async () => {
  const made = await ensureDevice(place);
  const found = await ensureDevice(place);
  expect([found.key, found.anchor]).toEqual([made.key, made.anchor]);
  const commitment = 'cd'.repeat(32);
  const answer = await made.answer(commitment);
  expect(await (await ensureDevice(place)).answer(commitment)).toEqual(answer);
  const { contribution, chain, device, signature } = answer;
  expect(
    await isSigned(device, statement('contribution', { ...place, commitment, contribution, chain, device }), signature),
  ).toBe(true);
  expect((await made.answer('ef'.repeat(32))).contribution).not.toBe(contribution);
  expect(await ensureDevice({ table: 't', seat: 2 })).toHaveProperty('key', expect.not.stringMatching(made.key));
});

it('stores the spent reveal before it proves a command, and never spends it again', async () => {
  const device = await ensureDevice(place);
  const first = await device.prove(command('c1'), seen);
  expect(first).toMatchObject({ device: device.key, index: 1, ...seen });
  expect(readSpent(device.key)).toEqual({ index: 1, accepted: 0, ...seen, command: 'c1' });
  expect(await isProof(device, first, 'c1')).toBe(true);
  expect(await isProof(device, first, 'c2')).toBe(false);
  const reloaded = await ensureDevice(place);
  const proofs = await Promise.all(['c2', 'c3', 'c4'].map((id) => reloaded.prove(command(id), seen)));
  expect(proofs.map(({ index }) => index)).toEqual([2, 3, 4]);
  localStorage.clear();
  expect((await reloaded.prove(command('c5'), seen)).index).toBe(5);
});

it('takes another reveal if another tab spent the same one at the same moment', async () => {
  const device = await ensureDevice(place);
  const set = Storage.prototype.setItem;
  const spy = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    set.call(this, key, key.startsWith('nemeton.spent.') ? value.replace('"c1"', '"of another tab"') : value);
    spy.mockRestore();
  });
  const proof = await device.prove(command('c1'), seen);
  expect([proof.index, readSpent(device.key).command]).toEqual([2, 'c1']);
  expect(await isProof(device, proof, 'c1')).toBe(true);
});

it('signs without a reveal at the end of the chain, and after too many reveals without an accepted one', async () => {
  const device = await ensureDevice(place);
  writeSpent(device.key, { index: 1023, accepted: 0, seq: 1, head: '', command: 'x' });
  expect((await device.prove(command('c1'), seen)).index).toBe(1024);
  expect(device.isSpent).toBe(true);
  const bare = await device.prove(command('c2'), seen);
  expect(bare).not.toHaveProperty('index');
  expect(await isProof(device, bare, 'c2')).toBe(true);
  device.accept(1024);
  expect([device.isSpent, device.isProven]).toEqual([false, true]);
  writeSpent(device.key, { index: chainLength, accepted: chainLength, seq: 1, head: '', command: 'x' });
  expect(device.isSpent).toBe(true);
});

it('confirms another device of the same seat', async () => {
  const [old, added] = [await makeDevice(place), await makeDevice(place)];
  const text = statement('device', { ...place, device: added.key, chain: added.anchor });
  expect(await isSigned(old.key, text, await old.confirm(added))).toBe(true);
});

it('lasts as long as the page if the browser stores nothing', async () => {
  for (const name of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new Error('disabled');
    });
  const device = await ensureDevice({ table: 'u', seat: 0 });
  expect((await findDevice({ table: 'u', seat: 0 }))?.key).toBe(device.key);
  await device.prove(command('c1'), seen);
  expect((await (await ensureDevice({ table: 'u', seat: 0 })).prove(command('c2'), seen)).index).toBe(2);
  dropTable('u');
});

it('does not go back to an older stored index if storage is full', async () => {
  const device = await ensureDevice(place);
  await device.prove(command('c1'), seen);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  await device.prove(command('c2'), seen);
  expect((await (await ensureDevice(place)).prove(command('c3'), seen)).index).toBe(3);
});

it('drops the devices of a table that is over, and the oldest of many', async () => {
  const device = await ensureDevice(place);
  await device.prove(command('c1'), seen);
  const record = readDevice(place);
  if (!record) throw new Error('the device is not stored');
  dropTable('t');
  expect(Object.keys(localStorage)).toEqual([]);
  vi.resetModules(); // a page that has no other devices in its memory
  const { readDevice: read, writeDevice: write } = await import('./records');
  vi.useFakeTimers();
  for (let n = 0; n < 70; n++) {
    vi.setSystemTime(n);
    write({ ...record, table: `t${n}` });
  }
  vi.useRealTimers();
  expect(read({ table: 't9', seat: 1 })).toBeUndefined();
  expect(read({ table: 't10', seat: 1 })?.key).toBe(record.key);
  expect(Object.keys(localStorage)).toHaveLength(60);
});

it.each(['no JSON', '{}', 'null', '{"table":"t","seat":1}'])('ignores what it cannot read: %s', async (stored) => {
  localStorage.setItem('nemeton.device.t.1', stored);
  expect(await findDevice(place)).toBeUndefined();
  localStorage.setItem('nemeton.spent.k', stored);
  expect(readSpent('k').index).toBe(0);
});

it('reveals only values of its own chain', async () => {
  const device = await ensureDevice(place);
  const { chain } = readDevice(place) ?? {};
  const proof = await device.prove(command('c1'), seen);
  expect(chain && reveal({ ...place, device: device.key }, chain, 1)).toBe(proof.reveal);
});
