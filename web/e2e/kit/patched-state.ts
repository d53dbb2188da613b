/** One operation of a patch (RFC 6902). */
interface Operation {
  op: 'add' | 'remove' | 'replace';
  path: string;
  value: unknown;
}

interface Message {
  t?: string;
  patch?: Operation[];
  /** The events, each with the patch to the view after it. */
  steps?: { event: unknown; patch: Operation[] }[];
  view?: unknown;
  decisions?: unknown;
}

type Node = Record<string, unknown> | unknown[];

/** The view and the decisions of a socket, kept up to date by its messages. It shares no code with the client. */
export class PatchedState {
  private state: Record<string, unknown> = {};

  /** Returns the message with the whole view and decisions in place of a patch. */
  complete(message: unknown): unknown {
    const { patch, steps = [], ...rest } = message as Message;
    if (rest.t !== 'snapshot' && rest.t !== 'update') return message;
    if (!patch) {
      this.state = { view: rest.view, decisions: rest.decisions };
      return message;
    }
    this.state = structuredClone(this.state);
    for (const step of [...steps.flatMap((one) => one.patch), ...patch]) apply(this.state, step);
    return { events: steps.map(({ event }) => event), ...rest, ...this.state };
  }
}

function apply(state: Record<string, unknown>, { op, path, value }: Operation): void {
  const keys = path.split('/').slice(1);
  const names = keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = names.pop();
  if (last === undefined) throw new Error('a patch of the whole document');
  const part = names.reduce<Node>((at, key) => (at as Record<string, Node>)[key] as Node, state);
  if (!Array.isArray(part)) {
    if (op === 'remove') Reflect.deleteProperty(part, last);
    else part[last] = value;
  } else {
    const index = last === '-' ? part.length : Number(last);
    if (op === 'remove') part.splice(index, 1);
    else part.splice(index, op === 'replace' ? 1 : 0, value);
  }
}
