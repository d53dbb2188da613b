import type { Listener, Outside, Wire } from './socket';

/** The browser's own sockets and chance. */
export const browser: Outside = {
  open(url: string, protocol: string, listener: Listener): Wire {
    const socket = new WebSocket(url, protocol);
    let over = false;
    socket.onopen = () => over || listener.opened();
    socket.onmessage = (event) => over || listener.heard(event.data);
    socket.onclose = (event) => over || listener.closed(event.code);
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
};
