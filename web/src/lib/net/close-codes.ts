/** Tells by its range whether a close code means: do not come back. Everything else is worth another try. */
export function isFinal(code: number): boolean {
  return code >= 4000 && code < 4500;
}

/** The close codes that have a sentence of their own. */
export const closeCodes = {
  unknownTable: 4001,
  notAllowed: 4003,
  revoked: 4004,
  broken: 4008,
  tooLarge: 4009,
  table: 4010,
  damaged: 4011,
  unavailable: 4505,
};

/** The code of the client's own close when what the server sent cannot be used; the connection starts anew. */
export const unusable = 4900;
