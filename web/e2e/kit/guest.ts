import { ApiSession } from './api-session';

/** A player of a table: a person with a browser, or a guest without one. */
export interface Player {
  readonly name: string;
  /** Registers the player at a server. */
  signIn(server: string): Promise<void>;
  /** Returns a REST client with this player's session. */
  api(server: string): Promise<ApiSession>;
}

/** A player without a browser, for the seats whose pages no test looks at. A browser context costs as much time as some moves. */
export class Guest implements Player {
  private cookie = '';

  constructor(readonly name: string) {}

  async signIn(server: string): Promise<void> {
    const response = await fetch(`${server}/api/v1/players`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: this.name }),
    });
    if (!response.ok) throw new Error(`${this.name} cannot sign in: ${response.status} ${await response.text()}`);
    this.cookie = response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  }

  api(server: string): Promise<ApiSession> {
    return Promise.resolve(new ApiSession(server, this.cookie));
  }
}
