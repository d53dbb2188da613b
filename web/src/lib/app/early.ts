/**
 * Loads parts of the client, also before they are needed. The next load takes over an early attempt, also one that failed: a page asks for each style
 * only once, so another attempt would succeed without it.
 */
export class Early<Key, Value> {
  private readonly attempts = new Map<Key, Promise<Value>>();

  constructor(private readonly fetch: (key: Key) => Promise<Value>) {}

  begin(key: Key): void {
    const attempt = this.fetch(key);
    attempt.catch(() => undefined);
    this.attempts.set(key, attempt);
  }

  load(key: Key): Promise<Value> {
    const attempt = this.attempts.get(key);
    this.attempts.delete(key);
    return attempt ?? this.fetch(key);
  }
}
