/** The WebSocket subprotocol with its version. */
export const protocol = 'nemeton.v1';

export function socketAddress(table: string, invite: string | undefined, query: string): string {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const opens = invite ? `&invite=${encodeURIComponent(invite)}` : '';
  return `${scheme}//${location.host}/api/v1/tables/${table}/socket?${query}${opens}`;
}

/** The address of the live messages of a table's page. */
export const liveAddress = (table: string, invite: string | undefined): string =>
  socketAddress(table, invite, 'ping=1&steps=1&effects=1&chat=1');
