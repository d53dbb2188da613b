import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { pack } from './pack.ts';
import { texts } from './texts-plugin.ts';

/** The worker, which is no part of the list that it contains. The server sends it with no-cache, because its name has no hash. */
const worker = 'sw.js';
/** These files are not needed without a network: the page that works without a server, icons, which the system keeps, and large pictures. */
const unneeded =
  /^(?:check\.html|\.keep|(?:icon|badge)-.*\.png|assets\/board-.*-large-.*\.webp|assets\/engine-(?:worker-.*\.js|.*\.wasm))$/;
/** The engine is stored for people who use it. */
const engine = /^assets\/engine-(?:worker-.*\.js|.*\.wasm)$/;

const dist = new URL('dist/', import.meta.url);
const read = (name: string): Buffer => readFileSync(new URL(name, dist));

/** All files of the built client, sorted. */
const built = (): string[] =>
  readdirSync(fileURLToPath(dist), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => statSync(new URL(name, dist)).isFile())
    .sort();

/** Those that the worker may know. */
const files = (): string[] => built().filter((name) => name !== worker);

/** The version is a hash of all files, before the page states it. */
function versionOf(names: readonly string[]): string {
  const hash = createHash('sha256');
  for (const name of names) hash.update(`${createHash('sha256').update(read(name)).digest('hex')}  ${name}\n`);
  return hash.digest('hex').slice(0, 16);
}

/** Writes the version into the page. Fails if the page has no place for it. */
function stateVersion(version: string): void {
  const page = read('index.html').toString();
  const stated = page.replace('<meta name="version" content="dev"', `<meta name="version" content="${version}"`);
  if (stated === page) throw new Error('index.html has no place for the version: build the client first');
  writeFileSync(new URL('index.html', dist), stated);
}

const fillIn: Plugin = {
  name: 'fill-in-the-client',
  config() {
    const names = files();
    const version = versionOf(names);
    stateVersion(version);
    const paths = names
      .filter((name) => !unneeded.test(name))
      .map((name) => (name === 'index.html' ? '/' : `/${name}`));
    const engineFiles = names.filter((name) => engine.test(name)).map((name) => `/${name}`);
    return {
      define: {
        clientVersion: JSON.stringify(version),
        clientFiles: JSON.stringify(paths),
        engineFiles: JSON.stringify(engineFiles),
      },
    };
  },
};

/** Builds the service worker into the built client, with the list of its files, and states the version of the client. Then packs the client. */
export default defineConfig({
  plugins: [texts, fillIn, pack(dist, built)],
  publicDir: false,
  build: {
    target: 'es2022',
    emptyOutDir: false,
    modulePreload: false,
    rolldownOptions: {
      input: 'src/worker/service-worker.ts',
      output: { entryFileNames: worker, format: 'iife', codeSplitting: false },
    },
  },
});
