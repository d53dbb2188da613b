import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { authenticate, whole } from './digest';
import type { Document } from './document';

const maxRestores = 0xffff;

/** The short heads of a record: for each entry, the text that identified the history up to it during play. */
export class ShortHeads {
  private readonly restores: number[] = [];
  private readonly secret: Uint8Array;

  constructor(private readonly doc: Document) {
    this.secret = hexToBytes(doc.secret);
    let n = 0;
    for (const { entry } of doc.entries) {
      n += entry.events.filter(({ name }) => name === 'frame.restored').length;
      this.restores.push(n);
    }
  }

  /** The short head of entry `seq`; undefined if there is no such entry. */
  at(seq: number): string | undefined {
    const hash = this.doc.entries[seq - 1]?.hash;
    const restores = this.restores[seq - 1];
    if (hash === undefined || restores === undefined) return undefined;
    const count = whole(Math.min(restores, maxRestores), 2);
    const begin = hexToBytes(hash).subarray(0, 16);
    const proof = authenticate(this.secret, 'nemeton 2 head', this.doc.table, whole(seq, 8), count, begin);
    return bytesToHex(concatBytes(count, begin, proof.subarray(0, 6)));
  }

  /** Reports whether a head belongs to entries that a restore of the record replaced. */
  isReplaced(seq: number, head: string): boolean {
    const before = parseInt(head.slice(0, 4), 16);
    const at = this.restores.findIndex((n) => n > before);
    return at >= 0 && at + 1 <= seq;
  }
}
