/** The statuses with which a proxy demands a login. */
const demands = [401, 403, 407, 511];

let listener: (needed: boolean) => void = () => undefined;

/** Sets the function that learns whether a proxy in front of the server wants the reader to sign in again. */
export function onLogin(receive: (needed: boolean) => void): void {
  listener = receive;
}

/** Notes whether the last answer came from a login page. */
export function noteLogin(needed: boolean): void {
  listener(needed);
}

/**
 * Reports whether an answer came from the login page of a proxy, not from the server. `isOwn`: the answer has a form that only the server
 * gives it. The server itself never redirects, because the client asks for no such address.
 */
export function isFromLoginPage(answer: Pick<Response, 'type' | 'ok' | 'status'>, isOwn: boolean): boolean {
  if (answer.type === 'opaqueredirect' || (answer.status >= 300 && answer.status < 400)) return true;
  return !isOwn && (answer.ok || demands.includes(answer.status));
}
