import {
  readChannels,
  readNotifications,
  readPushDevices,
  type HookFormat,
  type Notifications,
} from '../wire/notifications';
import type { ChangeNotificationsInputBody } from '../wire/requests.gen';
import { offsetZone, timeZone } from '../environment/locale';
import { ask, codeOf, tell } from './rest';

/** The part of the REST API about notifications. All calls throw Refusal. */
export const notifyApi = {
  channels: () => ask(readChannels, 'GET', '/notifications'),
  get: () => ask(readNotifications, 'GET', '/me/notifications'),
  change: (changes: ChangeNotificationsInputBody) => ask(readNotifications, 'PATCH', '/me/notifications', changes),
  /** Sets quiet hours in the time zone of the device. A server that does not know the zone gets one with the present offset. */
  keepQuiet: async (from: string, to: string): Promise<Notifications> => {
    try {
      return await notifyApi.change({ quiet: { from, to, timeZone: timeZone() } });
    } catch (error) {
      if (codeOf(error) !== 'invalid') throw error;
      return notifyApi.change({ quiet: { from, to, timeZone: offsetZone() } });
    }
  },
  /** Returns the endpoints of the browsers that get the reader's notifications. */
  devices: () => ask(readPushDevices, 'GET', '/me/push'),
  addDevice: (subscription: unknown) => tell('POST', '/me/push', subscription),
  removeDevice: (endpoint: string) => tell('DELETE', '/me/push', { endpoint }),
  setMail: (address: string) => ask(readNotifications, 'PUT', '/me/mail', { address }),
  removeMail: () => tell('DELETE', '/me/mail'),
  setHook: (url: string, format: HookFormat) => ask(readNotifications, 'PUT', '/me/webhook', { url, format }),
  removeHook: () => tell('DELETE', '/me/webhook'),
  testHook: () => ask(readNotifications, 'POST', '/me/webhook/test'),
  nudge: (table: string, seat: number) => tell('POST', `/tables/${table}/seats/${seat}/nudge`),
};
