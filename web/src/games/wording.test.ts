// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { languageCodes, rawTexts } from '../dev/raw-texts';
import { TitleTexts } from '../lib/board/title-texts';
import { joinParts, type Language } from '../lib/i18n/text';
import type { JsonObject } from '../lib/wire/narrow';
import druids from './druids';
import meduris from './meduris';
import pangea from './pangea';

const [en, nl] = ['en', 'nl'].map((language) => rawTexts('texts/*/client.json', language)) as [
  Record<string, string>,
  Record<string, string>,
];
const raw = (title: string, language: string): Record<string, string> =>
  rawTexts(`web/src/games/${title}/texts/*.json`, language);
const titles = { druids, meduris, pangea };
const rules: Record<string, string> = import.meta.glob('./*/rules/nl.*', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const dutch: [string, string][] = [
  ...[nl, ...Object.keys(titles).map((title) => raw(title, 'nl'))].flatMap((texts) => Object.entries(texts)),
  ...Object.entries(rules).map(([path, text]): [string, string] => [
    path,
    text.replace(/<[^>]*>|\*/g, '').replace(/\s+/g, ' '),
  ]),
];
/** The Dutch texts in which a pattern is found. */
const found = (pattern: RegExp): string[] => dutch.filter(([, text]) => pattern.test(text)).map(([key]) => key);

describe('the Dutch texts', () => {
  it.each([
    ['a fiche is a bonus or druid chip, never a material', /(?<!bonus|druïde|het )fiches?\b/i],
    ['a fiche is neuter', /\b(de|deze|die) ((bonus|druïde)?fiche)\b/i],
    ['a region is a streek', /\b(gebied|regio)(en|'s)?\b/i],
    ['a material is a grondstof', /\bmateria(al|len)\b/i],
    ['a player plays as jij', /\bals jou\b/],
    ['the parts of a plateau’s name are one word', /(hout|wol|koper|steen|word\}) plateau/],
    ['nothing is chosen there', /dat kan hier niet|kan hier niet gekozen/i],
  ])('use one word for one thing: %s', (_, pattern) => {
    expect(found(pattern)).toEqual([]);
  });

  it('use the verb of several people for several people', () => {
    expect(nl['result.shared']).toContain('{names} delen');
    for (const title of Object.keys(titles)) expect(raw(title, 'nl')['event.game_ended.shared=1']).toContain(' delen ');
  });

  it('have the corrected sentences', () => {
    expect(nl['settings.devices.hint']).toContain('speelt als jij');
    expect(nl['fair.title']).toBe('Was het toeval eerlijk?');
    expect(raw('meduris', 'nl')['why.not']).toBe('Dit kun je nu niet kiezen.');
    expect(say('meduris', 'nl', 'move.place_worker', { plateau: 'wood' })).toBe('Op het houtplateau');
  });
});

describe('the English texts', () => {
  it('have the corrected sentences', () => {
    expect(en['settings.notify']).toBe('Notify me when it is my turn and this page is hidden');
    expect(en['settings.notify.cannot']).toContain('Notifications are not available in this browser');
    expect(en['company.mine.hint']).toBe('You can take your seat back at any time.');
    const event = { people: 'blue', tile: 0 };
    expect(say('pangea', 'en', 'event.neutral_settled', event)).toMatch(/^The neutral blue people settle on/);
  });
});

// Screen readers hear these words before a question that does not begin with them.
it.each(languageCodes)('a question about a turn begins as the common texts do, language %s', (language) => {
  const yours = rawTexts('texts/*/client.json', language)['play.yours'];
  for (const title of ['druids', 'meduris'])
    expect(raw(title, language)['decision.turn']).toMatch(RegExp(`^${yours}\\s?:`));
});

it.each(['en', 'nl'] as const)('a capacity is never a price, language %s', (language) => {
  const lands = Object.entries(raw('pangea', language)).filter(([, text]) => /Land, word\}/.test(text));
  expect(lands.length).toBeGreaterThan(10);
  // A land without its room may stand beside a price only if the price has its unit.
  const misread = lands.filter(
    ([, text]) => /Land, word\}(?! \((room|ruimte) \{\w+\}\))/.test(text) && !/\{price, plural/.test(text),
  );
  expect(misread).toEqual([]);
  expect(say('pangea', language, 'move.place_tower', { tile: 0 })).toBe(
    language === 'en' ? 'On the grassland (room 3)' : 'In het grasland (ruimte 3)',
  );
});

const view: JsonObject = { tiles: [{ landscape: 'grassland', capacity: 3, field: 0 }] };

function say(title: keyof typeof titles, language: Language, key: string, data: JsonObject): string {
  const texts = new TitleTexts(titles[title], language);
  return joinParts(
    texts.describe(key, data, view),
    (seat) => `player ${seat}`,
    (piece) => texts.word(piece),
  );
}
