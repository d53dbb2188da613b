import en from '../../../texts/en/client.json';
import nl from '../../../texts/nl/client.json';
import meduris from '../../src/games/meduris/texts/en.json';

export { en, meduris, nl };

/** Returns a text of the English catalog with its placeholders replaced, as `{seat, player}` by the value of `seat`. */
export function text(key: keyof typeof en, values: Record<string, string> = {}): string {
  return en[key].replace(/\{(\w+)(?:, \w+)?\}/g, (_, name: string) => values[name] ?? '');
}
