import { canonical } from './canonical';
import type { Checking } from './check';
import { commitment, dice, key, restoredKey } from './dice';
import { entropyOf, isBytes, isEntropy } from './entropy';
import type { Wrong } from './steps';

/** The checks of chance version 1, whose draws depend on one key and the number of the entry. */

/** Compares the first entry with the document. */
export function startOfKey({ doc, expected }: Checking): Wrong | undefined {
  const first = doc.entries[0]?.entry;
  const event = first?.events[0];
  if (first?.kind !== 'start' || event?.name !== 'frame.started') return { check: 'start', seq: 1 };
  const { table, title, commitment, contributions, options } = doc;
  const setup = { options, colors: doc.seats.map(({ color }) => color) };
  const same = canonical(event.data) === canonical({ table, title, commitment, contributions, setup });
  const counted = contributions.length <= doc.seats.length && doc.seats.every(({ seat }, at) => seat === at);
  return same && counted && (expected?.table ?? table) === table ? undefined : { check: 'start', seq: 1 };
}

/** Compares the secret with its commitment. */
export function secretOfKey({ doc }: Checking): Wrong | undefined {
  const readable = isEntropy(doc.secret) && doc.contributions.every(isBytes);
  return readable && commitment(doc.secret) === doc.commitment ? undefined : { check: 'commitment' };
}

/** Makes all draws again. */
export async function drawsOfKey({ doc, found, slices }: Checking): Promise<Wrong | undefined> {
  let made = key(doc.secret, doc.contributions);
  const handedOver = new Set<number>();
  for (const { entry } of doc.entries) {
    const draw = dice(made, entry.seq);
    for (const { of, is } of entry.draws) {
      if (of < 1 || draw(of) !== is) return { check: 'draws', seq: entry.seq };
      found.draws++;
      await slices.pause();
    }
    for (const event of entry.events) {
      if (event.name === 'frame.handed_over' && typeof event.data.seat === 'number') handedOver.add(event.data.seat);
      if (event.name !== 'frame.restored') continue;
      const entropy = entropyOf(entry, event);
      if (entropy === undefined) return { check: 'draws', seq: entry.seq };
      made = restoredKey(made, entropy);
      found.restores++;
    }
  }
  found.handedOver = [...handedOver];
  return undefined;
}
