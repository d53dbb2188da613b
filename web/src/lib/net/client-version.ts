/** The version of this page's code, which the build writes into the page; undefined in development and tests. */
export const ownVersion: string | undefined = read();

let listener: (version: string) => void = () => undefined;

function read(): string | undefined {
  const stated = typeof document === 'undefined' ? null : document.querySelector('meta[name=version]');
  const version = stated?.getAttribute('content');
  return version && version !== 'dev' ? version : undefined;
}

export function onVersion(receive: (version: string) => void): void {
  listener = receive;
}

/** Notes the version in an answer of the server. Every answer names it. */
export function noteVersion(answer: Response): void {
  const version = answer.headers?.get('Nemeton-Client');
  if (version) listener(version);
}
