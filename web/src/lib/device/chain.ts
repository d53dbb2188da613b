import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { whole } from '../check/digest';
import { Slices } from '../check/slices';

export const chainLength = 16_384;

/** The highest difference between the indexes of two reveals that follow each other. */
export const maxGap = 1024;

/** The number of values between two stored ones, so that a reveal costs at most 127 hashes. */
const checkpointStep = 128;

/** The parts from which all values of a chain are derived, so that no chain serves two tables, seats or devices. */
export interface ChainId {
  table: string;
  seat: number;
  /** The device's public key, in hex. */
  device: string;
}

/** Derives the values of a chain. */
export class ChainHash {
  private readonly start: ReturnType<typeof sha256.create>;

  constructor({ table, seat, device }: ChainId) {
    const parts = [utf8ToBytes('nemeton 2 chain'), utf8ToBytes(table), whole(seat, 1), hexToBytes(device)];
    this.start = sha256.create().update(concatBytes(...parts.flatMap((part) => [whole(part.length, 4), part])));
  }

  /** Returns value `index - 1` from value `index`. */
  before(index: number, value: Uint8Array): Uint8Array {
    const rest = new Uint8Array(4 + 4 + 4 + value.length);
    const view = new DataView(rest.buffer);
    view.setUint32(0, 4);
    view.setUint32(4, index);
    view.setUint32(8, value.length);
    rest.set(value, 12);
    return this.start.clone().update(rest).digest();
  }

  /** Returns value `to` from value `index`, one hash for each step. */
  back(index: number, value: Uint8Array, to: number): Uint8Array {
    let at = value;
    for (let i = index; i > to; i--) at = this.before(i, at);
    return at;
  }
}

/** A chain of reveals, as a device stores it. */
export interface Chain {
  /** Value 0, which the device publishes. */
  anchor: string;
  /** The values 128, 256, ... 16384, in hex without separators. */
  checkpoints: string;
}

/** Makes a chain from its last value. It takes a tenth of a second on a slow computer, in slices that do not block the page. */
export async function makeChain(id: ChainId, last: Uint8Array): Promise<Chain> {
  const hash = new ChainHash(id);
  const slices = new Slices();
  const checkpoints: string[] = [];
  let value = last;
  for (let index = chainLength; index > 0; index -= checkpointStep) {
    checkpoints.unshift(bytesToHex(value));
    value = hash.back(index, value, index - checkpointStep);
    await slices.pause();
  }
  return { anchor: bytesToHex(value), checkpoints: checkpoints.join('') };
}

export function reveal(id: ChainId, chain: Chain, index: number): string {
  const slot = Math.ceil(index / checkpointStep);
  const stored = hexToBytes(chain.checkpoints.slice((slot - 1) * 64, slot * 64));
  return bytesToHex(new ChainHash(id).back(slot * checkpointStep, stored, index));
}
