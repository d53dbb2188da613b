// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import type { Answer } from '../net/outbox';
import type { Command, History } from '../wire/message';
import { ensureDevice, type Device } from './device';
import { ProvedCommands } from './proved-commands';
import { dropTable, readSpent, writeSpent } from './records';

const act: Command = { t: 'act', id: 'c1', decision: 'd', move: { do: 'it' } };
const seen: History = { seq: 3, head: 'ab'.repeat(24) };

let device: Device;
beforeEach(async () => {
  dropTable('t');
  device = await ensureDevice({ table: 't', seat: 0 });
});

function setup(
  codes: string[],
  { current, history }: { current: Device | undefined; history: History | undefined } = {
    current: device,
    history: seen,
  },
) {
  const sent: Command[] = [];
  const renew = vi.fn(() => Promise.resolve());
  const send = (message: Command): Promise<Answer> => {
    sent.push(message);
    const code = codes.shift();
    const answer = { t: 'result', id: message.id } as const;
    return Promise.resolve(code ? { ...answer, ok: false, code } : { ...answer, ok: true, seq: 4 });
  };
  return { sent, renew, commands: new ProvedCommands({ seen: history, send }, { current, renew }) };
}

it('adds the proof of the device, and remembers which reveal was accepted', async () => {
  const { sent, renew, commands } = setup([]);
  expect(await commands.send(act)).toMatchObject({ ok: true });
  expect(sent).toEqual([
    {
      ...act,
      ...seen,
      device: device.key,
      index: 1,
      reveal: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      signature: expect.stringMatching(/^[0-9a-f]{128}$/) as string,
    },
  ]);
  expect(readSpent(device.key)).toMatchObject({ index: 1, accepted: 1, command: 'c1' });
  expect(renew).not.toHaveBeenCalled();
});

it('sends at once and as it is without a device, and before the first head', () => {
  for (const options of [
    { current: undefined, history: seen },
    { current: device, history: undefined },
  ]) {
    const { sent, commands } = setup([], options);
    void commands.send(act);
    expect(sent).toEqual([act]);
  }
});

it('takes the next reveal after a refusal', async () => {
  const { sent, commands } = setup(['illegal_move']);
  expect(await commands.send(act)).toMatchObject({ code: 'illegal_move' });
  await commands.send({ ...act, id: 'c2' });
  expect(sent.map(({ index }) => index)).toEqual([1, 2]);
  expect(readSpent(device.key)).toMatchObject({ index: 2, accepted: 2 });
});

it('sends the move again under a new id without a proof if the server refuses the proof, and renews the device', async () => {
  const { sent, renew, commands } = setup(['bad_proof']);
  expect(await commands.send(act)).toMatchObject({ ok: true });
  expect(sent[1]).toEqual({ ...act, ...seen, id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string });
  expect(sent[1]?.id).not.toBe(act.id);
  expect(renew).toHaveBeenCalledWith(device);
});

it('passes other refusals of the second attempt on', async () => {
  const { sent, commands } = setup(['bad_proof', 'stale_decision']);
  expect(await commands.send(act)).toMatchObject({ code: 'stale_decision' });
  expect(sent).toHaveLength(2);
});

it('renews a device whose chain is spent', async () => {
  writeSpent(device.key, { index: 16_384, accepted: 16_384, seq: 1, head: '', command: 'x' });
  const { sent, renew, commands } = setup([]);
  await commands.send({ t: 'takeback', id: 'c1' });
  expect(sent[0]).toMatchObject({ device: device.key, ...seen });
  expect(sent[0]).not.toHaveProperty('reveal');
  expect(renew).toHaveBeenCalledWith(device);
});

it('plays on unsigned if the browser lost the private key', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(device, 'prove').mockRejectedValue(new Error('lost'));
  const { sent, commands } = setup([]);
  expect(await commands.send(act)).toMatchObject({ ok: true });
  expect(sent).toEqual([{ ...act, ...seen }]);
});
