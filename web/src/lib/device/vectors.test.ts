import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../check/record-kit';
import { makeChain, reveal, type Chain } from './chain';
import { statement } from './statements';
import { isSigned } from './verify';

interface Vectors {
  chain: { table: string; seat: number; device: string; values: { index: number; value: string }[] };
  statements: {
    kind: 'contribution' | 'command' | 'device';
    seed: string;
    device: string;
    content: object;
    text: string;
    signature: string;
  }[];
}

const { chain: given, statements } = JSON.parse(
  readFileSync(join(root, 'docs/fairness-vectors-2.json'), 'utf8'),
) as Vectors;

describe('the chain of the worked examples', () => {
  let chain: Chain;
  beforeAll(async () => {
    chain = await makeChain(given, hexToBytes(given.values[0]?.value ?? ''));
  });

  it.each(given.values)('value $index', ({ index, value }) => {
    expect(index === 0 ? chain.anchor : reveal(given, chain, index)).toBe(value);
  });
});

describe('the statements of the worked examples', () => {
  it('are of all kinds', () => {
    expect(new Set(statements.map(({ kind }) => kind))).toEqual(new Set(['contribution', 'command', 'device']));
  });

  it.each(statements)('$kind: $text', async ({ kind, seed, device, content, text, signature }) => {
    const signed = statement(kind, content as never);
    expect(new TextDecoder().decode(signed)).toBe(text);
    expect(bytesToHex(ed25519.getPublicKey(hexToBytes(seed)))).toBe(device);
    expect(bytesToHex(ed25519.sign(signed, hexToBytes(seed)))).toBe(signature);
    expect(await isSigned(device, signed, signature)).toBe(true);
    signed[signed.length - 2] = (signed[signed.length - 2] ?? 0) ^ 1;
    expect(await isSigned(device, signed, signature)).toBe(false);
  });
});
