import { isObject, type Json, type JsonObject } from '../wire/narrow';

/**
 * The view that a page shows, as a tree of signals. Another view changes only the members that differ, so that only the parts of the page that
 * read those members are drawn again. The tree itself stays the same object.
 */
export class ReactiveView {
  /** The tree. Nobody else may change it. */
  readonly members: JsonObject = $state({});
  /** The view that the tree shows. Svelte keeps it as it is, and holds changes in signals. */
  private shown: JsonObject = {};

  /** Shows a view. Parts that it shares with the last one cost nothing. */
  show(view: JsonObject): void {
    merge(this.members, this.shown, view);
    this.shown = view;
  }
}

function merge(tree: JsonObject, before: JsonObject, after: JsonObject): void {
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) Reflect.deleteProperty(tree, key);
  for (const [key, value] of Object.entries(after)) mergeMember(tree, key, before[key], value);
}

function mergeList(tree: Json[], before: readonly Json[], after: readonly Json[]): void {
  if (after.length < before.length) tree.length = after.length;
  for (const [i, value] of after.entries()) mergeMember(tree, i, before[i], value);
}

function mergeMember<Key extends PropertyKey>(
  tree: Record<Key, Json>,
  key: Key,
  before: Json | undefined,
  after: Json,
): void {
  if (before === after) return;
  const part = tree[key];
  if (Array.isArray(before) && Array.isArray(after) && Array.isArray(part)) mergeList(part, before, after);
  else if (isObject(before) && isObject(after) && isObject(part)) merge(part, before, after);
  else tree[key] = after;
}
