import { hexToBytes } from '@noble/hashes/utils.js';
import { loadCurve, subtle } from './signer';

/** Reports whether a signature is the key's for a text. Key and signature are hex. Uses Web Crypto if it can, which is faster. Never throws. */
export async function isSigned(key: string, text: Uint8Array<ArrayBuffer>, signature: string): Promise<boolean> {
  let keyBytes, signatureBytes;
  try {
    [keyBytes, signatureBytes] = [bytes(key), bytes(signature)];
  } catch {
    return false;
  }
  try {
    const web = subtle();
    if (web) {
      const imported = await web.importKey('raw', keyBytes, 'Ed25519', false, ['verify']);
      return await web.verify('Ed25519', imported, signatureBytes, text);
    }
  } catch {
    // This browser's Web Crypto does not have Ed25519, or the key is no point of the curve.
  }
  try {
    return (await loadCurve()).verify(signatureBytes, text, keyBytes, { zip215: false });
  } catch {
    return false;
  }
}

const bytes = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(hexToBytes(hex));
