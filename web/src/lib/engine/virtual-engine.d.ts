/** The engine that `engine-plugin.ts` provides, and the runtime of Go as a side effect. */
declare module 'virtual:engine' {
  /** The address of the module. */
  export const url: string;
  /** Its SHA-256 in hex. */
  export const hash: string;
}

/** The hash alone, for pages that do not load the engine. */
declare module 'virtual:engine-hash' {
  export const hash: string;
}
