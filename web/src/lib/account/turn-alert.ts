import { labelled, t } from '../i18n/translate';
import { player } from '../sound/player';
import { settings } from '../app/settings.svelte.ts';

/** Reports whether notifications can be requested; they need a secure context. */
export function canNotify(): boolean {
  return 'Notification' in window && isSecureContext && Notification.permission !== 'denied';
}

/** Alerts the reader to their turn: a sound, and a notification if the page is hidden. */
export function alertTurn(title: string): void {
  if (settings.turnSound) void player.play('turn', true);
  if (settings.notify && document.hidden && canNotify() && Notification.permission === 'granted') {
    try {
      const notice = new Notification(labelled(t('tab.yourTurn'), title), {
        body: t('notify.body'),
        tag: 'nemeton-turn',
      });
      notice.onclick = () => {
        window.focus();
        notice.close();
      };
    } catch {
      // Some phones allow notifications from service workers only. The page title still shows the turn.
    }
  }
}
