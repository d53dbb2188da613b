// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { questionOf } from '../lib/board/question';
import { plainText } from '../lib/board/plain-text';
import { TitleTexts } from '../lib/board/title-texts';
import type { Language } from '../lib/i18n/text';
import type { Decision, JsonObject, Move } from '../lib/wire/game';
import type { Fixture } from '../dev/fixture';
import { fixtures as druids } from './druids/dev/fixture';
import druidsTitle from './druids';
import { fixtures as meduris } from './meduris/dev/fixture';
import medurisTitle from './meduris';
import { fixtures as pangea } from './pangea/dev/fixture';
import pangeaTitle from './pangea';

const titles = {
  druids: [druidsTitle, druids],
  meduris: [medurisTitle, meduris],
  pangea: [pangeaTitle, pangea],
} as const;

/** The words of a question that name an alternative, by decision and alternative. */
const words: Record<string, Record<string, string>> = {
  'meduris turn': { yield: 'large yield', hut: 'build a hut', temple: 'build a temple' },
  'druids turn': { play: 'play a card', call: 'call a spirit', roll: 'roll the dice' },
  'druids magic': { draw: 'draw two cards', shift: 'another stone', move: 'move as usual' },
  'pangea magic': { shift: 'shift a land', found: 'found a tribe', move: 'neutral tribe' },
};

interface Asked {
  name: string;
  decision: Decision;
  view: JsonObject;
  say: (decision: Decision) => string;
}

const asked: Asked[] = Object.entries(titles).flatMap(([title, [client, states]]) =>
  Object.entries(states as Record<string, Fixture>).flatMap(([state, { view, decisions, seats }]) =>
    decisions
      .filter(({ kind, moves }) => `${title} ${kind}` in words && moves.length > 0)
      .map((decision) => ({
        name: `${title} ${state}`,
        decision,
        view,
        say: (about: Decision) => {
          const texts = new TitleTexts(client, 'en');
          return plainText(questionOf(texts, about, view), texts, seats);
        },
      })),
  ),
);

describe('a question names exactly the alternatives among the legal moves', () => {
  it.each(asked)('$name: $decision.kind', ({ name, decision, say }) => {
    const each = words[`${name.split(' ')[0]} ${decision.kind}`] ?? {};
    const kinds = [...new Set(decision.moves.map((move) => String(move.do)))].filter((kind) => kind in each);
    expect(kinds).not.toEqual([]);
    // The position itself, and with every smaller choice of alternatives.
    for (let mask = 1; mask < 2 ** kinds.length; mask++) {
      const left = kinds.filter((_, i) => mask & (1 << i));
      const moves = decision.moves.filter((move) => left.includes(String(move.do)) || !(String(move.do) in each));
      const said = say({ ...decision, moves });
      const named = Object.entries(each)
        .filter(([, word]) => said.includes(word))
        .map(([kind]) => kind);
      expect(named.sort(), said).toEqual(left.sort());
    }
  });
});

describe.each(['en', 'nl'] as Language[])('questions without a choice in %s', (language) => {
  const say = (client: typeof medurisTitle, kind: string, moves: Move[], view: JsonObject = {}): string => {
    const texts = new TitleTexts(client, language);
    return plainText(questionOf(texts, { id: '1-1', seat: 0, kind, moves }, view), texts, []);
  };

  it('do not ask for the impossible', () => {
    const nothing = say(medurisTitle, 'lose_one', [{ material: 'none' }]);
    expect(nothing).not.toBe(say(medurisTitle, 'lose_one', [{ material: 'wood' }]));
    const price = { do: 'replace', units: { wood: 0 } };
    expect(say(medurisTitle, 'pay', [price])).not.toMatch(/Three|Drie/);
    expect(say(medurisTitle, 'pay', [price, { do: 'replace', units: { wood: 1 } }])).toMatch(/Three|Drie/);
    for (const kind of ['magic', 'spell', 'movement']) {
      const said = say(pangeaTitle, kind, [{ do: 'end' }], { turn: { actions: 1 } });
      expect(said).not.toMatch(/Lay|Leg|may|mag een|: \./);
    }
  });
});
