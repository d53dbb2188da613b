// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { seatsOf, textTitle } from '../../dev/contexts';
import { logLines } from './log-lines';
import { plainText } from './plain-text';
import { TitleTexts } from './title-texts';

const texts = new TitleTexts(textTitle({}), 'en');

it('reports concessions and stops in words', () => {
  const said = (name: string, data: object): string[] =>
    logLines(texts, [{ name: `frame.${name}`, data: { ...data } }], {}).map((parts) =>
      plainText(parts, texts, seatsOf('Ada', 'Bram')),
    );
  expect(said('conceded', { seat: 1, level: '' })).toEqual(['Bram concedes.']);
  expect(said('conceded', { seat: 1, level: 'easy' })).toEqual(['Bram concedes. A bot plays the seat to the end.']);
  expect(said('stop_proposed', { seat: 0 })).toEqual(['Ada wants to stop here.']);
  expect(said('stop_agreed', { seat: 1, proposal: 4 })).toEqual(['Bram agrees to stop here.']);
  expect(said('stop_declined', { seat: 1, proposal: 4 })).toEqual(['Bram wants to play on.']);
  expect(said('closed', {})).toEqual(['The operator of this server closed the table.']);
  expect(said('ended', { by: 'agreement', people: [0, 1] })).toEqual(['The game stops here.']);
  expect(said('ended', { by: 'concession', people: [0] })).toEqual(['The game is over.']);
});
