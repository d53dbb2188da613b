import { t } from '../i18n/translate';

/** The levels at which bots play, the easiest first. */
export const levels = ['easy', 'medium', 'hard'] as const;

/** How well a bot plays. */
export type Level = (typeof levels)[number];

const names = ['bot.name.0', 'bot.name.1', 'bot.name.2', 'bot.name.3', 'bot.name.4'] as const;

/** What the bot on a seat is called: the server gives bots no names. */
export function botName(seat: number): string {
  return t(names[seat % names.length] ?? names[0]);
}

/** What a bot is and how well it plays, for the sign beside its name. A newer server's levels are simply bots. */
export function botSign(level: string): string {
  const known = levels.find((one) => one === level);
  return known ? t(`bot.sign.${known}`) : t('play.bot');
}
