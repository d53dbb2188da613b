import { readFileSync, writeFileSync } from 'node:fs';

/** The figures of one table. Times are in milliseconds. */
export interface ClientFigures {
  name: string;
  /** From the navigation until the board and its spots are painted. */
  ready: number;
  /** The longest task while the page loads. */
  loading: number;
  /** The compressed bytes of all files that the page loads. */
  bytes: number;
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

/** The greatest values that are aimed at. */
const aims = { ready: 1000, loading: 80, median: 60, most: 150, long: 0, nodes: 4000 } as const;

/** Names the aims that are not met. */
export const missed = (figures: ClientFigures): string[] =>
  Object.entries(aims).flatMap(([name, aim]) => {
    const value = figures[name as keyof typeof aims];
    return value > aim ? [`${name} ${Math.round(value)}, at most ${aim}`] : [];
  });

/** Prints the figures as a table. With WRITE=1, the table replaces the marked section of docs/performance.md. */
export function writeClientTable(
  figures: readonly ClientFigures[],
  { rate, updates }: { rate: number; updates: number },
): void {
  const ms = (n: number): string => `${Math.round(n).toLocaleString('en')} ms`;
  const row = (label: string, cell: (of: ClientFigures) => string, aim = ''): string =>
    `| ${[label, ...figures.map(cell), aim].join(' | ')} |`;
  writeTable('client', [
    row(`CPU ${rate}x slower`, ({ name }) => name, 'at most'),
    `|---${'|---'.repeat(figures.length + 1)}|`,
    row('board ready', ({ ready }) => ms(ready), ms(aims.ready)),
    row('longest task while loading', ({ loading }) => ms(loading), ms(aims.loading)),
    row('files, compressed', ({ bytes }) => `${Math.round(bytes / 1000)} KB`),
    row(
      'main thread for one update, median / most',
      ({ median, most }) => `${ms(median)} / ${ms(most)}`,
      `${ms(aims.median)} / ${ms(aims.most)}`,
    ),
    row(`tasks over 50 ms in ${updates} updates`, ({ long }) => String(long), String(aims.long)),
    row('elements touched by one update, most', ({ touched }) => String(touched)),
    row('elements', ({ elements }) => elements.toLocaleString('en')),
    row('DOM nodes of the process', ({ nodes }) => nodes.toLocaleString('en'), aims.nodes.toLocaleString('en')),
  ]);
}

const doc = '../docs/performance.md';

/** Prints a table. With WRITE=1, it replaces the section of docs/performance.md that has this mark. */
export function writeTable(mark: string, rows: readonly string[]): void {
  const [begin, end] = [`<!-- ${mark}: written by make bench-${mark} -->`, `<!-- ${mark}: end -->`];
  const table = rows.join('\n');
  console.log(table);
  if (!process.env.WRITE) return;
  const text = readFileSync(doc, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${doc} has no section ${mark}`);
  writeFileSync(doc, `${text.slice(0, from)}${begin}\n\n${table}\n\n${text.slice(to)}`);
}
