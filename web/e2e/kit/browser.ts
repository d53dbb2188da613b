import { accessSync, constants } from 'node:fs';
import { chromium, type BrowserServer } from 'playwright-core';

/** This is a host name that Chromium resolves to 127.0.0.1. It is not localhost, so its pages have no secure context. */
export const plainName = 'nemeton.test';

// The headless shell is Chromium without windows. It takes about four fifths of the processor time.
const usualPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];

/** These are the features of Chromium that are switched off. The list replaces the one of Playwright. */
const disabledFeatures = [
  // The popups of the address bar are pages themselves. They cost a second of CPU time per window.
  ...['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup'],
  // From the list of Playwright: features that change requests, call servers or delay the first paint.
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'ThirdPartyStoragePartitioning', 'PaintHolding'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'LensOverlay', 'MediaRouter'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
];

/** Returns the path of Chromium: NEMETON_CHROMIUM, or the first of the usual paths. Throws if there is none. */
function findChromium(paths: readonly string[]): string {
  const wanted = process.env.NEMETON_CHROMIUM;
  const found = (wanted ? [wanted] : paths).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  if (!found) throw new Error(`no Chromium at ${wanted ?? usualPaths.join(', ')}: install it, or set NEMETON_CHROMIUM`);
  return found;
}

/**
 * Starts a Chromium that connects only to the servers under test. Test workers connect to its WebSocket endpoint. `whole` demands the whole browser: the
 * headless shell shows no notifications.
 */
export function launchBrowser({ whole = false } = {}): Promise<BrowserServer> {
  return chromium.launchServer({
    executablePath: findChromium(whole ? usualPaths.slice(1) : usualPaths),
    host: '127.0.0.1',
    // The sandbox does not work as root and in most containers. Only our own pages are opened.
    chromiumSandbox: false,
    args: [
      '--no-proxy-server',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-domain-reliability',
      '--disable-sync',
      '--no-pings',
      '--disable-gpu',
      `--disable-features=${disabledFeatures.join(',')}`,
      `--host-resolver-rules=MAP ${plainName} 127.0.0.1`,
    ],
  });
}
