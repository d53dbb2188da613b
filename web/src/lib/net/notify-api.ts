import {
  readChannels,
  readNotifications,
  readPushDevices,
  type Channels,
  type HookFormat,
  type Notifications,
} from '../wire/notifications';
import type { ChangeNotificationsInputBody } from '../wire/requests.gen';
import { offsetZone, timeZone } from '../environment/locale';
import { call, codeOf } from './rest';

/** The part of the REST API about notifications. All calls throw Refusal. */
export const notifyApi = {
  channels: async (): Promise<Channels> => readChannels(await call('GET', '/notifications')),
  get: async (): Promise<Notifications> => readNotifications(await call('GET', '/me/notifications')),
  change: async (changes: ChangeNotificationsInputBody): Promise<Notifications> =>
    readNotifications(await call('PATCH', '/me/notifications', changes)),
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
  devices: async (): Promise<string[]> => readPushDevices(await call('GET', '/me/push')),
  addDevice: async (subscription: unknown): Promise<void> => void (await call('POST', '/me/push', subscription)),
  removeDevice: async (endpoint: string): Promise<void> => void (await call('DELETE', '/me/push', { endpoint })),
  setMail: async (address: string): Promise<Notifications> =>
    readNotifications(await call('PUT', '/me/mail', { address })),
  removeMail: async (): Promise<void> => void (await call('DELETE', '/me/mail')),
  setHook: async (url: string, format: HookFormat): Promise<Notifications> =>
    readNotifications(await call('PUT', '/me/webhook', { url, format })),
  removeHook: async (): Promise<void> => void (await call('DELETE', '/me/webhook')),
  testHook: async (): Promise<Notifications> => readNotifications(await call('POST', '/me/webhook/test')),
  nudge: async (table: string, seat: number): Promise<void> =>
    void (await call('POST', `/tables/${table}/seats/${seat}/nudge`)),
};
