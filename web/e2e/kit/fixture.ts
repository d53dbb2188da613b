import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions } from 'playwright-core';
import { expect, inject, test as base } from 'vitest';
import { Person } from './person';
import { clickUntilCounted } from './press';
import { Server, type ServerOptions } from './server';
import { DeployProxy } from './deploy-proxy';
import { StrictProxy } from './strict-proxy';
import { TcpProxy } from './tcp-proxy';
import { timeout } from './until';

/** This is the folder of screenshots. Git ignores it. */
export const results = 'test-results';

/** Options of a person's browser context, and the settings that they chose in the client before. */
export interface PersonOptions extends BrowserContextOptions {
  /** The browser of the person, instead of the one that all tests share. */
  browser?: Browser;
  settings?: { plain?: boolean; sound?: boolean; pace?: 'normal' | 'fast' };
  /** The person has never played a title, so that the table explains itself. */
  newcomer?: boolean;
}

/** All titles and kinds of decisions, which most people know. */
const learned = ['meduris', 'druids', 'pangea'].flatMap((title) => {
  const keys = new URL(`../../src/games/${title}/keys.gen.json`, import.meta.url);
  const { decisions } = JSON.parse(readFileSync(keys, 'utf8')) as { decisions: string[] };
  return [title, ...decisions.map((kind) => `${title}.${kind}`)];
});

/** A person with this option uses the plain table, where every click is one move. */
export const plain: PersonOptions = { settings: { plain: true } };

/** A person with this option has a wide window. */
export const desk = { viewport: { width: 1440, height: 900 } } satisfies PersonOptions;

/** A person with this option uses a phone. */
export const phone: PersonOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 1,
};

let browser: Promise<Browser> | undefined;

/** Connects this worker to the browser of the run, once. */
function connect(): Promise<Browser> {
  return (browser ??= chromium.connect(inject('browser'), { timeout }));
}

/** The servers, proxies and people of one test. All are closed at the end of the test. */
export class Fixture {
  readonly people: Person[] = [];
  /** The server that all tests share. Tests of a server's process start their own. */
  readonly url = inject('server');
  private readonly servers: Server[] = [];
  private readonly proxies: { close(): Promise<void> }[] = [];

  async startServer(options?: ServerOptions): Promise<Server> {
    const server = await Server.start(options);
    this.servers.push(server);
    return server;
  }

  async startProxy(target: { host: string; port: number }): Promise<TcpProxy> {
    const proxy = await TcpProxy.start(target);
    this.proxies.push(proxy);
    return proxy;
  }

  async startDeployProxy(target: { host: string; port: number }): Promise<DeployProxy> {
    const proxy = await DeployProxy.start(target);
    this.proxies.push(proxy);
    return proxy;
  }

  async startStrictProxy(target: { host: string; port: number }): Promise<StrictProxy> {
    const proxy = await StrictProxy.start(target);
    this.proxies.push(proxy);
    return proxy;
  }

  /** Opens a browser context and page for a person. People share no cookies or settings. Their sound is off, and by default their animations too. */
  async person(name: string, { settings, newcomer, browser: own, ...options }: PersonOptions = {}): Promise<Person> {
    const context = await (own ?? (await connect())).newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'en-GB',
      reducedMotion: 'reduce',
      // A worker of its own in each context would load the whole client. Tests of the installed app allow it.
      serviceWorkers: 'block',
      ...options,
    });
    context.setDefaultTimeout(timeout);
    await context.addInitScript(
      (chosen) => {
        // The empty page has no storage.
        if (location.protocol === 'about:') return;
        const place = 'nemeton.settings';
        if (localStorage.getItem(place) === null) localStorage.setItem(place, JSON.stringify(chosen));
      },
      { sound: false, ...(newcomer ? {} : { learned }), ...settings },
    );
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample, sourceFile }) => {
        console.error(`policy: ${effectiveDirective} blocks ${blockedURI} ${sample} ${sourceFile}`);
      });
    });
    const person = new Person(name, context, await context.newPage());
    clickUntilCounted(person.page);
    this.people.push(person);
    return person;
  }

  /** Saves a screenshot of every page. */
  async screenshot(name: string): Promise<void> {
    mkdirSync(results, { recursive: true });
    for (const { page, name: owner } of this.people) {
      await page.screenshot({ path: join(results, `failed ${name} ${owner}.png`) }).catch(() => undefined);
    }
  }

  /** Closes everything. Returns the errors that pages and servers logged during the test. */
  async close(): Promise<string[]> {
    const faults = this.people.flatMap((person) => person.faults);
    await Promise.all(this.people.map(({ context }) => context.close()));
    for (const proxy of this.proxies) await proxy.close();
    for (const server of this.servers) faults.push(...(await server.stop()));
    return faults;
  }
}

/** A test with a fixture. It also fails if a page or a server of the fixture logs an error. */
export const test = base.extend<{ fixture: Fixture }>({
  fixture: async ({ task }, use) => {
    const fixture = new Fixture();
    try {
      await use(fixture);
    } finally {
      if (task.result?.state === 'fail') await fixture.screenshot(task.name);
      expect(await fixture.close()).toEqual([]);
    }
  },
});
