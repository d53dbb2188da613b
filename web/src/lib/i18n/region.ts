import { settings } from '../state/settings.svelte';

/** The reader's language with the region of the browser, so that times are written as there: 15:52 in Britain, 3:52 PM in America. */
export function region(): string {
  const { language } = settings;
  return navigator.languages.find((one) => one === language || one.startsWith(`${language}-`)) ?? language;
}
