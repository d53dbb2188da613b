/**
 * Loads parts of the client, also before they are needed. The next load takes over an early attempt, also one that failed: a page asks for each style
 * only once, so another attempt would succeed without it.
 */
export class Early<Key, Value> {
  private readonly attempts = new Map<Key, Promise<Value>>();

  constructor(private readonly fetch: (key: Key) => Promise<Value>) {}

  /** Begins to load. Resolves when the attempt has ended. */
  begin(key: Key): Promise<void> {
    const attempt = this.fetch(key);
    this.attempts.set(key, attempt);
    return attempt.then(
      () => undefined,
      () => undefined,
    );
  }

  load(key: Key): Promise<Value> {
    const attempt = this.attempts.get(key);
    this.attempts.delete(key);
    return attempt ?? this.fetch(key);
  }
}
