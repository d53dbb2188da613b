/** Crockford's base 32: digits and capital letters without I, L, O and U, which look or sound like others. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The short form of a commitment that people read to each other: its first 60 bits as three groups of four characters. */
export function fingerprint(commitment: string): string {
  const bits = BigInt(`0x${commitment.slice(0, 15)}`);
  const digits = Array.from({ length: 12 }, (_, at) => alphabet[Number((bits >> BigInt(55 - 5 * at)) & 31n)]);
  return [0, 4, 8].map((at) => digits.slice(at, at + 4).join('')).join('-');
}

/** The fingerprint for a screen reader, which then reads each character. */
export const spelled = (print: string): string =>
  // eslint-disable-next-line no-restricted-syntax -- the commas are pauses of the voice
  print
    .split('-')
    .map((group) => [...group].join(' '))
    .join(', ');
