import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { makeChain, reveal, type Chain } from '../device/chain';
import { statement } from '../device/statements';
import { canonical } from './canonical';
import { authenticate, digest, hash, whole } from './digest';
import { commitmentTo, Pool } from './pool';

export interface TestDevice {
  seat: number;
  key: string;
  secret: Uint8Array;
  chain: Chain;
  index: number;
}

export interface TestCommand {
  by?: TestDevice;
  /** The default is both: a reveal and a signature. */
  proof?: 'both' | 'reveal' | 'signature' | 'none';
  draws?: number[];
  /** The number of reveals that are skipped before this command. */
  skip?: number;
  takeBack?: boolean;
}

export const table = '0198e0c5-0000-7000-8000-000000000000';
const secret = 'c5'.repeat(32);
const terms = { table, title: 'meduris', seats: 3, options: { hints: 1 } };
const commitment = bytesToHex(commitmentTo(secret, terms));

/** Makes a device; the same name gives the same one. */
export async function device(name: string, seat: number): Promise<TestDevice> {
  const own = sha256(utf8ToBytes(name));
  const key = bytesToHex(ed25519.getPublicKey(own));
  return { seat, key, secret: own, chain: await makeChain({ table, seat, device: key }, own), index: 0 };
}

const sign = (by: TestDevice, text: Uint8Array): string => bytesToHex(ed25519.sign(text, by.secret));

/** Writes records as the server does: two people, of whom the second declines, and a bot. */
export class PoolRecord {
  entries: { entry: Record<string, unknown>; hash: string }[] = [];
  seats: Record<string, unknown>[] = [
    { seat: 0, color: 'red', name: 'Maren' },
    { seat: 1, color: 'blue', name: 'Tom' },
    { seat: 2, color: 'green', name: '', bot: 'hard' },
  ];
  private readonly pool: Pool;
  private restores = 0;
  private handovers = 0;

  constructor(maren: TestDevice, tom: TestDevice) {
    const contributions = ['07'.repeat(32), '', ''];
    const answers = [maren, tom].map((by, seat) => {
      const content = { device: by.key, chain: by.chain.anchor };
      const contribution = contributions[seat] || null;
      const signature = sign(by, statement('contribution', { table, seat, commitment, contribution, ...content }));
      return { ...content, declined: contribution === null, signature };
    });
    const empty = { chain: '', declined: false, device: '', signature: '' };
    const data = {
      ...{ table, title: terms.title, commitment, contributions, chance: 2, created: 7 },
      setup: { options: terms.options, colors: ['red', 'blue', 'green'] },
      bots: ['', '', 'hard'],
      names: [person(0, 0, 'Maren'), person(1, 0, 'Tom'), ''],
      answers: [...answers, empty],
    };
    this.pool = new Pool(
      secret,
      terms,
      [...answers, empty].map((answer, seat) => ({ ...answer, contribution: contributions[seat] ?? '' })),
    );
    this.add({ kind: 'start', seat: -1, actor: 'host', events: [{ name: 'frame.started', version: 1, data }] }, [45]);
  }

  /** A command of a person, or of the bot without `by`. */
  command({ by, proof = 'both', draws = [6], skip = 0, takeBack = false }: TestCommand): this {
    const id = `c${this.entries.length}`;
    const seat = by?.seat ?? 2;
    const events = takeBack ? [{ name: 'frame.taken_back', version: 1, data: { seat, to: 1 } }] : [];
    const decision = takeBack ? '' : '1-1';
    const move = takeBack ? null : { do: 'roll' };
    const entry = {
      kind: takeBack ? 'frame' : 'move',
      seat,
      actor: by ? 'player' : 'bot',
      command: id,
      decision,
      move,
      events,
    };
    if (!by || proof === 'none') return this.add(entry, draws);
    by.index += skip;
    const index = proof === 'signature' ? 0 : ++by.index;
    const value = index === 0 ? '' : reveal({ table, seat, device: by.key }, by.chain, index);
    const seen = { seq: this.entries.length, head: this.head() };
    const content = {
      table,
      seat,
      command: id,
      kind: takeBack ? 'takeback' : 'act',
      decision,
      move,
      index,
      reveal: value,
    } as const;
    const signed = proof !== 'reveal';
    const made: Record<string, unknown> = {
      ...{ device: by.key, index, reveal: value },
      ...(signed ? seen : { seq: 0, head: '' }),
      signature: signed ? sign(by, statement('command', { ...content, ...seen })) : '',
    };
    if (index > 0) this.pool.reveal(seat, index, value);
    return this.add({ ...entry, proof: made }, draws);
  }

