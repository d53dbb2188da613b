import type { JsonObject } from '../wire/narrow';

/** The parts of the browser that read and write passkeys as JSON. Older browsers lack them. */
interface PasskeyJson {
  parseCreationOptionsFromJSON?: (options: JsonObject) => PublicKeyCredentialCreationOptions;
  parseRequestOptionsFromJSON?: (options: JsonObject) => PublicKeyCredentialRequestOptions;
}

const reader = (): PasskeyJson | undefined =>
  'PublicKeyCredential' in globalThis ? (PublicKeyCredential as unknown as PasskeyJson) : undefined;

/** Whether this browser has passkeys. */
export const hasPasskeys = (): boolean => reader()?.parseCreationOptionsFromJSON !== undefined;

/** A dialog that the reader closed, or that took too long. */
export class PasskeyClosed extends Error {}

/** The device, or the key that is carried, has a passkey of the reader already. */
export class PasskeyKnown extends Error {}

function toJson(credential: Credential | null): unknown {
  if (credential === null) throw new PasskeyClosed();
  return (credential as PublicKeyCredential).toJSON();
}

/** Tells a closed dialog from other failures. */
async function asked(dialog: Promise<Credential | null>): Promise<unknown> {
  try {
    return toJson(await dialog);
  } catch (error) {
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name))
      throw new PasskeyClosed();
    if (error instanceof DOMException && error.name === 'InvalidStateError') throw new PasskeyKnown();
    throw error;
  }
}

/** Lets the browser make a passkey. Throws PasskeyClosed or PasskeyKnown. */
export function makePasskey(options: JsonObject): Promise<unknown> {
  const publicKey = reader()?.parseCreationOptionsFromJSON?.(options);
  if (!publicKey) throw new PasskeyClosed();
  return asked(navigator.credentials.create({ publicKey }));
}

/** Asks the reader for a passkey. With `mediation` `conditional`, the browser offers it at the name field. Throws PasskeyClosed. */
export function askPasskey(
  options: JsonObject,
  mediation: CredentialMediationRequirement,
  signal: AbortSignal,
): Promise<unknown> {
  const publicKey = reader()?.parseRequestOptionsFromJSON?.(options);
  if (!publicKey) throw new PasskeyClosed();
  return asked(navigator.credentials.get({ publicKey, mediation, signal }));
}

/** Whether the browser offers passkeys at a field. */
export async function offersAtField(): Promise<boolean> {
  return (
    'PublicKeyCredential' in globalThis && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true
  );
}
