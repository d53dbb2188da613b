import { hexToBytes } from '@noble/hashes/utils.js';
import { canonical } from './canonical';
import { authenticate, digest, whole } from './digest';

/** The facts that the commitment covers. */
export interface Terms {
  table: string;
  title: string;
  seats: number;
  options: unknown;
  /** The moment at which a fork begins. */
  origin?: unknown;
}

/** The answer of one seat before the start. All parts are hex, or empty. */
export interface PoolAnswer {
  contribution: string;
  device: string;
  chain: string;
}

function setupDigest({ title, seats, options, origin }: Terms): Uint8Array {
  const forked = origin === undefined ? {} : { origin };
  return digest('nemeton 2 setup', canonical({ title, seats, options, ...forked }));
}

/** The commitment to a secret (hex) and the terms of its table. */
export function commitmentTo(secret: string, terms: Terms): Uint8Array {
  return digest('nemeton 2 commitment', hexToBytes(secret), terms.table, setupDigest(terms));
}

/** The pool, from which all draws of a table come: every reveal changes all draws after it. */
export class Pool {
  private readonly first: Uint8Array;
  private transcript = digest('nemeton 2 transcript');
  /** The key of the draws; undefined after a change of the transcript. */
  private key: Uint8Array | undefined;
  private drawn = 0;

  constructor(secret: string, terms: Terms, answers: readonly PoolAnswer[]) {
    const parts = answers.flatMap(({ contribution, device, chain }) => [contribution, device, chain].map(hexToBytes));
    this.first = authenticate(hexToBytes(secret), 'nemeton 2 pool', terms.table, setupDigest(terms), ...parts);
  }

  /** Adds an accepted reveal (hex). */
  reveal(seat: number, index: number, value: string): void {
    this.mix('nemeton 2 reveal', whole(seat, 1), whole(index, 4), hexToBytes(value));
  }

  /** Adds the entropy (hex) of a restore. */
  restore(entropy: string): void {
    this.mix('nemeton 2 restored', hexToBytes(entropy));
  }

  /** The next draw of the table, below `of`. */
  draw(of: number): number {
    this.key ??= authenticate(this.first, 'nemeton 2 key', this.transcript);
    const { key } = this;
    const n = whole(++this.drawn, 8);
    let block = 0;
    return below(BigInt(of), () => {
      const raw = authenticate(key, 'nemeton 2 draw', n, whole(block++, 4));
      return new DataView(raw.buffer, raw.byteOffset).getBigUint64(0);
    });
  }

  private mix(domain: string, ...parts: Uint8Array[]): void {
    this.transcript = digest(domain, this.transcript, ...parts);
    this.key = undefined;
  }
}

/** Reduces numbers below 2^64 to 0 ... n-1 without bias: numbers of the incomplete last range are rejected. */
export function below(n: bigint, next: () => bigint): number {
  const all = 1n << 64n;
  const end = all - (all % n);
  for (;;) {
    const x = next();
    if (x < end) return Number(x % n);
  }
}
