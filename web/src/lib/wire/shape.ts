import { integer, list, object, string, WireError } from './narrow';

/** Returns a value with its type. Throws WireError with the path if the value has another one. */
export type Reader<T> = (value: unknown, what: string) => T;

/** The type that a reader returns. */
export type Read<R> = R extends (value: unknown, what: string) => infer T ? T : never;

type Optional<R> = { [K in keyof R]: undefined extends Read<R[K]> ? K : never }[keyof R];

type Shaped<R> = { [K in Exclude<keyof R, Optional<R>>]: Read<R[K]> } & {
  [K in Optional<R>]?: Exclude<Read<R[K]>, undefined>;
};

type Flat<T> = { [K in keyof T]: T[K] };

/**
 * Returns the reader of an object with a reader for each member. Members that read as undefined are left out. Sent is a type generated from
 * the server's, so that a member that the server renames becomes a compile error.
 */
export function shape<Sent = Record<string, unknown>>() {
  return <R extends { [K in keyof Sent]?: Reader<unknown> }>(
    readers: R & Record<Exclude<keyof R, keyof Sent>, never>,
  ): ((value: unknown, what?: string) => Flat<Shaped<R>>) => {
    const each = Object.entries<Reader<unknown>>(readers);
    return (value, what = 'answer') => {
      const source = object(value, what);
      const read = each.map(([name, reader]) => [name, reader(source[name], `${what}.${name}`)] as const);
      return Object.fromEntries(read.filter(([, member]) => member !== undefined)) as Flat<Shaped<R>>;
    };
  };
}

/** Returns the reader of one member of an object. */
export function member<Sent>() {
  return <T>(name: keyof Sent & string, read: Reader<T>): ((value: unknown, what?: string) => T) =>
    (value, what = 'answer') =>
      read(object(value, what)[name], `${what}.${name}`);
}

export function flag(value: unknown): boolean {
  return value === true;
}

/** Reads a member that may be absent or empty; it then reads as `absent`. */
export function or<T, const A>(read: Reader<T>, absent: A): Reader<T | A> {
  return (value, what) => (value === undefined || value === null || value === '' ? absent : read(value, what));
}

export function maybe<T>(read: Reader<T>): Reader<T | undefined> {
  return or(read, undefined);
}

export const text: Reader<string> = or(string, '');

export const count: Reader<number> = or(integer, 0);

/** Reads a time as milliseconds since 1970. */
export function moment(value: unknown, what: string): number {
  return Date.parse(string(value, what));
}

/** Reads a list; absent and null become an empty one, because Go writes them so. */
export function listOf<T>(read: Reader<T>): Reader<T[]> {
  return (value, what) => list(value, what, read);
}

export function oneOf<const T extends readonly (string | number)[]>(names: T): Reader<T[number]> {
  return (value, what) => {
    const found = names.find((name) => name === value);
    if (found === undefined) throw new WireError(`${what} is none of ${names.join(' | ')}`);
    return found;
  };
}

/** Reads an object with members of one type; absent and null become an empty one. */
export function recordOf<T>(read: Reader<T>): Reader<Record<string, T>> {
  return (value, what) =>
    Object.fromEntries(
      Object.entries(object(value ?? {}, what)).map(([key, item]) => [key, read(item, `${what}.${key}`)]),
    );
}
