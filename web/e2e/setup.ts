import type { TestProject } from 'vitest/node';
import { launchBrowser } from './kit/browser';
import { Server } from './kit/server';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the server that all tests share. */
    server: string;
    /** The WebSocket endpoint of the browser that all tests share. */
    browser: string;
  }
}

/** Starts the shared server and browser before the run. The returned function stops them, and fails if the server logged errors. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [server, browser] = await Promise.all([Server.start(), launchBrowser()]);
  project.provide('server', server.url);
  project.provide('browser', browser.wsEndpoint());
  return async () => {
    await browser.close();
    const faults = await server.stop();
    if (faults.length > 0) throw new Error(`the shared server logged errors:\n${faults.join('\n')}`);
  };
}
