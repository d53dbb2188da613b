import { t } from '../i18n/translate';
import { ring } from './bell-sound';
import { settings } from './settings.svelte';

/** Whether the system may be asked to show notices: not over plain http, not everywhere. */
export function canNotify(): boolean {
  return 'Notification' in window && isSecureContext && Notification.permission !== 'denied';
}

/** It has become the reader's turn: a sound, and a notice where the page is hidden. */
export function alertTurn(title: string): void {
  if (settings.sound) ring();
  if (settings.notify && document.hidden && canNotify() && Notification.permission === 'granted') {
    try {
      const notice = new Notification(`${t('tab.yourTurn')}: ${title}`, {
        body: t('notify.body'),
        tag: 'nemeton-turn',
      });
      notice.onclick = () => {
        window.focus();
        notice.close();
      };
    } catch {
      // Some phones allow notices to service workers only: the tab's title tells it too.
    }
  }
}
