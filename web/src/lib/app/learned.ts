import { settings } from './settings.svelte';

/** The name of a kind of decision of a title, or of the title itself. */
const nameOf = (title: string, kind?: string): string => (kind === undefined ? title : `${title}.${kind}`);

/** Whether the reader made a decision of a kind, or without a kind, finished a game of the title. */
export const knows = (title: string, kind?: string): boolean => settings.learned.includes(nameOf(title, kind));

/** Whether the reader made any decision of a title. */
export const knowsChoices = (title: string): boolean => settings.learned.some((name) => name.startsWith(`${title}.`));

/** Notes that the reader made a decision of a kind, or without a kind, finished a game of the title. */
export function learn(title: string, kind?: string): void {
  if (!knows(title, kind)) settings.learned = [...settings.learned, nameOf(title, kind)];
}
