/** Decodes the bytes of a record. A byte order mark stays, so that it is refused as other programs do. Throws TypeError for bytes that are not UTF-8. */
export function decodeRecord(bytes: BufferSource): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}
