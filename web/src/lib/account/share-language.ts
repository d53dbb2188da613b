import { notifyApi } from '../net/notify-api';
import { settings } from '../app/settings.svelte.ts';
import { isLanguage } from '../i18n/text';
import { showLanguage } from '../i18n/translate';

/** Stores a new choice of this device with the person, or shows the language that the person chose elsewhere. Rejects if a request is lost. */
export async function shareLanguage(stored?: string): Promise<void> {
  if (settings.languageUnsent) {
    await notifyApi.change({ language: settings.language });
    settings.languageUnsent = false;
  } else if (isLanguage(stored)) {
    await showLanguage(stored);
    settings.languageChosen = true;
  }
}
