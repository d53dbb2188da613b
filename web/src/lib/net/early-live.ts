import type { Listener, OpenSocket } from './socket';
import { protocol } from './table-address';
import { openLive } from './transport';

/** The time in milliseconds for which live messages wait for their page. */
const longestWait = 30_000;

/** Live messages that were asked for before the code of their page arrived. */
interface Early {
  url: string;
  /** Passes on everything that has come, and all that will come. */
  take(to: Listener): OpenSocket;
}

let early: Early | undefined;

/** Opens the live messages of the first page while its code loads. `onFirst` gets the first message, too, or undefined if none came. */
export function openEarly(url: string, onFirst: (data: unknown) => void): void {
  const missed: ((to: Listener) => void)[] = [];
  let receiver: Listener | undefined;
  let first = true;
  const begin = (data?: unknown): void => {
    if (first) onFirst(data);
    first = false;
  };
  const tell = (call: (to: Listener) => void): void => void (receiver ? call(receiver) : missed.push(call));
  const socket = openLive(url, protocol, {
    onOpen: () => tell((to) => to.onOpen()),
    onMessage(data) {
      begin(data);
      tell((to) => to.onMessage(data));
    },
    onClose(code, reason) {
      begin();
      tell((to) => to.onClose(code, reason));
    },
  });
  const timer = setTimeout(() => {
    early = undefined;
    socket.close();
  }, longestWait);
  early = {
    url,
    take(to) {
      early = undefined;
      clearTimeout(timer);
      // A receiver hears nothing before it has its socket, and nothing after it closed it.
      const silent: Listener = { onOpen: () => undefined, onMessage: () => undefined, onClose: () => undefined };
      // The messages are read in another task than the one that draws the page.
      setTimeout(() => {
        for (let call = missed.shift(); call; call = missed.shift()) call(receiver ?? to);
        receiver ??= to;
      });
      return {
        send: (text) => socket.send(text),
        close() {
          receiver = silent;
          socket.close();
        },
      };
    },
  };
}

/** Opens live messages, or takes over those that were opened early. */
export function openOrTakeOver(url: string, subprotocol: string, to: Listener): OpenSocket {
  return early?.url === url ? early.take(to) : openLive(url, subprotocol, to);
}
