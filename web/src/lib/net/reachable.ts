/** The timeout of the question in milliseconds. */
const timeout = 5_000;

/** Reports whether the server answers requests now. */
export async function isReachable(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(timeout) })).ok;
  } catch {
    return false;
  }
}
