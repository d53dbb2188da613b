import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import { ApiSession } from './api-session';
import type { Player } from './guest';
import { NewestEntry } from './newest-entry';
import { until } from './until';

const outage =
  /WebSocket connection to|net::ERR_(INTERNET_DISCONNECTED|CONNECTION_\w+|EMPTY_RESPONSE|NETWORK_CHANGED|SOCKET_NOT_CONNECTED)/;

/** A person with a browser context and one page. */
export class Person implements Player {
  readonly newest: NewestEntry;
  /** Errors of all pages of the person: console errors and warnings, uncaught errors, violations of the content policy, crashes. */
  readonly faults: string[] = [];
  /** Set if the test breaks the network. Chromium's own messages about that are then not errors. */
  expectsOutages = false;
  /** Set while the test restarts the server, which answers 503 until it is ready. */
  expectsRestart = false;
  /** Set if the test enters wrong codes, presses dead links, knocks at a closed door, or opens a page of something that is not shown. Chromium logs the refusals as errors. */
  expectsRefusals = false;
  /** Set if a proxy demands a login, or another device ends the session or refuses it. */
  expectsLogin = false;
  /** Set if the host removes the person. The page may read the chat at that moment. */
  expectsRemoval = false;

  constructor(
    readonly name: string,
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    this.newest = new NewestEntry(page);
    // All pages of the person count, also those that a test or a link opens.
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !this.expected(message)) {
        this.faults.push(`${name}: console: ${message.text()} (${message.location().url})`);
      }
    });
    context.on('weberror', (caught) => {
      const error = caught.error();
      this.faults.push(`${name}: uncaught: ${error.stack ?? error.message}`);
    });
    const crash = (each: Page): void => void each.on('crash', () => this.faults.push(`${name}: the page crashed`));
    crash(page);
    context.on('page', crash);
  }

  /** Chromium writes failed requests to the console. */
  private expected(message: ConsoleMessage): boolean {
    const url = message.location().url;
    // The tool that drives the browser says so itself; most tests run without a worker.
    if (/^Service Worker registration blocked by/.test(message.text())) return true;
    // The browser answers for its seat by itself. A move of the seat, or a removal from the table, may overtake the answer.
    if (/\/contribution$/.test(url) && /status of 40[349]/.test(message.text())) return true;
    if (this.expectsRemoval && /\/chat(\?|$)/.test(url) && /status of 404/.test(message.text())) return true;
    if (
      this.expectsRefusals &&
      /\/(sessions|players(\/[^/]+)?|tables\/[^/]+\/export|mail\/\w+|sign-in\/\w+\/finish)(\?|$)/.test(url) &&
      /status of 4\d\d/.test(message.text())
    )
      return true;
    if (this.expectsOutages && /\/assets\//.test(url) && /status of 404/.test(message.text())) return true;
    if (this.expectsLogin && /status of 40[13]/.test(message.text())) return true;
    if (this.expectsRestart && /status of 503/.test(message.text())) return true;
    return this.expectsOutages && (outage.test(message.text()) || outage.test(url));
  }

  /**
   * Returns all visible text of the page, after closing the summary of missed moves and drawing the whole log. Both may appear at any time, so one
   * task of the page looks for them and reads the text.
   */
  async visibleText(): Promise<string> {
    return until('the page shows no summary and the whole log', () =>
      this.page.evaluate(() => {
        const main = document.querySelector('main');
        const inTheWay = document.querySelectorAll<HTMLElement>(
          '[data-testid="recap"] button, [data-testid="log-earlier"]',
        );
        for (const button of inTheWay) button.click();
        return inTheWay.length === 0 && main !== null && main.innerText;
      }),
    );
  }

  /** Waits until the page shows this state of the connection. */
  async untilConnection(state: 'online' | 'offline' | 'reconnecting' | 'interrupted'): Promise<void> {
    const shown = this.page.getByTestId('connection-state');
    await until(`${this.name} is ${state}`, async () => (await shown.getAttribute('data-state')) === state);
  }

  /** Registers the person by REST, with the cookie in the browser context. */
  async signIn(server: string): Promise<void> {
    const response = await this.context.request.post(`${server}/api/v1/players`, { data: { name: this.name } });
    if (!response.ok()) throw new Error(`${this.name} cannot sign in: ${response.status()} ${await response.text()}`);
  }

  /** Returns a REST client with this person's session. It calls the server directly: not from the page, not through a proxy. */
  async api(server: string): Promise<ApiSession> {
    const cookies = await this.context.cookies(server);
    return new ApiSession(server, cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
  }
}
