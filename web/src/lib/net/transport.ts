import { tabStorage } from '../environment/storage';
import { again, unusable } from './close-codes';
import { openEventStream } from './event-stream';
import { isReachable } from './reachable';
import type { Listener, OpenSocket } from './socket';

/**
 * The way on which live messages come. Event streams serve networks that block WebSocket. Polling uses streams that end after their first news, for
 * networks that also hold streams back.
 */
export type Transport = 'socket' | 'events' | 'polling';

/** The place of the transport in the storage of the tab. */
const storageKey = 'nemeton.transport';

/** The time in milliseconds after which a socket without a first message has failed, and an event stream without a first byte is suspected. */
const firstTimeout = 4_000;
/**
 * The number of failed sockets of an address in a row after which WebSocket counts as blocked, while the server answers requests. As many silent event
 * streams count as held back. One may fail because the network was away until then.
 */
const maxFailures = 2;
/** The number of lost sockets in a row that lived less than `shortLife` milliseconds, after which WebSocket counts as blocked. */
const maxCuts = 4;
const shortLife = 60_000;
/** The time in milliseconds between two attempts to return to WebSocket. */
const retryInterval = 600_000;
/** The longest time of a stream that ends after its first news, in seconds, and of one that nobody sees. */
const pollTime = 4;
const hiddenPollTime = 1;

let current: Transport = stored();
let retried = performance.now();
const failures = new Map<string, number>();
const cuts = new Map<string, number>();
let listener: (now: Transport) => void = () => undefined;

function stored(): Transport {
  try {
    const found = tabStorage().getItem(storageKey);
    return found === 'events' || found === 'polling' ? found : 'socket';
  } catch {
    return 'socket';
  }
}

function use(next: Transport): void {
  if (next === current) return;
  current = next;
  failures.clear();
  cuts.clear();
  retried = performance.now();
  try {
    tabStorage().setItem(storageKey, next);
  } catch {
    // It lasts as long as the page.
  }
  listener(next);
}

/** Sets the function that receives the transport, now and whenever it changes. */
export function onTransport(receive: (now: Transport) => void): void {
  listener = receive;
  receive(current);
}

export function openLive(url: string, protocol: string, to: Listener): OpenSocket {
  return current === 'socket' ? openSocket(url, protocol, to) : openEvents(url, protocol, to);
}

/** Opens a socket, and learns whether this network blocks WebSocket. */
function openSocket(url: string, protocol: string, to: Listener): OpenSocket {
  const path = new URL(url).pathname;
  const socket = new WebSocket(url, protocol);
  let began: number | undefined; // the first message came
  let over = false;
  let frozen = false;
  const freeze = (): void => void (frozen = true);
  document.addEventListener('freeze', freeze);
  const suspicion = setTimeout(() => {
    void isReachable().then((answers) => {
      if (!answers || over || began !== undefined) return;
      end();
      socket.close();
      count(failures, path, maxFailures, 'events');
      to.onClose(unusable);
    });
  }, firstTimeout);
  socket.onopen = () => over || to.onOpen();
  socket.onmessage = (event) => {
    clearTimeout(suspicion);
    if (began === undefined) failures.clear();
    began ??= performance.now();
    if (!over) to.onMessage(event.data);
  };
  socket.onclose = (event) => {
    if (over) return;
    end();
    // The browser itself closes the sockets of a page that it keeps for the way back.
    if (event.code < 4000 && !frozen) void judge(path, began);
    to.onClose(event.code, event.reason);
  };

  function end(): void {
    over = true;
    clearTimeout(suspicion);
    document.removeEventListener('freeze', freeze);
  }

  return {
    send(text) {
      if (over || socket.readyState !== WebSocket.OPEN) return false;
      socket.send(text);
      return true;
    },
    close() {
      end();
      socket.close();
    },
  };
}

/** Judges a socket that was lost. Only a server that answers requests shows that the network blocks sockets. */
async function judge(path: string, began: number | undefined): Promise<void> {
  const lived = began === undefined ? 0 : performance.now() - began;
  if (lived >= shortLife) cuts.delete(path);
  if (!(await isReachable()) || lived >= shortLife || current !== 'socket') return;
  if (began === undefined) count(failures, path, maxFailures, 'events');
  else count(cuts, path, maxCuts, 'events');
}

/** Counts a lost connection of an address. After the highest number, the next transport is used. */
function count(lost: Map<string, number>, path: string, most: number, next: Transport): void {
  lost.set(path, (lost.get(path) ?? 0) + 1);
  if ((lost.get(path) ?? 0) >= most) use(next);
}

/** Opens an event stream. A page that nobody sees holds no connection open for long, because a browser has few of them for a server. */
function openEvents(url: string, protocol: string, to: Listener): OpenSocket {
  const polls = current === 'polling' || document.hidden;
  let over = false;
  const suspicion = setTimeout(() => {
    if (polls) return;
    void isReachable().then((answers) => {
      if (!answers || over) return;
      count(failures, new URL(url).pathname, maxFailures, 'polling');
      stream.end(again);
    });
  }, firstTimeout);
  const stream = openEventStream(
    url,
    {
      ...to,
      onOpen: () => to.onOpen(),
      onMessage: (data) => to.onMessage(data),
      onClose: (code, reason) => {
        if (code === again) void retrySocket(url, protocol).then(() => finish(code));
        else finish(code, reason);
      },
    },
    {
      poll: !polls ? undefined : document.hidden ? hiddenPollTime : pollTime,
      onBytes: () => {
        clearTimeout(suspicion);
        failures.clear();
      },
      onRefusal: (code) => {
        if (code === 'too_many_sockets') use('socket');
      },
    },
  );
  const hide = (): void => {
    if (document.hidden && !polls) stream.end(again);
  };
  document.addEventListener('visibilitychange', hide);

  function finish(code: number, reason = ''): void {
    if (over) return;
    end();
    to.onClose(code, reason);
  }

  function end(): void {
    over = true;
    clearTimeout(suspicion);
    document.removeEventListener('visibilitychange', hide);
  }

  return {
    send: (text) => stream.send(text),
    close() {
      end();
      stream.close();
    },
  };
}

/** From time to time, tries to return to WebSocket. */
async function retrySocket(url: string, protocol: string): Promise<void> {
  if (performance.now() - retried < retryInterval) return;
  retried = performance.now();
  const socket = new WebSocket(url, protocol);
  const works = await new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), firstTimeout);
    socket.onmessage = () => resolve(true);
    socket.onclose = () => resolve(false);
  });
  socket.close();
  if (works) use('socket');
}
