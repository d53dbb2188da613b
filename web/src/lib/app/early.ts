/** Loads parts of the client, also before they are needed. The next load takes over an early attempt, also one that failed. */
export class Early<Key, Value> {
  private readonly attempts = new Map<Key, Promise<Value>>();

  constructor(private readonly fetch: (key: Key) => Promise<Value>) {}

  /** Begins to load. Resolves when the attempt has ended, with false if it failed. */
  begin(key: Key): Promise<boolean> {
    const attempt = this.fetch(key);
    this.attempts.set(key, attempt);
    return attempt.then(
      () => true,
      () => false,
    );
  }

  load(key: Key): Promise<Value> {
    const attempt = this.attempts.get(key);
    this.attempts.delete(key);
    return attempt ?? this.fetch(key);
  }
}
