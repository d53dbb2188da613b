/**
 * Schemas are generated from the Go types, beside the TypeScript types. They check JSON where it comes in, so that the code behind needs
 * no casts. Members that a schema does not list are accepted, because newer servers add members.
 */
export type AnySchema =
  | 'string'
  | 'number'
  | 'boolean'
  | 'unknown'
  | readonly ['list' | 'record' | 'nullable' | 'optional', AnySchema]
  | { readonly [member: string]: AnySchema };

/** The schema of a type. A generated schema that does not fit its generated type is a compile error. */
export type Schema<T> = unknown extends T
  ? 'unknown'
  : null extends T
    ? readonly ['nullable', Schema<Exclude<T, null>>]
    : T extends string
      ? 'string'
      : T extends number
        ? 'number'
        : T extends boolean
          ? 'boolean'
          : T extends readonly (infer Item)[]
            ? readonly ['list', Schema<Item>]
            : string extends keyof T
              ? readonly ['record', Schema<T[keyof T]>]
              : { readonly [Member in keyof T]-?: MemberSchema<T, Member> };

type MemberSchema<T, Member extends keyof T> =
  Partial<Pick<T, Member>> extends Pick<T, Member>
    ? readonly ['optional', Schema<Exclude<T[Member], undefined>>]
    : Schema<T[Member]>;

/** One type for all types of a union: members that some of them lack are optional, such as the hidden part of a redacted event. */
export type Merged<T> = Pick<T, keyof T> & {
  [Member in Exclude<KeyOfAny<T>, keyof T>]?: ValueOfAny<T, Member>;
};

type KeyOfAny<T> = T extends unknown ? keyof T : never;
type ValueOfAny<T, Member> = T extends unknown ? (Member extends keyof T ? T[Member] : never) : never;

/** The objects and lists that match a schema. They are never changed, because a patch makes new ones. */
export type Matches = WeakMap<object, AnySchema>;

/**
 * Finds the first part of a value that does not match: its path and the expected type, such as ".players[1].cards is not a number". Parts in
 * `known` are not checked again, and parts that match are added to it.
 */
export function mismatch(schema: AnySchema, value: unknown, known?: Matches): string | undefined {
  if (typeof schema === 'string') {
    return schema === 'unknown' || typeof value === schema ? undefined : ` is not a ${schema}`;
  }
  if (isTagged(schema) && schema[0] !== 'list' && schema[0] !== 'record') {
    const [tag, inner] = schema;
    return (tag === 'nullable' && value === null) || (tag === 'optional' && value === undefined)
      ? undefined
      : mismatch(inner, value, known);
  }
  const part = typeof value === 'object' && value !== null ? value : undefined;
  if (part && known?.get(part) === schema) return undefined;
  const found = partMismatch(schema, value, known);
  if (part && found === undefined) known?.set(part, schema);
  return found;
}

function partMismatch(schema: Exclude<AnySchema, string>, value: unknown, known?: Matches): string | undefined {
  if (!isTagged(schema)) return memberMismatch(schema, value, known);
  const [tag, inner] = schema;
  return tag === 'list' ? listMismatch(inner, value, known) : recordMismatch(inner, value, known);
}

function isTagged(schema: AnySchema): schema is Extract<AnySchema, readonly unknown[]> {
  return Array.isArray(schema);
}

function listMismatch(item: AnySchema, value: unknown, known?: Matches): string | undefined {
  if (!Array.isArray(value)) return ' is not a list';
  for (let i = 0; i < value.length; i++) {
    const found = mismatch(item, value[i], known);
    if (found !== undefined) return `[${i}]${found}`;
  }
  return undefined;
}

function memberMismatch(
  members: Readonly<Record<string, AnySchema>>,
  value: unknown,
  known?: Matches,
): string | undefined {
  if (!isRecord(value)) return ' is not an object';
  for (const name in members) {
    const found = mismatch(members[name] ?? 'unknown', value[name], known);
    if (found !== undefined) return `.${name}${found}`;
  }
  return undefined;
}

function recordMismatch(item: AnySchema, value: unknown, known?: Matches): string | undefined {
  if (!isRecord(value)) return ' is not an object';
  for (const name of Object.keys(value)) {
    const found = mismatch(item, value[name], known);
    if (found !== undefined) return `.${name}${found}`;
  }
  return undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
