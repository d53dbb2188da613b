/** The codes whose usual text is about something else than the other sign-in of the server. */
const own = ['expired_code', 'door_closed'];

/** The code of the text for a failed sign-in with the other service; null for none. */
export const oidcProblem = (code: string): string | null => (own.includes(code) ? `oidc_${code}` : code || null);
