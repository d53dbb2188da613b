import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { expect, it } from 'vitest';
import { digest, whole } from '../check/digest';
import { ChainHash, chainLength, makeChain, reveal } from './chain';

const id = { table: '0198e0c5-0000-7000-8000-000000000000', seat: 3, device: 'ab'.repeat(32) };
const last = new Uint8Array(32).fill(7);

it('derives each value from the next one, by table, seat, device and index', () => {
  const before = (index: number, value: Uint8Array): string =>
    bytesToHex(digest('nemeton 2 chain', id.table, whole(id.seat, 1), hexToBytes(id.device), whole(index, 4), value));
  const hash = new ChainHash(id);
  expect(bytesToHex(hash.before(chainLength, last))).toBe(before(chainLength, last));
  for (const other of [{ table: 'x' }, { seat: 2 }, { device: 'cd'.repeat(32) }])
    expect(bytesToHex(new ChainHash({ ...id, ...other }).before(5, last))).not.toBe(before(5, last));
});

it('makes reveals that lead back to the anchor, from the first to the last', async () => {
  const chain = await makeChain(id, last);
  const hash = new ChainHash(id);
  expect(chain.checkpoints).toHaveLength(128 * 64);
  for (const index of [1, 2, 127, 128, 129, 1024, 16_383, chainLength])
    expect(bytesToHex(hash.back(index, hexToBytes(reveal(id, chain, index)), 0))).toBe(chain.anchor);
  expect(reveal(id, chain, chainLength)).toBe(bytesToHex(last));
});

it('lets the page react while it makes a chain', async () => {
  let turns = 0;
  const timer = setInterval(() => turns++);
  await makeChain(id, last);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
});
