import { en } from '../../src/lib/i18n/en';
import { nl } from '../../src/lib/i18n/nl';
import { en as meduris } from '../../src/games/meduris/en';

export { en, meduris, nl };

/** Returns a text of the English catalog with its placeholders replaced, as `{seat:player}` by the value of `seat`. */
export function text(key: keyof typeof en, values: Record<string, string> = {}): string {
  return en[key].replace(/\{(\w+)(?::\w+)?\}/g, (_, name: string) => values[name] ?? '');
}
