import { load, save } from '../environment/storage';
import { notifyApi } from '../net/notify-api';
import { codeOf } from '../net/rest';
import { settings } from '../app/settings.svelte.ts';
import { Submission } from '../app/submission.svelte.ts';
import { shareLanguage } from './share-language';

/** The state of push notifications in this browser; the texts `push.STATE` explain it. */
export type PushStatus = 'unknown' | 'insecure' | 'unsupported' | 'install' | 'server' | 'denied' | 'off' | 'on';

/** The place of the player whose notifications this browser shows. */
const place = 'nemeton.push';

/** Push notifications of this browser. */
class Push extends Submission {
  status: PushStatus = $state('unknown');
  private key: string | undefined;

  /** Compares this browser's language and subscription with the server's, and renews them. Called on every visit. */
  async load(player: string): Promise<void> {
    const obstacle = obstacleHere();
    this.status = obstacle ?? 'unknown';
    try {
      const all = await notifyApi.get();
      await shareLanguage(all.language);
      if (obstacle) return;
      this.key = all.push.key;
      if (!this.key) {
        this.status = 'server';
        return;
      }
      if (Notification.permission === 'denied') {
        this.status = 'denied';
        return;
      }
      const wanted = load(place) === player && Notification.permission === 'granted';
      this.status = 'off';
      if (!wanted) return;
      const subscription = await this.subscription();
      const known = await notifyApi.devices();
      if (!known.includes(subscription.endpoint)) await notifyApi.addDevice(subscription.toJSON());
      this.status = 'on';
    } catch (error) {
      this.code = codeOf(error);
    }
  }

  /** Asks for permission and subscribes. Must be called by a press of the reader. */
  async turnOn(player: string): Promise<void> {
    await this.run(async () => {
      if ((await Notification.requestPermission()) !== 'granted') {
        this.status = Notification.permission === 'denied' ? 'denied' : 'off';
        return;
      }
      const subscription = await this.subscription();
      await notifyApi.change({ language: settings.language });
      await notifyApi.addDevice(subscription.toJSON());
      save(place, player);
      this.status = 'on';
    });
  }

  /** Ends the notifications of this browser. */
  async turnOff(): Promise<void> {
    await this.run(async () => {
      save(place, null);
      const registration = await navigator.serviceWorker.getRegistration();
      const subscription = await registration?.pushManager.getSubscription();
      this.status = 'off';
      if (!subscription) return;
      await notifyApi.removeDevice(subscription.endpoint).catch((error: unknown) => {
        if (codeOf(error) !== 'no_change') throw error;
      });
      await subscription.unsubscribe();
    });
  }

  /** Returns the subscription of this browser with the server's present key. */
  private async subscription(): Promise<PushSubscription> {
    const registration = await navigator.serviceWorker.ready;
    const key = bytesOf(this.key ?? '');
    const present = await registration.pushManager.getSubscription();
    if (present && sameBytes(present.options.applicationServerKey, key)) return present;
    await present?.unsubscribe();
    return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  }
}

export const push = new Push();

/** Returns why this browser cannot show push notifications, or null. */
function obstacleHere(): PushStatus | null {
  if (!isSecureContext) return 'insecure';
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return null;
  return /iPhone|iPad/.test(navigator.userAgent) ? 'install' : 'unsupported';
}

/** Decodes base64url. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

function sameBytes(a: ArrayBuffer | null, b: Uint8Array): boolean {
  const x = new Uint8Array(a ?? new ArrayBuffer(0));
  return x.length === b.length && x.every((value, i) => value === b[i]);
}

/** Closes the notifications that this site shows, because the reader looks at it. */
export async function closeNotifications(): Promise<void> {
  if (document.hidden || !isSecureContext || !('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  const shown = await registration?.getNotifications?.().catch(() => []);
  for (const each of shown ?? []) each.close();
}
