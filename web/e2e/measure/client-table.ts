import { readFileSync, writeFileSync } from 'node:fs';

/** The figures of one table. Times are in milliseconds. */
export interface ClientFigures {
  name: string;
  /** From the navigation until the board and its spots are painted. */
  ready: number;
  /** The longest task while the page loads. */
  loading: number;
  /** The main thread's time for an update. */
  median: number;
  most: number;
  /** The number of tasks over 50 ms in all updates. */
  long: number;
  /** The most elements that an update adds, removes or changes, with its animation. */
  touched: number;
  elements: number;
  /** All nodes of the page's process, with texts, comments and templates. */
  nodes: number;
}

const doc = '../docs/performance.md';
const begin = '<!-- client: written by make bench-client -->';
const end = '<!-- client: end -->';

/** Prints the figures as a table. With WRITE=1, the table replaces the marked section of docs/performance.md. */
export function writeClientTable(
  figures: readonly ClientFigures[],
  { rate, updates }: { rate: number; updates: number },
): void {
  const ms = (n: number): string => `${Math.round(n).toLocaleString('en')} ms`;
  const row = (label: string, cell: (of: ClientFigures) => string): string =>
    `| ${[label, ...figures.map(cell)].join(' | ')} |`;
  const table = [
    row(`CPU ${rate}x slower`, ({ name }) => name),
    `|---${'|---'.repeat(figures.length)}|`,
    row('board ready', ({ ready }) => ms(ready)),
    row('longest task while loading', ({ loading }) => ms(loading)),
    row('main thread for one update, median / most', ({ median, most }) => `${ms(median)} / ${ms(most)}`),
    row(`tasks over 50 ms in ${updates} updates`, ({ long }) => String(long)),
    row('elements touched by one update, most', ({ touched }) => String(touched)),
    row('elements', ({ elements }) => elements.toLocaleString('en')),
    row('DOM nodes of the process', ({ nodes }) => nodes.toLocaleString('en')),
  ].join('\n');
  console.log(table);
  if (!process.env.WRITE) return;
  const text = readFileSync(doc, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${doc} has no section for the client`);
  writeFileSync(doc, `${text.slice(0, from)}${begin}\n\n${table}\n\n${text.slice(to)}`);
}
