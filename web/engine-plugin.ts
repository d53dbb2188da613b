import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const module = 'virtual:engine';
const hashModule = 'virtual:engine-hash';
const path = (name: string): string => fileURLToPath(new URL(`engine/${name}`, import.meta.url));

/**
 * Provides the compiled engine, which `make build` puts into the folder `engine`: its address and its SHA-256 in hex, and the runtime of the Go that
 * compiled it. The hash alone is a module of its own.
 */
export const engine: Plugin = {
  name: 'engine',
  resolveId: (id) => (id === module || id === hashModule ? `\0${id}` : null),
  load(id) {
    if (id !== `\0${module}` && id !== `\0${hashModule}`) return null;
    const wasm = path('engine.wasm');
    if (!existsSync(wasm)) throw new Error('the engine is missing: run make build');
    const hash = createHash('sha256').update(readFileSync(wasm)).digest('hex');
    if (id === `\0${hashModule}`) return `export const hash = ${JSON.stringify(hash)};`;
    return [
      `import ${JSON.stringify(path('wasm_exec.js'))};`,
      `import url from ${JSON.stringify(`${wasm}?url`)};`,
      `export { url };`,
      `export const hash = ${JSON.stringify(hash)};`,
    ].join('\n');
  },
};
