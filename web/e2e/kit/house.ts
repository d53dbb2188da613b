import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test as base } from 'vitest';
import { launch } from './browser';
import { Cable } from './cable';
import { Person } from './person';
import { Server, type ServerOptions } from './server';

/** Where pictures are put. Git ignores it. */
export const results = 'test-results';

let browser: Browser | undefined;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

/** What one test has: servers, cables and people, all taken away at its end however it ends. */
export class House {
  readonly people: Person[] = [];
  /** Set where moves are counted: people then choose the plain table, where every click is one move. */
  plain = false;
  private readonly servers: Server[] = [];
  private readonly cables: Cable[] = [];

  async server(options?: ServerOptions): Promise<Server> {
    const server = await Server.start(options);
    this.servers.push(server);
    return server;
  }

  async cable(to: Server): Promise<Cable> {
    const cable = await Cable.lay(to.address);
    this.cables.push(cable);
    return cable;
  }

  /** Someone with a browser of their own: no cookie, no setting is shared. */
  async person(name: string, options: BrowserContextOptions = {}): Promise<Person> {
    if (!browser) throw new Error('there is no browser yet');
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', ...options });
    context.setDefaultTimeout(20_000);
    if (this.plain) {
      await context.addInitScript(() => {
        const place = 'nemeton.settings';
        if (localStorage.getItem(place) === null) localStorage.setItem(place, JSON.stringify({ plain: true }));
      });
    }
    const person = new Person(name, context, await context.newPage());
    this.people.push(person);
    return person;
  }

  /** Pictures of what everybody saw last, for whoever looks into a failure. */
  async photograph(name: string): Promise<void> {
    mkdirSync(results, { recursive: true });
    for (const { page, name: who } of this.people) {
      await page.screenshot({ path: join(results, `failed ${name} ${who}.png`) }).catch(() => undefined);
    }
  }

  /** Takes everything away and tells what went wrong in pages and servers. */
  async close(): Promise<string[]> {
    const faults = this.people.flatMap((person) => person.faults);
    for (const { context } of this.people) await context.close();
    for (const cable of this.cables) await cable.remove();
    for (const server of this.servers) faults.push(...(await server.stop()));
    return faults;
  }
}

/** A test in a house of its own, which fails too when a page or a server complains. */
export const test = base.extend<{ house: House }>({
  house: async ({ task }, use) => {
    const house = new House();
    try {
      await use(house);
    } finally {
      if (task.result?.state === 'fail') await house.photograph(task.name);
      expect(await house.close()).toEqual([]);
    }
  },
});
