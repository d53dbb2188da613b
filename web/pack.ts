import { deflateSync, zipSync, type Zippable } from 'fflate';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'vite';

/** The archive that the server embeds. */
const archive = new URL('packed/client.zip', import.meta.url);

/** This is the size in bytes from which a file has the quick quality of Brotli, because the best one takes 2 s for each megabyte. */
const large = 1 << 20;

const brotli = (plain: Uint8Array): Uint8Array =>
  brotliCompressSync(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: plain.length < large ? 11 : 9,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });

/**
 * Returns a zip archive of files in the given order, and of their Brotli forms in the folder `br`. All times are the first that a zip can hold, so
 * that the same files give the same bytes.
 */
function zip(files: readonly { name: string; plain: Uint8Array }[]): Uint8Array {
  const entries: Zippable = {};
  for (const { name, plain } of files) {
    // The server sends compressed files as they are, so that compression must save a tenth.
    const deflated = deflateSync(plain, { level: 9 }).length;
    const pays = deflated < plain.length * 0.9;
    entries[name] = [plain, { level: pays ? 9 : 0 }];
    const smaller = pays ? brotli(plain) : plain;
    if (smaller.length < deflated) entries[`br/${name}`] = [smaller, { level: 0 }];
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
