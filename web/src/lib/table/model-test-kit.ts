import type { Listener } from '../net/socket';
import { TableModel } from './table-model.svelte.ts';

/** The model of a table whose connection the test holds: its addresses, what it sent, and a way to say something as the server. */
export function openModel(watcher?: ConstructorParameters<typeof TableModel>[3]) {
  const urls: string[] = [];
  const sent: string[] = [];
  let listener: Listener | undefined;
  const model = new TableModel(
    't',
    undefined,
    {
      open: (url, _protocol, by) => {
        urls.push(url);
        listener = by;
        return { send: (text) => sent.push(text) > 0, close: () => undefined };
      },
      random: () => 0,
    },
    watcher,
  );
  model.start();
  return { model, urls, sent, say: (message: object) => listener?.onMessage(JSON.stringify(message)) };
}
