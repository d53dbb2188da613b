import { fillTemplate, type Part } from '../i18n/text';
import { t, template, type Key } from '../i18n/translate';
import { settings } from '../app/settings.svelte.ts';
import type { EntryEvents, GameEvent } from '../wire/game';
import type { JsonObject } from '../wire/narrow';
import { dateText, durationText } from '../ui/pace-texts';
import type { TitleTexts } from './title-texts';

export interface LogSentence {
  event: GameEvent;
  parts: Part[];
}

/** Formats the events of an entry for the log, a sentence for each event. */
export function logLines(texts: TitleTexts, events: readonly GameEvent[], view: JsonObject): Part[][] {
  return logSentences(texts, events, view).map(({ parts }) => parts);
}

export interface LogItem {
  seq: number;
  sentences: LogSentence[];
}

const items = new WeakMap<TitleTexts, WeakMap<EntryEvents, LogItem>>();

/** Formats an entry for the log. Its sentences are built once, with the view of that time. Later views do not change them. */
export function logItem(texts: TitleTexts, line: EntryEvents, view: JsonObject): LogItem {
  const known = items.get(texts) ?? new WeakMap<EntryEvents, LogItem>();
  items.set(texts, known);
  const item = known.get(line) ?? { seq: line.seq, sentences: logSentences(texts, line.events, view) };
  if (Object.keys(view).length > 0) known.set(line, item);
  return item;
}

/** Formats the events of an entry for the log. Events without a sentence are left out. */
function logSentences(texts: TitleTexts, events: readonly GameEvent[], view: JsonObject): LogSentence[] {
  return events
    .map((event) => ({ event, parts: sentence(texts, event, view) }))
    .filter(({ parts }) => parts.length > 0);
}

function sentence(texts: TitleTexts, event: GameEvent, view: JsonObject): Part[] {
  switch (event.name) {
    case 'frame.outages':
      return [t('frame.outages')];
    case 'frame.time_given':
      return systemText('frame.time_given', { ...event.data, time: durationText(Number(event.data.time) / 1000) });
    case 'frame.paused':
      return event.data.until === 0
        ? [t('frame.resumed')]
        : [t('frame.paused', { time: dateText(Number(event.data.until)) })];
    case 'frame.vacation':
      return event.data.until === 0
        ? systemText('frame.vacation.over', event.data)
        : systemText('frame.vacation', { ...event.data, time: dateText(Number(event.data.until)) });
    case 'frame.started':
      return [t('frame.started')];
    case 'frame.restored':
      return [t('frame.restored')];
    case 'frame.enrolled':
      return systemText(event.data.by ? 'frame.enrolled' : 'frame.enrolled.word', event.data);
    case 'frame.conceded':
      return systemText(event.data.level ? 'frame.conceded.bot' : 'frame.conceded', event.data);
    case 'frame.ended':
      return [t(event.data.by === 'agreement' ? 'frame.ended.agreement' : 'frame.ended.concession')];
    case 'frame.closed':
      return [t('frame.closed')];
    case 'frame.stop_proposed':
    case 'frame.stop_agreed':
    case 'frame.stop_declined':
    case 'frame.pause_proposed':
    case 'frame.pause_agreed':
    case 'frame.pause_declined':
    case 'frame.taken_back':
    case 'frame.left':
    case 'frame.returned':
    case 'frame.agreed':
    case 'frame.taken_over':
    case 'frame.handed_over':
    case 'frame.timed_out':
      return systemText(event.name, event.data);
    default:
      return texts.isHidden(event.name) ? [] : texts.describe(`event.${event.name}`, event.data, view);
  }
}

/** A common text about seats in the reader's language. */
export function systemText(key: Key, data: JsonObject): Part[] {
  return fillTemplate(template(key), data, settings.language, { player: (seat) => [{ player: Number(seat) }] });
}
