// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { readDecisions } from '../wire/game';
import { messages, seatsOf, textTitle } from '../../dev/contexts';
import { effectsOfMove } from './effects';
import { plainText } from './plain-text';
import { TitleTexts } from './title-texts';

const sent = {
  ...{ id: '1-1', seat: 0, kind: 'buying', moves: [{ do: 'buy' }, { do: 'end' }] },
  effects: [
    [
      { kind: 'pay', goods: 2 },
      { kind: 'production', seat: 1, to: { min: 1, max: 2 } },
      { kind: 'walk', fields: [3, 4] },
    ],
    [],
  ],
};

it('reads whole numbers, ranges and lists of the effects of a move', () => {
  const [decision] = readDecisions([sent]);
  const effects = effectsOfMove(decision, decision?.moves[0]);
  expect(effects.first('pay')?.range('goods')).toEqual({ min: 2, max: 2 });
  expect(effects.first('production')?.range('to')).toEqual({ min: 1, max: 2 });
  expect(effects.of('walk')[0]?.list('fields')).toEqual([3, 4]);
  expect([effects.has('earn'), effects.first('pay')?.whole('left'), effects.first('pay')?.list('left')]).toEqual([
    false,
    0,
    [],
  ]);
  expect(effectsOfMove(decision, decision?.moves[1]).all).toEqual([]);
});

it('has none without a decision, a move or effects', () => {
  const { effects, ...without } = sent;
  const [decision] = readDecisions([without]);
  expect(effects).toHaveLength(2);
  expect(effectsOfMove(decision, decision?.moves[0]).all).toEqual([]);
  expect(effectsOfMove(undefined, decision?.moves[0]).all).toEqual([]);
  expect(effectsOfMove(decision, undefined).all).toEqual([]);
});

it('words effects by the texts of their kinds', () => {
  const en = messages({
    'effect.pay': 'Costs {goods}.',
    'effect.production': '{seat, player} produces {to} to {toTo}.',
    'effect.production.less': '{seat, player} produces {to}.',
  });
  const texts = new TitleTexts(textTitle(en), 'en');
  const [decision] = readDecisions([sent]);
  const [move, end] = decision?.moves ?? [];
  if (!decision || !move || !end) throw new Error('no moves');
  const said = texts.effects({}, decision, move).map((parts) => plainText(parts, texts, seatsOf('Ada', 'Bram')));
  expect(said).toEqual(['Costs 2.', 'Bram produces 1 to 2.']);
  expect(texts.effects({}, decision, end)).toEqual([]);
});
