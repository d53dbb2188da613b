import { isSigned } from '../device/verify';
import { statement, type CommandKind } from '../device/statements';
import type { JsonObject } from '../wire/narrow';
import type { Checking } from './checking';
import { fits, isHexOf, type Entry, type StoredProof } from './document';
import { startedOf } from './pool-checks';
import { SeatDevices } from './seat-devices';
import { ShortHeads } from './short-head';
import type { Wrong } from './steps';

/** A signature of the log, which is checked after the reveals. */
interface Signature {
  seq: number;
  key: string;
  text: Uint8Array<ArrayBuffer>;
  signature: string;
}

/** Checks the devices of all seats, their reveals, and then all signatures. */
export async function checkProofs(now: Checking): Promise<Wrong | undefined> {
  const proofs = new Proofs(now);
  return (await proofs.reveals()) ?? (await proofs.signatures());
}

class Proofs {
  private readonly seats: SeatDevices[];
  private readonly heads: ShortHeads;
  private readonly signed: Signature[] = [];
  /** The signed commands so far, by seat and id. A signature counts once. */
  private readonly commands = new Set<string>();

  constructor(private readonly now: Checking) {
    const { doc, found } = now;
    this.heads = new ShortHeads(doc);
    this.seats = found.seats.map((counts, seat) => new SeatDevices(doc.table, seat, counts));
    for (const [seat, { device, chain, declined, signature }] of startedOf(doc).answers.entries()) {
      if (device === '') continue;
      this.seats[seat]?.add(device, chain);
      const contribution = declined ? null : (doc.contributions[seat] ?? '');
      const content = { table: doc.table, seat, commitment: doc.commitment, contribution, chain, device };
      this.signed.push({ seq: 1, key: device, text: statement('contribution', content), signature });
    }
  }

  /** Reads the log: voids, proofs and devices, in the order in which they count within an entry. */
  async reveals(): Promise<Wrong | undefined> {
    for (const { entry } of this.now.doc.entries) {
      if (!this.voids(entry) || !this.command(entry) || !entry.events.every((event) => this.system(entry, event)))
        return { check: 'proofs', seq: entry.seq };
      await this.now.slices.pause();
    }
    for (const seat of this.seats) seat.finish();
    return undefined;
  }

  async signatures(): Promise<Wrong | undefined> {
    for (const { seq, key, text, signature } of this.signed) {
      if (!(await isSigned(key, text, signature))) return { check: 'proofs', seq };
      await this.now.slices.pause();
    }
    return undefined;
  }

  /** Reads the voids of an entry. The start has none, and no list is empty. */
  private voids({ kind, voids }: Entry): boolean {
    if (voids === undefined) return true;
    if (kind === 'start' || voids.length === 0) return false;
    return voids.every(({ seat, device, index }) => this.seats[seat]?.void(device, index));
  }

  private command(entry: Entry): boolean {
    const kind = commandKind(entry);
    const { proof } = entry;
    const counts = this.now.found.seats[entry.seat];
    if (entry.actor === 'player' && counts?.bot) return false;
    if (kind && entry.actor === 'player' && counts) {
      counts.moves++;
      if (!proof?.signature) counts.unsigned++;
    }
    if (!proof) return true;
    const devices = this.seats[entry.seat];
    if (!kind || entry.actor !== 'player' || !devices || !isPlausible(proof)) return false;
    if (!devices.has(proof.device)) return false;
    if (proof.signature !== '') {
      if (proof.seq >= entry.seq || this.heads.at(proof.seq) !== proof.head) return false;
      const command = `${entry.seat} ${entry.command}`;
      if (this.commands.has(command)) return false;
      this.commands.add(command);
      this.sign(entry, kind, proof);
    }
    return proof.reveal === '' || devices.reveal(proof.device, proof.index, proof.reveal);
  }

  private sign(entry: Entry, kind: CommandKind, { device, signature, ...rest }: StoredProof): void {
    const { seat, command, move, seq } = entry;
    const decision = kind === 'act' ? entry.decision : proposalOf(entry);
    const content = { table: this.now.doc.table, seat, command, kind, decision, move, ...rest };
    this.signed.push({ seq, key: device, text: statement('command', content), signature });
  }

  /** Follows the devices of a seat through a system event. */
  private system(entry: Entry, { name, data }: { name: string; data: JsonObject }): boolean {
    if (name === 'frame.handed_over' && typeof data.seat === 'number') this.seats[data.seat]?.end();
    return name !== 'frame.enrolled' || (entry.kind === 'frame' && this.enroll(entry.seq, data));
  }

  private enroll(seq: number, data: JsonObject): boolean {
    if (!isEnrolled(data)) return false;
    const { seat, device, chain, by, signature } = data;
    const devices = this.seats[seat];
    const counts = this.now.found.seats[seat];
    if (!devices || !counts || counts.bot) return false;
    if (by === '') counts.worded++;
    else {
      if (!devices.has(by)) return false;
      counts.confirmed++;
      const text = statement('device', { table: this.now.doc.table, seat, device, chain });
      this.signed.push({ seq, key: by, text, signature });
    }
    return devices.add(device, chain);
  }
}

/** The kind of a command that can carry a proof; undefined for all other entries. */
function commandKind({ kind, events }: Entry): CommandKind | undefined {
  if (kind === 'move') return 'act';
  return kind === 'frame' ? systemKinds[events[0]?.name ?? ''] : undefined;
}

const systemKinds: Record<string, CommandKind> = {
  'frame.taken_back': 'takeback',
  'frame.conceded': 'concede',
  'frame.stop_proposed': 'propose_stop',
  'frame.stop_agreed': 'agree_to_stop',
  'frame.stop_declined': 'decline_stop',
};

/** The proposal that an answer to a stop names, as its statement has it; empty for other commands. */
function proposalOf({ events }: Entry): string {
  const proposal = events[0]?.data.proposal;
  return typeof proposal === 'number' ? String(proposal) : '';
}

/** Reports whether the members of a proof go together: a reveal and its index, a signature and the head that it covers. */
function isPlausible({ head, index, reveal, seq, signature }: StoredProof): boolean {
  if ((reveal === '') !== (index === 0) || (reveal === '' && signature === '')) return false;
  return signature === '' ? head === '' && seq === 0 : head !== '';
}

interface Enrolled {
  seat: number;
  device: string;
  chain: string;
  by: string;
  signature: string;
}

function isEnrolled(data: JsonObject): data is JsonObject & Record<keyof Enrolled, never> & Enrolled {
  const hex = { device: isHexOf(64), chain: isHexOf(64), by: isHexOf(64), signature: isHexOf(128) };
  const formed = fits(data, { seat: (seat) => typeof seat === 'number', ...hex });
  return formed && data.device !== '' && (data.by === '') === (data.signature === '');
}
