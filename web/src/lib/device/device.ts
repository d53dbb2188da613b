import { bytesToHex } from '@noble/hashes/utils.js';
import type { Command, History, Proof } from '../wire/message';
import { chainLength, makeChain, maxGap, reveal } from './chain';
import { exclusively } from './lock';
import { readDevice, readSpent, writeDevice, writeSpent, type DeviceRecord, type Place, type Spent } from './records';
import { findSigner, makeSigner, type Signer } from './signer';
import { statement } from './statements';

export interface Answer {
  contribution: string;
  device: string;
  chain: string;
  signature: string;
}

/** The number of attempts to get a reveal of one's own, beside other tabs that spend reveals of the same device. */
const attempts = 5;

/** This browser's device for a seat: an Ed25519 key and a chain of reveals, made for one seat of one table. */
export class Device {
  /** The highest index that this page spent. The stored one is higher if other tabs spent some, and lost if the storage was cleared. */
  private last = 0;

  constructor(
    private record: DeviceRecord,
    private readonly signer: Signer,
  ) {}

  get key(): string {
    return this.record.key;
  }

  get anchor(): string {
    return this.record.chain.anchor;
  }

  private get place(): Place {
    return { table: this.record.table, seat: this.record.seat };
  }

  store(): void {
    writeDevice(this.record);
  }

  /** Returns the answer to a table's commitment: always the same one, so that it can be sent again. */
  async answer(commitment: string): Promise<Answer> {
    let stored = this.record.answer;
    if (stored?.commitment !== commitment) {
      const contribution = random();
      const content = { ...this.place, commitment, contribution, chain: this.anchor, device: this.key };
      stored = { commitment, contribution, signature: await this.signer.sign(statement('contribution', content)) };
      this.record = { ...this.record, answer: stored };
      this.store();
    }
    return { contribution: stored.contribution, device: this.key, chain: this.anchor, signature: stored.signature };
  }

  /** Signs that another device belongs to the same seat. */
  confirm(other: Device): Promise<string> {
    return this.signer.sign(statement('device', { ...this.place, device: other.key, chain: other.anchor }));
  }

  /** Reports whether the server accepted a reveal of this device. */
  get isProven(): boolean {
    return this.spent.accepted > 0;
  }

  /** Reports whether the chain has no reveal left that the server would accept, so that the seat needs a new device. */
  get isSpent(): boolean {
    const { index, accepted } = this.spent;
    return index >= chainLength || index + 1 - accepted > maxGap;
  }

  /**
   * Proves a command: spends the next reveal and signs the command, with the history that the player had seen. The spent index is
   * stored before the promise resolves, so that it is never used again, whatever becomes of the command.
   */
  async prove(command: Command, seen: History): Promise<Proof & History> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const index = await this.spend(command.id, seen);
      const spent = index === 0 ? '' : reveal({ ...this.place, device: this.key }, this.record.chain, index);
      const signature = await this.signer.sign(
        statement('command', {
          ...this.place,
          command: command.id,
          kind: command.t,
          decision: 'decision' in command ? command.decision : '',
          move: command.t === 'act' ? command.move : null,
          index,
          reveal: spent,
          seq: seen.seq,
          head: seen.head,
        }),
      );
      // Without locks, another tab may have taken the same index at the same moment.
      const now = this.spent;
      if (index !== 0 && now.index === index && now.command !== command.id) continue;
      return { device: this.key, signature, ...seen, ...(index === 0 ? {} : { index, reveal: spent }) };
    }
    throw new Error('other tabs spend all reveals');
  }

  accept(index: number): void {
    const { spent } = this;
    if (index > spent.accepted) writeSpent(this.key, { ...spent, accepted: index });
  }

  /** Makes the first signature, which takes longer than all later ones. */
  async warmUp(): Promise<void> {
    await this.signer.sign(new Uint8Array(1));
  }

  private get spent(): Spent {
    const stored = readSpent(this.key);
    return { ...stored, index: Math.max(stored.index, this.last) };
  }

  /** Returns the next index and stores it; 0 if the chain is spent. */
  private spend(command: string, { seq, head }: History): Promise<number> {
    return exclusively(`spent.${this.key}`, () => {
      if (this.isSpent) return Promise.resolve(0);
      const { spent } = this;
      const index = spent.index + 1;
      writeSpent(this.key, { ...spent, index, seq, head, command });
      this.last = index;
      return Promise.resolve(index);
    });
  }
}

/** Makes a new device for a seat. It is not stored yet. */
export async function makeDevice({ table, seat }: Place): Promise<Device> {
  const signer = await makeSigner();
  const { key, secret } = signer;
  const chain = await makeChain({ table, seat, device: key }, crypto.getRandomValues(new Uint8Array(32)));
  return new Device({ table, seat, key, chain, at: 0, ...(secret === undefined ? {} : { secret }) }, signer);
}

export async function findDevice(place: Place): Promise<Device | undefined> {
  const record = readDevice(place);
  const signer = record && (await findSigner(record.key, record.secret));
  return record && signer && new Device(record, signer);
}

export function ensureDevice(place: Place): Promise<Device> {
  return exclusively(`device.${place.table}.${place.seat}`, async () => {
    const found = await findDevice(place);
    if (found) return found;
    const made = await makeDevice(place);
    // Without locks, another tab may have stored one meanwhile.
    const faster = await findDevice(place);
    if (!faster) made.store();
    return faster ?? made;
  });
}

function random(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
}
