const interval = 15;

/** Looks again and again until there is something to see, and gives it. Throws, with what was waited for, when patience (ms) ends. */
export async function until<T>(
  what: string,
  look: () => Promise<T | false | undefined> | T | false | undefined,
  patience = 20_000,
): Promise<T> {
  const end = Date.now() + patience;
  for (;;) {
    const seen = await look();
    if (seen !== false && seen !== undefined) return seen;
    if (Date.now() > end) throw new Error(`waited ${patience / 1000} s in vain: ${what}`);
    await new Promise((go) => setTimeout(go, interval));
  }
}

/** Waits until what is seen is the same as what is wanted; the failure shows both. */
export async function untilSame(what: string, want: string, look: () => Promise<string>): Promise<void> {
  let got = '';
  try {
    await until(what, async () => (got = await look()) === want);
  } catch (error) {
    throw new Error(`${String(error)}\n--- got\n${got}\n--- want\n${want}`, { cause: error });
  }
}
