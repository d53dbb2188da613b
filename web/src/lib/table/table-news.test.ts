// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { messages, seatsOf } from '../../dev/contexts';
import type { TitleClient } from '../../games/contract';
import { TitleTexts } from '../board/title-texts';
import { noTexts } from '../i18n/lazy-texts';
import type { Decision, EntryEvents } from '../wire/game';
import { TableNews, type NewsSource } from './table-news';

const texts = messages({
  'event.rolled': '{seat, player} rolls {n}.',
  'event.quiet': '',
  'decision.pay': 'How do you pay?',
  'decision.turn': 'Your turn: roll the dice.',
  standing: '{seat, player}: {cards} cards',
});
const title: TitleClient = {
  texts: { ...noTexts(), en: texts },
  points: { list: 'players', member: 'points' },
  turn: () => 1,
  standing: (all, seat) => (seat === 0 ? [all.format('standing', { seat, cards: 2 }) ?? []] : []),
  events: {
    animate: () => [],
    scoreChanges: () => [],
    recapSeat: ({ data }) => Number(data.seat),
    endingRole: () => undefined,
  },
};

const rolled = (seq: number, seat: number): EntryEvents => ({
  seq,
  events: [{ name: 'rolled', data: { seat, n: seq } }],
});
const decision = (id: string, kind = 'pay'): Decision => ({ id, seat: 0, kind, moves: [] });

let said: string[] = [];
beforeEach(() => void (said = []));

function begin() {
  const moment = {
    view: {
      players: [
        { seat: 0, points: 1 },
        { seat: 1, points: 7 },
      ],
    },
    decisions: [] as Decision[],
    mine: undefined as Decision | undefined,
    complete: [] as EntryEvents[],
  };
  const own = { title, texts: new TitleTexts(title, 'en'), seats: seatsOf('Ada', 'Ben'), me: 0, hasNotes: true };
  const source: NewsSource = { ...own, moment };
  const news = new TableNews(source, {
    announce: (text) => void said.push(text),
    interrupt: (text) => void said.push(`! ${text}`),
  });
  return { moment, news };
}

it('announces each entry once, when it is shown completely, but not those of the snapshot', () => {
  const { moment, news } = begin();
  moment.complete = [rolled(1, 0), rolled(2, 1)];
  news.tellEntries();
  news.startAt(2);
  news.tellEntries();
  expect(said).toEqual([]);
  moment.complete = [...moment.complete, rolled(3, 1), { seq: 4, events: [{ name: 'quiet', data: {} }] }];
  news.tellEntries();
  news.tellEntries();
  expect(said).toEqual(['Ben rolls 3.']);
});

it('leaves a proposal to its note, which is announced too', () => {
  const { moment, news } = begin();
  news.startAt(0);
  moment.complete = ['stop_proposed', 'stop_agreed'].map((name, i) => ({
    seq: i + 1,
    events: [{ name: `frame.${name}`, data: { seat: 1 } }],
  }));
  news.tellEntries();
  expect(said).toEqual(['Ben agrees to stop here.']);
  news.tellChanges();
  expect(said.at(-1)).toBe('! Ben wants to stop here. Ben agrees to stop here.');
});

it('announces the end of a pause, whose note is gone', () => {
  const { moment, news } = begin();
  news.startAt(0);
  moment.complete = [3_600_000, 0].map((until, i) => ({
    seq: i + 1,
    events: [{ name: 'frame.paused', data: { until } }],
  }));
  news.tellEntries();
  expect(said).toEqual(['The pause is over.']);
});

it('leaves what happens to the seat of the reader to its note', () => {
  const { moment, news } = begin();
  news.startAt(0);
  const event = (name: string, seat: number, level: string) => ({ name: `frame.${name}`, data: { seat, level } });
  moment.complete = [
    { seq: 1, events: [event('left', 0, ''), event('left', 1, '')] },
    { seq: 2, events: [event('taken_over', 0, 'easy'), event('taken_over', 1, 'easy')] },
    { seq: 3, events: [event('conceded', 0, 'easy'), event('conceded', 1, 'easy')] },
  ];
  news.tellEntries();
  expect(said).toEqual([
    'Ben leaves for now.',
    'A bot plays for Ben from now on.',
    'Ben concedes. A bot plays the seat to the end.',
  ]);
  // Without a bot the game is over, and there is no note.
  moment.complete = [...moment.complete, { seq: 4, events: [event('conceded', 0, '')] }];
  news.tellEntries();
  expect(said.at(-1)).toBe('Ada concedes.');
});

it('announces many entries at once as a number and the last of them', () => {
  const { moment, news } = begin();
  news.startAt(0);
  moment.complete = [1, 2, 3, 4, 5].map((seq) => rolled(seq, 1));
  news.tellEntries();
  expect(said).toEqual(['2 earlier lines in “What happened”.', 'Ben rolls 3.', 'Ben rolls 4.', 'Ben rolls 5.']);
});

it('interrupts only when the reader begins to be asked', () => {
  const { moment, news } = begin();
  news.tellDecision();
  for (const mine of [decision('1', 'turn'), decision('1', 'turn'), decision('2'), undefined, decision('3')]) {
    moment.mine = mine;
    news.tellDecision();
  }
  expect(said).toEqual(['! Your turn: roll the dice.', 'Your turn. How do you pay?', '! Your turn. How do you pay?']);
});

it('does not announce the decision of a page that opens', () => {
  const { moment, news } = begin();
  moment.mine = decision('1');
  news.tellDecision();
  expect(said).toEqual([]);
});

it('tells the changes since the reader’s last move on request', () => {
  const { moment, news } = begin();
  moment.complete = [rolled(1, 1), rolled(2, 0)];
  news.tellChanges();
  moment.complete = [...moment.complete, rolled(3, 1), rolled(4, 1)];
  news.tellChanges();
  expect(said).toEqual(['! Nothing has happened since your last turn.', '! Ben rolls 3. Ben rolls 4.']);
});

it('tells the standing of every player on request', () => {
  const { moment, news } = begin();
  moment.decisions = [decision('1')];
  news.tellStanding();
  expect(said).toEqual(['! Ada: 2 cards. 1 point, deciding. Ben: 7 points, their turn.']);
});
