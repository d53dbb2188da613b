import type { TitleClient } from '../../games/contract';
import { ownMoves } from '../animation/recap';
import { logLines } from '../board/log-lines';
import { plainSentences, plainText } from '../board/plain-text';
import { pointsOf } from '../board/points';
import { questionOf } from '../board/question';
import type { TitleTexts } from '../board/title-texts';
import { labelled, listed, t } from '../i18n/translate';
import { nameOf } from '../ui/seating';
import type { Decision, EntryEvents, GameEvent, JsonObject } from '../wire/game';
import type { Seat } from '../wire/table';

/** The parts of a table page that the announcements are about. */
export interface NewsSource {
  readonly title: TitleClient;
  readonly texts: TitleTexts;
  readonly seats: readonly Seat[];
  readonly me: number | undefined;
  /** The page has the notes of a table at a server. They are live regions. */
  readonly hasNotes: boolean;
  /** The view, the decisions and the complete entries of the shown moment. */
  readonly moment: {
    readonly view: JsonObject;
    readonly decisions: readonly Decision[];
    readonly mine: Decision | undefined;
    readonly complete: readonly EntryEvents[];
  };
}

interface Speaker {
  announce(text: string): void;
  interrupt(text: string): void;
}

/** The maximum number of entries that are announced at once. More of them become a number. */
const maxEntries = 3;

/** The maximum number of sentences about the changes since the reader's last turn. */
const maxSentences = 12;

/**
 * The announcements of a table for screen readers. They follow the shown moment: an entry is announced once, as soon as the page shows all
 * of it.
 */
export class TableNews {
  /** The seq of the last entry that is known to the reader; undefined before the first snapshot. */
  private last: number | undefined;
  /** The id of the reader's announced decision; undefined before the first look, '' for none. */
  private decision: string | undefined;

  constructor(
    private readonly source: NewsSource,
    private readonly speaker: Speaker,
  ) {}

  /** The page shows this entry without playing it, for example when it opens. Entries up to it are not announced. */
  startAt(seq: number): void {
    this.last = seq;
  }

  /** Announces the entries that the page shows completely and that are not announced yet, one message for each. */
  tellEntries(): void {
    const { last } = this;
    if (last === undefined) return;
    const fresh = this.source.moment.complete.filter(({ seq }) => seq > last);
    this.last = fresh.at(-1)?.seq ?? last;
    const untold = fresh.map(({ seq, events }) => ({ seq, events: events.filter((event) => !this.isNoted(event)) }));
    const sentences = untold.map((line) => this.sentencesOf(line)).filter((all) => all.length > 0);
    const left = sentences.slice(0, -maxEntries).flat().length;
    if (left > 0) this.speaker.announce(t('news.more', { n: left }));
    for (const all of sentences.slice(-maxEntries)) this.speaker.announce(all.join(' '));
  }

  /** Announces the reader's decision if it is new: urgently if the reader had none before. The one of an opening page is not announced. */
  tellDecision(): void {
    const { mine } = this.source.moment;
    const before = this.decision;
    this.decision = mine?.id ?? '';
    if (!mine || before === undefined || before === mine.id) return;
    if (before === '') this.speaker.interrupt(this.prompt(mine));
    else this.speaker.announce(this.prompt(mine));
  }

  /** Announces the changes since the reader's last move. */
  tellChanges(): void {
    const { me, moment, title } = this.source;
    const lines = moment.complete;
    const own = title.events ? ownMoves(lines, me, title.events) : new Set<number>();
    const since = Math.max(0, ...own);
    const sentences = lines.filter(({ seq }) => seq > since).flatMap((line) => this.sentencesOf(line));
    const left = sentences.length - maxSentences;
    const told = sentences.slice(-maxSentences);
    this.speaker.interrupt(
      told.length === 0 ? t('news.none') : [...(left > 0 ? [t('news.more', { n: left })] : []), ...told].join(' '),
    );
  }

  /** Announces the standing of every player. */
  tellStanding(): void {
    this.speaker.interrupt(this.source.seats.map(({ seat }) => this.standingOf(seat)).join(' '));
  }

  /** Reports whether the page has a note about an event, which is announced together with its buttons. */
  private isNoted({ name, data }: GameEvent): boolean {
    const { hasNotes, me } = this.source;
    switch (hasNotes && name) {
      case 'frame.stop_proposed':
      case 'frame.pause_proposed':
        return true;
      // The end of a pause has no note.
      case 'frame.paused':
        return data.until !== 0;
      case 'frame.left':
      case 'frame.taken_over':
        return data.seat === me;
      // A concession that leaves no seat to a bot ends the game, with its note.
      case 'frame.conceded':
        return data.seat === me && data.level !== '';
      default:
        return false;
    }
  }

  private sentencesOf({ events }: EntryEvents): string[] {
    const { texts, moment, seats } = this.source;
    return logLines(texts, events, moment.view).map((parts) => plainText(parts, texts, seats));
  }

  private prompt(decision: Decision): string {
    const { texts, moment, seats } = this.source;
    const said = plainText(questionOf(texts, decision, moment.view), texts, seats);
    return said.startsWith(t('play.yours')) ? said : t('news.asked', { question: said });
  }

  private standingOf(seat: number): string {
    const { title, texts, seats, me, moment } = this.source;
    const points = pointsOf(title, moment.view, seat);
    const sentences = title.standing?.(texts, seat, moment.view) ?? [];
    const marks = [
      ...(points === undefined ? [] : [t('play.points', { n: points })]),
      ...(title.turn?.(moment.view) === seat ? [t(seat === me ? 'play.turn.mine' : 'play.turn')] : []),
      ...(moment.decisions.some((decision) => decision.seat === seat) ? [t('play.asked')] : []),
      ...(seats.find((each) => each.seat === seat)?.standIn ? [t('company.plays')] : []),
    ];
    const said = sentences.length > 0 ? plainSentences(sentences, texts, seats) : nameOf(seats, seat);
    if (marks.length === 0) return `${said}.`;
    const state = listed(marks, 'unit');
    return sentences.length > 0 ? `${said}. ${state}.` : `${labelled(said, state)}.`;
  }
}
