import type { Plugin } from 'vite';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '{': '&#123;', '}': '&#125;' };

/** The ids of rules at the end of a block, an item or a cell: [M32, M33]. */
const ruleIds = /\s*\[([A-Z]\d+[a-z]?(?:,\s*[A-Z]\d+[a-z]?)*)\]/g;

/** Empty elements at the place of rule ids. The client finds the paragraph of a rule by them. */
const anchors = (ids: string): string =>
  ids
    .split(/,\s*/)
    .map((id) => `<span data-rule="${id}"></span>`)
    .join('');

/** A line of text with **strong** and *emphasized* parts, and rule ids. */
const inline = (text: string): string =>
  text
    .trim()
    .replace(/[&<{}]/g, (sign) => escapes[sign] ?? '')
    .replace(/\*\*(.+?)\*\*/gs, '<strong>$1</strong>')
    .replace(/\*(.+?)\*/gs, '<em>$1</em>')
    .replace(ruleIds, (_, ids: string) => anchors(ids));

/** A list inside an item: its lines, and those that continue them. */
const nested = /((?:^ {2,3}- .*(?:\n {5}.*)*\n?)+)/m;

/** A list. An item may have a list of its own, indented, and a text after it. */
function list(block: string, mark: RegExp, tag: string): string {
  const item = (text: string): string =>
    text
      .split(nested)
      .map((part) => (/^ +- /.test(part) ? list(part, /^ {2,3}- /m, 'ul') : inline(part)))
      .join('');
  return `<${tag}>${block
    .split(mark)
    .slice(1)
    .map((text) => `<li>${item(text)}</li>`)
    .join('')}</${tag}>`;
}

function table(block: string): string {
  const row = (line: string, cell: string): string => {
    const cells = line
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|');
    return `<tr>${cells.map((text) => `<${cell}>${inline(text)}</${cell}>`).join('')}</tr>`;
  };
  const [head = '', , ...rows] = block.split('\n');
  return `<table><thead>${row(head, 'th')}</thead><tbody>${rows.map((line) => row(line, 'td')).join('')}</tbody></table>`;
}

/** One block of Markdown, without empty lines. A block that begins with a component, such as <Dice ... />, stays as it is. */
function blockOf(block: string): string {
  const [, marks, heading] = /^(##|###) (.*)$/.exec(block) ?? [];
  if (marks !== undefined) return `<h${marks.length}>${inline(heading ?? '')}</h${marks.length}>`;
  if (/^<[A-Z]/.test(block)) return block;
  if (block.startsWith('- ')) return list(block, /^- /m, 'ul');
  if (/^1\. /.test(block)) return list(block, /^\d+\. /m, 'ol');
  if (block.startsWith('> ')) return `<aside>${inline(block.replace(/^> ?/gm, ''))}</aside>`;
  if (block.startsWith('|')) return table(block);
  return `<p>${inline(block)}</p>`;
}

/** Gives headings an id, and the first element of each rule the id of the rule. */
function withIds(blocks: readonly string[]): string[] {
  const seen = new Set<string>();
  return blocks.map((block, i) =>
    block
      .replace(/^<(h[23])>/, `<$1 id="part-${i}">`)
      .replace(/<span data-rule="(\w+)">/g, (span, id: string) =>
        seen.has(id) ? span : (seen.add(id), `<span id="${id}" data-rule="${id}">`),
      ),
  );
}

/**
 * Makes a Svelte component of the rules of a title in Markdown. It knows headings, paragraphs, lists, tables, quotes as asides and rule ids.
 * Components of the same folder are drawings.
 */
export function rulesComponent(markdown: string): string {
  const blocks = markdown.trim().split(/\n{2,}/);
  const drawings = new Set(blocks.flatMap((block) => /^<([A-Z]\w*)/.exec(block)?.[1] ?? []));
  const imports = [...drawings].map((name) => `import ${name} from './${name}.svelte';`);
  const script = imports.length > 0 ? [`<script>${imports.join(' ')}</script>`] : [];
  return [...script, ...withIds(blocks.map(blockOf))].join('\n');
}

/** Compiles the rules of titles from Markdown. It runs before the plugin of Svelte, which knows the ending `.md`. */
export const rulesMarkdown: Plugin = {
  name: 'rules-markdown',
  enforce: 'pre',
  transform: (code, id) => (/\/rules\/[\w-]+\.md$/.test(id) ? { code: rulesComponent(code), map: null } : null),
};

/** The endings of files with components. */
export const componentFiles = ['.svelte', '.md'];

/** The ids of the rules in a Markdown text. */
export const ruleIdsIn = (markdown: string): string[] => [
  ...new Set([...markdown.matchAll(ruleIds)].flatMap(([, ids = '']) => ids.split(/,\s*/))),
];
