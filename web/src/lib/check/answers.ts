import { isObject, type JsonObject } from '../wire/narrow';
import { fits, isHexOf, type Document } from './document';
import { isBytes } from './entropy';

/** The answer of a seat before the start, as the first entry states it. Bots have none. */
export interface StoredAnswer {
  chain: string;
  declined: boolean;
  device: string;
  signature: string;
}

/** The facts that only the first entry states. */
export interface Started {
  /** The person digest of each seat; empty for bots. */
  names: string[];
  answers: StoredAnswer[];
  /** The moment at which a fork begins; absent for other tables. */
  origin?: StoredOrigin;
}

/** The moment of a finished table at which a fork begins. */
export interface StoredOrigin {
  table: string;
  seq: number;
  /** The hash of entry `seq`. */
  head: string;
  chance: string;
}

/** Reads them from the data of the first event. Returns undefined if they cannot belong to the seats of the document. */
export function readStarted(data: JsonObject, { seats, contributions }: Document): Started | undefined {
  const { names, answers, origin } = data;
  if (origin !== undefined && !isOrigin(origin)) return undefined;
  if (!Array.isArray(names) || names.length !== seats.length || !names.every(isHexOf(64))) return undefined;
  if (!Array.isArray(answers) || answers.length !== seats.length || !answers.every(isAnswer)) return undefined;
  if (contributions.length !== seats.length || !contributions.every(isContribution)) return undefined;
  const started = { names, answers, ...(origin === undefined ? {} : { origin }) } as unknown as Started;
  const fair = seats.every(({ bot }, seat) => {
    const answer = started.answers[seat];
    const contribution = contributions[seat] ?? '';
    if (!answer) return false;
    if (bot !== undefined) return bot !== '' && isEmpty(answer) && contribution === '' && names[seat] === '';
    const signed = (answer.device !== '') === (answer.signature !== '');
    return (
      names[seat] !== '' &&
      answer.declined === (contribution === '') &&
      signed &&
      (answer.device !== '' || answer.chain === '')
    );
  });
  return fair ? started : undefined;
}

const isAnswer = (value: unknown): boolean =>
  isObject(value) &&
  fits(value, {
    chain: isHexOf(64),
    declined: (declined) => typeof declined === 'boolean',
    device: isHexOf(64),
    signature: isHexOf(128),
  });

const isOrigin = (value: unknown): boolean =>
  isObject(value) &&
  fits(value, {
    table: (table) => typeof table === 'string',
    seq: Number.isInteger,
    head: (head) => head !== '' && isHexOf(64)(head),
    chance: (chance) => chance === 'same' || chance === 'new',
  });

const isContribution = (hex: string): boolean => isBytes(hex) && hex.length <= 128;

const isEmpty = ({ chain, declined, device, signature }: StoredAnswer): boolean =>
  !declined && chain === '' && device === '' && signature === '';
