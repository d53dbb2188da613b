import type { Listener, SocketEnvironment, OpenSocket } from './socket';

/** The browser's WebSocket and random numbers. */
export const browserEnvironment: SocketEnvironment = {
  open(url: string, protocol: string, listener: Listener): OpenSocket {
    const socket = new WebSocket(url, protocol);
    let over = false;
    socket.onopen = () => over || listener.onOpen();
    socket.onmessage = (event) => over || listener.onMessage(event.data);
    socket.onclose = (event) => over || listener.onClose(event.code, event.reason);
    return {
      send(text) {
        if (over || socket.readyState !== WebSocket.OPEN) return false;
        socket.send(text);
        return true;
      },
      close() {
        over = true;
        socket.close();
      },
    };
  },
  random: Math.random,
  isHidden: () => document.hidden,
};
