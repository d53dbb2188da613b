import type { TextCatalog } from '../../games/contract';
import { humanize } from '../board/title-texts';
import { plainMessage } from '../i18n/text';
import { listed, optionalText, t } from '../i18n/translate';
import { paceText } from './pace-texts';
import type { SettingsChange } from '../wire/table';
import type { Option } from '../wire/title';

/** The name of an option. `words` are the texts of the title card. */
export function optionName(option: Option, words: TextCatalog): string {
  return own(words, `option.${option.id}`) ?? optionalText(`option.${option.id}`) ?? humanize(option.id);
}

function own(words: TextCatalog, key: string): string | undefined {
  const message = words[key];
  return message === undefined ? undefined : plainMessage(message);
}

export function choiceText(option: Option, choice: string, words: TextCatalog): string {
  const key = `option.${option.id}.${choice}`;
  return own(words, key) ?? optionalText(key) ?? humanize(choice);
}

export function valueText(option: Option, value: number, words: TextCatalog): string {
  if (option.kind === 'bool') return value ? t('play.yes') : t('play.no');
  if (option.kind === 'int') return String(value);
  return choiceText(option, option.choices[value] ?? '', words);
}

/** A change of the settings in a few words, as in "hints on and 4 players". */
export function changeText(change: SettingsChange, options: readonly Option[], words: TextCatalog): string {
  const parts = options.flatMap((option) => {
    const value = change.options[option.id];
    if (value === undefined) return [];
    const short = optionalText(`changed.${option.id}.${option.kind === 'choice' ? option.choices[value] : value}`);
    return [short ?? `${optionName(option, words)}: ${valueText(option, value, words)}`];
  });
  if (change.pace) parts.push(paceText(change.pace));
  if (change.seats !== undefined) parts.push(t('changed.seats', { n: change.seats }));
  if (change.visibility !== undefined) parts.push(t(`changed.${change.visibility}`));
  return listed(parts);
}
