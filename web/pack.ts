import { deflateSync, zipSync, type Zippable } from 'fflate';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** The archive that the server embeds. */
const archive = new URL('packed/client.zip', import.meta.url);

/** Returns a zip archive of files in the given order. All times are the first that a zip can hold, so that the same files give the same bytes. */
function zip(files: readonly { name: string; plain: Uint8Array }[]): Uint8Array {
  const entries: Zippable = {};
  for (const { name, plain } of files) {
    // The server sends compressed files as they are, so that compression must save a tenth.
    const pays = deflateSync(plain, { level: 9 }).length < plain.length * 0.9;
    entries[name] = [plain, { level: pays ? 9 : 0 }];
  }
  return zipSync(entries, { mtime: new Date(1980, 0, 1) });
}

/** Writes the archive of a folder. `names` are listed when the build has ended. */
export const pack = (folder: URL, names: () => readonly string[]): Plugin => ({
  name: 'pack',
  closeBundle() {
    mkdirSync(new URL('.', archive), { recursive: true });
    writeFileSync(archive, zip(names().map((name) => ({ name, plain: readFileSync(new URL(name, folder)) }))));
  },
});
