/**
 * Translators and other extensions replace text nodes of a page by elements of their own, mostly `<font>`. Svelte then changes and removes
 * nodes that are no longer in the document: old text stays, and a removal ends before its last node.
 *
 * The guard puts each replaced text node back in front of its substitutes, emptied. So the nodes are always where Svelte put them. When Svelte
 * writes or removes the node, the substitutes go. When the translator removes the substitutes, the text returns.
 */

/** The limit of repairs in a second. It keeps the page usable beside a translator that answers every repair with a replacement. */
const mostRepairs = 200;
const second = 1_000;

/** A text node whose text is shown by nodes of a translator. */
interface Replaced {
  /** The text of the page; the node itself is empty. */
  text: string;
  substitutes: Node[];
  /** Svelte wrote the node after it was replaced. */
  written: boolean;
  /** Svelte removed the node after it was replaced, or moved it. */
  removed: boolean;
}

export function guardText(root: Node): () => void {
  const guard = new TextGuard();
  guard.watch(root);
  return () => guard.stop();
}

class TextGuard {
  private readonly replaced = new WeakMap<Node, Replaced>();
  private readonly behind = new WeakMap<Node, Text>();
  private readonly observer = new MutationObserver((records) => this.receive(records));
  private waiting: MutationRecord[] = [];
  private repairs = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  watch(root: Node): void {
    this.observer.observe(root, { childList: true, characterData: true, subtree: true });
  }

  stop(): void {
    this.observer.disconnect();
    clearTimeout(this.timer);
  }

  private receive(records: MutationRecord[]): void {
    if (this.repairs < mostRepairs) this.repair(records);
    else this.waiting.push(...records);
  }

  private nextSecond(): void {
    this.timer = undefined;
    this.repairs = 0;
    const records = this.waiting;
    this.waiting = [];
    if (records.length > 0) this.repair(records);
  }

  private repair(records: MutationRecord[]): void {
    const changed = new Set<Text>();
    const additions = new Map<Node, MutationRecord[]>();
    for (const record of records) {
      if (record.addedNodes.length === 0) continue;
      const others = additions.get(record.target);
      if (others) others.push(record);
      else additions.set(record.target, [record]);
    }
    for (const record of records) {
      if (record.type === 'childList') this.onChildren(record, additions.get(record.target) ?? [], changed);
      else if (this.onWrite(record.target)) changed.add(record.target as Text);
    }
    if (changed.size === 0) return;
    for (const text of changed) this.settle(text);
    // The guard skips the records of its own changes.
    this.observer.takeRecords();
    this.repairs++;
    this.timer ??= setTimeout(() => this.nextSecond(), second);
  }

  private onWrite(node: Node): boolean {
    const replaced = this.replaced.get(node);
    if (replaced) replaced.written = true;
    return replaced !== undefined;
  }

  /** `additions` are the records of the same target that add nodes. */
  private onChildren(record: MutationRecord, additions: readonly MutationRecord[], changed: Set<Text>): void {
    if (record.removedNodes.length === 0 || this.isForeign(record.target)) return;
    const own = new Set<Text>();
    let others = false;
    for (const node of record.removedNodes) {
      const text = this.takeSubstitute(node) ?? node;
      if (text instanceof Text) own.add(text);
      else others = true;
    }
    const substitutes = [...record.addedNodes].filter((node) => !own.has(node as Text));
    // The browser replaces the text of the title with the document's title.
    if (record.target instanceof HTMLTitleElement && substitutes.every((node) => node instanceof Text)) return;
    if (substitutes.length > 0 && (others || own.size > 1)) {
      putBack(record, substitutes);
      for (const text of own) if (this.replaced.has(text)) changed.add(text);
      return;
    }
    for (const text of own) {
      const found = substitutes.length > 0 ? substitutes : substitutesOf(text, record, additions, this.behind);
      if (found.length > 0) this.replace(text, found);
      else this.onRemoval(text);
      if (this.replaced.has(text)) changed.add(text);
    }
  }

  private replace(text: Text, substitutes: readonly Node[]): void {
    const replaced = this.replaced.get(text) ?? { text: text.data, substitutes: [], written: false, removed: false };
    replaced.removed = false;
    for (const node of substitutes) {
      replaced.substitutes.push(node);
      this.behind.set(node, text);
    }
    this.replaced.set(text, replaced);
  }

  private onRemoval(text: Text): void {
    const replaced = this.replaced.get(text);
    if (replaced) replaced.removed = true;
  }

  /** Forgets a substitute that was removed. Returns its text node; undefined if the node is no substitute. */
  private takeSubstitute(node: Node): Text | undefined {
    const text = this.behind.get(node);
    const replaced = text && this.replaced.get(text);
    if (replaced) replaced.substitutes = replaced.substitutes.filter((each) => each !== node);
    this.behind.delete(node);
    return text;
  }

  /** Puts a text node back to its place, with its substitutes behind it or, if these have no use, with its text. */
  private settle(text: Text): void {
    const replaced = this.replaced.get(text);
    if (!replaced) return;
    const standing = replaced.substitutes.filter((node) => node.parentNode);
    const [first] = standing;
    if (standing.some((node) => node.contains(text))) text.replaceWith(text.cloneNode());
    const gone = replaced.removed && !text.parentNode;
    if (!gone && !text.parentNode) first?.parentNode?.insertBefore(text, first);
    if (gone || !first || replaced.written || !isTranslatable(replaced.text, text.parentElement)) {
      for (const node of standing) (node as ChildNode).remove();
      for (const node of replaced.substitutes) this.behind.delete(node);
      if (!replaced.written) text.data = replaced.text;
      this.replaced.delete(text);
      return;
    }
    text.data = '';
    let before: ChildNode = text;
    for (const node of standing) {
      if (before.nextSibling !== node) before.after(node);
      before = node as ChildNode;
    }
  }

  /** Reports whether a node is a part of a translator's element. */
  private isForeign(node: Node): boolean {
    for (let at: Node | null = node; at; at = at.parentNode)
      if (at.nodeName === 'FONT' || this.behind.has(at)) return true;
    return false;
  }
}

/** Undoes a replacement of several nodes. */
function putBack(record: MutationRecord, substitutes: readonly Node[]): void {
  const place = [...substitutes].find((node) => node.parentNode === record.target);
  if (!place) return;
  for (const node of record.removedNodes) record.target.insertBefore(node, place);
  for (const node of substitutes) (node as ChildNode).remove();
}

/** The new elements that wrap a removed text, or that were inserted for it by a record of their own. */
function substitutesOf(
  text: Text,
  { target, previousSibling, nextSibling }: MutationRecord,
  additions: readonly MutationRecord[],
  known: WeakMap<Node, Text>,
): Node[] {
  const added = additions.flatMap((record) => [...record.addedNodes]).filter((node) => node.parentNode === target);
  const wrapper = added.find((node) => node !== text && node.contains(text));
  if (wrapper) return [wrapper];
  const fonts = added.filter((node) => node.nodeName === 'FONT' && !known.has(node));
  const beside = fonts.find((node) => node === previousSibling || node === nextSibling);
  if (beside) return [beside];
  const later = additions.find(
    (record) =>
      record.previousSibling === previousSibling &&
      record.nextSibling === nextSibling &&
      fonts.some((node) => node === record.addedNodes[0]),
  );
  return later ? [...later.addedNodes] : [];
}

/** Reports whether a substitute of a text may stay. Only elements of HTML show it, and names have `translate="no"`. */
function isTranslatable(text: string, parent: Element | null): boolean {
  return text.trim() !== '' && parent instanceof HTMLElement && parent.closest('[translate="no"]') === null;
}
