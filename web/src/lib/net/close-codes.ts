/** Reports whether a close code is final. The range alone decides; all other codes allow a retry. */
export function isFinal(code: number): boolean {
  return code >= 4000 && code < 4500;
}

export const closeCodes = {
  unknownTable: 4001,
  notAllowed: 4003,
  revoked: 4004,
  broken: 4008,
  tooLarge: 4009,
  table: 4010,
  damaged: 4011,
  removed: 4012,
  banned: 4013,
  closedByOperator: 4014,
  unavailable: 4505,
};

/** The client's own close code at the end of an event stream that the next one follows at once. */
export const again = 4901;

/** The delay in milliseconds of the next event stream while nobody sees the page. */
export const hiddenPause = 5_000;

/** The client's own close code after an unusable message; the client reconnects. */
export const unusable = 4900;
