import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { ChainHash, chainLength, maxGap } from '../device/chain';
import type { SeatCounts } from './steps';

/** The maximum number of devices of a seat; one more replaces the oldest. */
const maxDevices = 8;

/** A chain of reveals in the order of the log. */
interface ChainState {
  /** The last accepted index, and its value in hex. */
  index: number;
  value: string;
  /** The highest index that is void. */
  voided: number;
}

/** The devices of one seat while a log is read. All methods that can fail return whether the log is right. */
export class SeatDevices {
  /** The keys of the devices that may sign now, the oldest first. */
  private keys: string[] = [];
  /** All chains of the seat, by key and anchor. A chain that comes back goes on, so that no reveal counts twice. */
  private readonly chains = new Map<string, ChainState>();
  private readonly chainOf = new Map<string, ChainState>();

  constructor(
    private readonly table: string,
    private readonly seat: number,
    private readonly counts: SeatCounts,
  ) {}

  has(key: string): boolean {
    return this.keys.includes(key);
  }

  /** Adds a device with its anchor, which is empty without a chain. */
  add(key: string, anchor: string): boolean {
    if (key === '' || this.has(key)) return false;
    this.keys = [...this.keys, key].slice(-maxDevices);
    this.chainOf.delete(key);
    if (anchor === '') return true;
    const chain = this.chains.get(key + anchor) ?? { index: 0, value: anchor, voided: 0 };
    this.chains.set(key + anchor, chain);
    this.chainOf.set(key, chain);
    return true;
  }

  /** Ends all devices, because another person has the seat. */
  end(): void {
    this.keys = [];
  }

  /** All reveals of a device up to an index are void, except the accepted ones. */
  void(key: string, index: number): boolean {
    const chain = this.has(key) ? this.chainOf.get(key) : undefined;
    if (!chain || index <= Math.max(chain.index, chain.voided)) return false;
    if (index > chainLength || index - chain.index > maxGap) return false;
    chain.voided = index;
    return true;
  }

  /** Accepts a reveal. It costs at most one hash for each index since the last one. */
  reveal(key: string, index: number, value: string): boolean {
    const chain = this.has(key) ? this.chainOf.get(key) : undefined;
    if (!chain || index <= Math.max(chain.index, chain.voided)) return false;
    if (index > chainLength || index - chain.index > maxGap) return false;
    const hash = new ChainHash({ table: this.table, seat: this.seat, device: key });
    if (bytesToHex(hash.back(index, hexToBytes(value), chain.index)) !== chain.value) return false;
    this.counts.reveals++;
    this.counts.voids += index - chain.index - 1;
    Object.assign(chain, { index, value });
    return true;
  }

  /** Counts the void reveals after the last accepted one of each chain. */
  finish(): void {
    for (const { index, voided } of this.chains.values()) this.counts.voids += Math.max(0, voided - index);
  }
}
