/** This is the pause after the first look, in milliseconds. Each pause is longer than the one before, because looks take time from what they wait for. */
const firstPause = 15;
const pauseGrowth = 1.3;
const longestPause = 100;

/** This is the default timeout of every wait, in milliseconds. Only a real hang takes so long, even on a busy machine. */
export const timeout = 120_000;

/**
 * Calls `look` until it returns something other than false and undefined, and returns that. Throws with the description after the
 * timeout.
 */
export async function until<T>(
  description: string,
  look: () => Promise<T | false | undefined> | T | false | undefined,
): Promise<T> {
  const end = Date.now() + timeout;
  for (let pause = firstPause; ; pause = Math.min(longestPause, pause * pauseGrowth)) {
    const seen = await look();
    if (seen !== false && seen !== undefined) return seen;
    if (Date.now() > end) throw new Error(`timeout after ${timeout / 1000} s: ${description}`);
    await new Promise((resume) => setTimeout(resume, pause));
  }
}

/** Waits until `look` returns the wanted text, or that of a second look. The error after the timeout shows both texts. */
export async function untilSame(
  description: string,
  wanted: string | (() => Promise<string>),
  look: () => Promise<string>,
): Promise<void> {
  let [got, want] = ['', ''];
  try {
    await until(description, async () => {
      want = typeof wanted === 'string' ? wanted : await wanted();
      return (got = await look()) === want;
    });
  } catch (error) {
    throw new Error(`${String(error)}\n--- got\n${got}\n--- want\n${want}`, { cause: error });
  }
}
