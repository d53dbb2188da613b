import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** The archive that the server embeds. */
const archive = new URL('packed/client.zip', import.meta.url);

/** Lengths of the header and of the end of a gzip file, without names or comments. */
const [gzipHeader, gzipEnd] = [10, 8];

/** The fields that both headers of a file in an archive have. Times are those of 1980, so that the same files give the same bytes. */
function fields(plain: Buffer, packed: Buffer, method: number, sum: number, name: Buffer): Buffer {
  const b = Buffer.alloc(26);
  b.writeUInt16LE(20, 0); // version
  b.writeUInt16LE(0x0800, 2); // names are UTF-8
  b.writeUInt16LE(method, 4);
  b.writeUInt16LE(0x21, 8); // date
  b.writeUInt32LE(sum, 10);
  b.writeUInt32LE(packed.length, 14);
  b.writeUInt32LE(plain.length, 18);
  b.writeUInt16LE(name.length, 22);
  return b;
}

const signature = (number: number): Buffer => Buffer.from([0x50, 0x4b, number, number + 1]);

/** Returns a zip archive of files. A file is compressed if that saves a tenth of it. */
function zip(files: readonly { name: string; plain: Buffer }[]): Buffer {
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const file of files) {
    const name = Buffer.from(file.name);
    const gzipped = gzipSync(file.plain, { level: 9 }); // it has the checksum, too
    const sum = gzipped.readUInt32LE(gzipped.length - gzipEnd);
    const pays = gzipped.length < file.plain.length * 0.9;
    const packed = pays ? gzipped.subarray(gzipHeader, -gzipEnd) : file.plain;
    const head = fields(file.plain, packed, pays ? 8 : 0, sum, name);
    const position = Buffer.alloc(14);
    position.writeUInt32LE(at, 10);
    directory.push(signature(1), Buffer.from([20, 0]), head, position, name);
    const body = Buffer.concat([signature(3), head, name, packed]);
    bodies.push(body);
    at += body.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...bodies, list, signature(5), end]);
}

/** Writes the archive of a folder. `names` are listed when the build has ended. */
export const pack = (folder: URL, names: () => readonly string[]): Plugin => ({
  name: 'pack',
  closeBundle() {
    mkdirSync(new URL('.', archive), { recursive: true });
    writeFileSync(archive, zip(names().map((name) => ({ name, plain: readFileSync(new URL(name, folder)) }))));
  },
});
