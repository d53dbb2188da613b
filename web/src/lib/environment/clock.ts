/**
 * The clock of the server. Times in messages and answers are the server's, so all that is left, ago or over counts from it. The clock of the
 * device may be wrong or jump. The clock of the page, `performance.now`, does not: it counts from the load of the page.
 */

/**
 * The server's time less the clock of the page. It is the largest seen, because answers only come late, and the clock of the page may rest while the device
 * sleeps.
 */
let offset: number | undefined;

/** No answer is as late as this, in milliseconds. A server whose time is further behind has set its clock back. */
const setBack = 60_000;

/** The time of the server in milliseconds since 1970. Before the first answer it is the time of the device. */
export function serverNow(): number {
  return offset === undefined ? Date.now() : Math.round(performance.now() + offset);
}

/** Notes a time that has passed at the server, in milliseconds since 1970: that of a message or of an entry. */
export function noteServerTime(time: number): void {
  if (Number.isFinite(time) && time > 0) offset = Math.max(offset ?? -Infinity, time - performance.now());
}

/** Notes the server's time in the header of an answer. */
export function noteAnswerTime(answer: Response): void {
  const time = Number(answer.headers?.get('Nemeton-Time') ?? NaN);
  if (offset !== undefined && time > 0 && offset - (time - performance.now()) > setBack) offset = undefined;
  noteServerTime(time);
}

/** Forgets the server's time. For tests. */
export function forgetServerTime(): void {
  offset = undefined;
}
