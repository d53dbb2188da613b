import { accessSync, constants } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** A name that Chromium looks up to this machine and that is not localhost, so that its pages have no secure context. */
export const plainName = 'nemeton.test';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium'];

/** Finds Chromium: NEMETON_CHROMIUM, or one of the usual places. */
function findChromium(): string {
  const wanted = process.env.NEMETON_CHROMIUM;
  const found = (wanted ? [wanted] : places).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  if (!found) throw new Error(`no Chromium at ${wanted ?? places.join(', ')}: install it, or set NEMETON_CHROMIUM`);
  return found;
}

/** Starts a Chromium that talks to nobody but the pages' own server. */
export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    // Root cannot have the sandbox, and neither can most containers; only our own pages are opened.
    chromiumSandbox: false,
    args: [
      '--no-proxy-server',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-domain-reliability',
      '--disable-sync',
      '--no-pings',
      '--disable-gpu',
      `--host-resolver-rules=MAP ${plainName} 127.0.0.1`,
    ],
  });
}
