import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import { Tap } from './tap';
import { until } from './until';

const outage = /WebSocket connection to|net::ERR_(INTERNET_DISCONNECTED|CONNECTION_\w+|EMPTY_RESPONSE|NETWORK_CHANGED)/;

/** One person: a browser of their own, with a page that is watched. */
export class Person {
  readonly tap: Tap;
  /** What no page may ever do: errors on the console, uncaught ones, breaches of the content policy. */
  readonly faults: string[] = [];
  /** Set where a test takes the network away: the browser's own words about that are then no fault. */
  expectsOutages = false;

  constructor(
    readonly name: string,
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    this.tap = new Tap(page);
    page.on('console', (message) => {
      if (message.type() === 'error' && !this.expected(message)) {
        this.faults.push(`${name}: console: ${message.text()} (${message.location().url})`);
      }
    });
    page.on('pageerror', (error) => this.faults.push(`${name}: uncaught: ${error.stack ?? error.message}`));
    page.on('crash', () => this.faults.push(`${name}: the page crashed`));
  }

  /** Chromium writes failed requests to the console. */
  private expected(message: ConsoleMessage): boolean {
    const url = message.location().url;
    return this.expectsOutages && (outage.test(message.text()) || outage.test(url));
  }

  /** Everything the page says, as a reader has it before them who has read and closed what they missed. */
  async sees(): Promise<string> {
    const recap = this.page.getByTestId('recap');
    if (await recap.isVisible()) await recap.getByRole('button').click();
    return this.page.locator('main').innerText();
  }

  /** The state of the connection that the page shows. */
  connection(): Promise<string | null> {
    return this.page.getByTestId('connection-state').getAttribute('data-state');
  }

  /** Waits until the page shows this state of the connection. */
  async untilConnection(
    state: 'online' | 'offline' | 'reconnecting' | 'interrupted',
    patience?: number,
  ): Promise<void> {
    await until(`${this.name} is ${state}`, async () => (await this.connection()) === state, patience);
  }

  /** Asks the REST door as this person, past all cables. */
  async asks(server: string, path: string): Promise<unknown> {
    const cookies = await this.context.cookies(server);
    const answer = await fetch(`${server}/api/v1${path}`, {
      headers: { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
}
