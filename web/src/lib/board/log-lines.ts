import { fill, type Part } from '../i18n/text';
import { t, template } from '../i18n/translate';
import type { GameEvent } from '../wire/game';
import type { JsonObject } from '../wire/narrow';
import type { Speech } from './title-texts';

/** What of an entry is told, a sentence for each event. */
export function tell(speech: Speech, events: readonly GameEvent[], view: JsonObject): Part[][] {
  return events.map((event) => sentence(speech, event, view)).filter((parts) => parts.length > 0);
}

function sentence(speech: Speech, event: GameEvent, view: JsonObject): Part[] {
  switch (event.name) {
    case 'frame.started':
      return [t('frame.started')];
    case 'frame.taken_back':
    case 'frame.left':
    case 'frame.returned':
    case 'frame.agreed':
    case 'frame.taken_over':
    case 'frame.handed_over':
      return fill(template(event.name), event.data, speech.language, { player: (seat) => [{ player: Number(seat) }] });
    default:
      return speech.silent(event.name) ? [] : speech.about(`event.${event.name}`, event.data, view);
  }
}
