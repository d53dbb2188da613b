/** The version of this page's code, which the build writes into the page; undefined in development and tests. */
export const ownVersion: string | undefined = read();

/** The version of the client in the last answer of the server. */
let stated: string | undefined;

let listener: (version: string) => void = () => undefined;

function read(): string | undefined {
  const meta = typeof document === 'undefined' ? null : document.querySelector('meta[name=version]');
  const version = meta?.getAttribute('content');
  return version && version !== 'dev' ? version : undefined;
}

export function onVersion(receive: (version: string) => void): void {
  listener = receive;
}

/** Notes the version in an answer of the server. Every answer names it. */
export function noteVersion(answer: Response): void {
  const version = answer.headers?.get('Nemeton-Client');
  if (!version) return;
  stated = version;
  listener(version);
}

/** Reports whether the server has this page's version of the client, as far as it is known. */
export const isOfServer = (): boolean => ownVersion === undefined || stated === undefined || stated === ownVersion;