  /** A system entry with one event; `more` are further members of the entry. */
  system(name: string, data: object, more: object = {}): this {
    const by = 'seat' in data ? { actor: 'player', seat: data.seat } : { actor: 'timer', seat: -1 };
    return this.add({ kind: 'frame', ...by, events: [{ name, version: 1, data }], ...more }, []);
  }

  /** A device that joins its seat, confirmed by an old one, or by word. */
  enroll(added: TestDevice, by?: TestDevice): this {
    const content = { seat: added.seat, device: added.key, chain: added.chain.anchor };
    const signature = by ? sign(by, statement('device', { table, ...content })) : '';
    return this.system('frame.enrolled', { ...content, by: by?.key ?? '', signature });
  }

  restore(): this {
    this.restores++;
    this.system('frame.restored', { entropy: 'e7'.repeat(32), source: 'server' });
    this.pool.restore('e7'.repeat(32));
    return this;
  }

  /** Hands seat 1 over to another person. */
  handOver(name: string): this {
    this.handovers++;
    const seat = this.seats[1];
    if (seat) seat.heirs = [...((seat.heirs as string[] | undefined) ?? []), name];
    return this.system('frame.handed_over', { seat: 1, name: person(1, this.handovers, name) });
  }

  /** The short head of the last entry. */
  head(): string {
    const last = this.entries.at(-1);
    const begin = hexToBytes(last?.hash ?? '').subarray(0, 16);
    const count = whole(this.restores, 2);
    const proof = authenticate(
      hexToBytes(secret),
      'nemeton 2 head',
      table,
      whole(this.entries.length, 8),
      count,
      begin,
    );
    return bytesToHex(concatBytes(count, begin, proof.subarray(0, 6)));
  }

  export(): string {
    const { title, options } = terms;
    return seal({
      ...{ nemetonExport: 2, table, title, createdAt: 7, options, seats: this.seats, secret, commitment },
      ...{
        outcome: { winners: [], scores: [0, 0, 0] },
        contributions: ['07'.repeat(32), '', ''],
        entries: this.entries,
      },
    });
  }

  private add(entry: Record<string, unknown>, draws: number[]): this {
    const seq = this.entries.length + 1;
    const made = {
      ...{ format: 2, rules: 1, command: '', decision: '', move: null, time: seq + 7 },
      ...entry,
      ...{ seq, prev: this.entries.at(-1)?.hash ?? '0'.repeat(64) },
      salt: bytesToHex(authenticate(hexToBytes(secret), 'nemeton 2 salt', table, whole(seq, 8))),
      draws: draws.map((of) => ({ what: 'die', of, is: this.pool.draw(of) })),
    };
    this.entries.push({ entry: made, hash: hash(canonical(made)) });
    return this;
  }
}

/** Computes all hashes of a document anew, as a forger can. Signatures and signed heads stay. */
function seal(doc: Record<string, unknown> & { entries: { entry: Record<string, unknown> }[] }): string {
  let head = '0'.repeat(64);
  const entries = doc.entries.map(({ entry: rest }, at) => {
    const entry = { ...rest, seq: at + 1, prev: head };
    head = hash(canonical(entry));
    return { entry, hash: head };
  });
  const bare = { ...doc, entries, head };
  return JSON.stringify({ ...bare, digest: hash(canonical(bare)) });
}

function person(seat: number, holder: number, name: string): string {
  const salt = authenticate(hexToBytes(secret), 'nemeton 2 name salt', table, whole(seat, 1), whole(holder, 4));
  return bytesToHex(digest('nemeton 2 name', salt, name));
}
