/** Decodes the bytes of a record. A byte order mark stays, so that it is refused as other programs do. Throws TypeError for bytes that are not UTF-8. */
export function decodeRecord(bytes: BufferSource): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

/** Loads the text of a record. Rejects if there is none, or if it is not UTF-8. */
export async function loadRecord(url: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(answer.statusText);
  return decodeRecord(await answer.arrayBuffer());
}
