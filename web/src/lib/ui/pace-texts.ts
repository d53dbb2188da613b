import { dateFormat, numberFormat } from '../environment/locale';
import { region } from '../i18n/region';
import { t } from '../i18n/translate';
import { freePace, type Pace } from '../wire/pace';
import type { PaceInput } from '../wire/requests.gen';
import { levels } from './bots';

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Seconds in words of the reader's language: 3 days, 1 hr 30 min. */
export function durationText(seconds: number): string {
  let rest = seconds;
  const parts = units.flatMap(([unit, length]) => {
    const n = Math.floor(rest / length);
    rest -= n * length;
    if (n === 0) return [];
    return [
      numberFormat(region(), {
        style: 'unit',
        unit,
        unitDisplay: unit === 'day' ? 'long' : 'short',
      }).format(n),
    ];
  });
  return parts.join(' ') || '0';
}

/** A day and time in the reader's language. `ms` is in milliseconds since 1970. */
export function dateText(ms: number): string {
  return dateFormat(region(), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
  }).format(ms);
}

/** A pace in a few words: 10 min + 20 sec for each turn. */
export function paceText(pace: Pace): string {
  if (pace.kind === 'free') return t('pace.free');
  const times = { bank: durationText(pace.bank), increment: durationText(pace.increment) };
  return pace.increment > 0 ? t(`pace.${pace.kind}`, times) : t('pace.plain', times);
}

function preset(kind: 'live' | 'days', bank: number, increment: number): Pace {
  return { ...freePace, kind, bank, increment, level: 'medium' };
}

/** A pace as a request has it: only the members that its kind has. An unknown level of a newer server becomes the middle one. */
export function paceRequest({ kind, bank, increment, byHand, level: wanted, vacation }: Pace): PaceInput {
  if (kind === 'free') return { kind };
  const level = levels.find((one) => one === wanted) ?? 'medium';
  return { kind, bank, increment, byHand, level, ...(vacation ? { vacation } : {}) };
}

export const pacePresets: readonly Pace[] = [
  freePace,
  preset('live', 300, 10),
  preset('live', 600, 20),
  preset('live', 1200, 30),
  preset('days', 86_400, 21_600),
  preset('days', 259_200, 43_200),
  preset('days', 604_800, 86_400),
];
