/** Decodes the bytes of a record. A byte order mark stays, so that it is refused as other programs do. Throws TypeError for bytes that are not UTF-8. */
export function decodeRecord(bytes: BufferSource): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

/** The size of the largest record that is read, in bytes. The program has the same limit. */
const maxBytes = 64 << 20;

/** Reads the text of a record from a file. Rejects with RangeError if the file is too large, and otherwise if it cannot be read or is not UTF-8. */
export async function readRecord(file: File): Promise<string> {
  if (file.size > maxBytes) throw new RangeError('too large for a record');
  return decodeRecord(await file.arrayBuffer());
}

/** Loads the text of a record. Rejects if there is none, or if it is not UTF-8. */
export async function loadRecord(url: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(answer.statusText);
  return decodeRecord(await answer.arrayBuffer());
}
