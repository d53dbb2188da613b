import { t } from '../i18n/translate';

export const levels = ['easy', 'medium', 'hard'] as const;

export type Level = (typeof levels)[number];

const names = ['bot.name.0', 'bot.name.1', 'bot.name.2', 'bot.name.3', 'bot.name.4'] as const;

/** The name of a bot by seat, because the server does not name bots. */
export function botName(seat: number): string {
  return t(names[seat % names.length] ?? names[0]);
}

/** The label of a bot level. Unknown levels of a newer server are shown as "bot". */
export function botSign(level: string): string {
  const known = levels.find((one) => one === level);
  return known ? t(`bot.sign.${known}`) : t('play.bot');
}
