/** A REST client with the session cookie of one player. */
export class ApiSession {
  constructor(
    private readonly server: string,
    private readonly cookie: string,
  ) {}

  get<T>(path: string): Promise<T> {
    return this.call(path, {});
  }

  post<T>(path: string, body: object = {}): Promise<T> {
    const headers = { 'Content-Type': 'application/json' };
    return this.call(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  put<T>(path: string): Promise<T> {
    return this.call(path, { method: 'PUT' });
  }

  private async call<T>(path: string, init: RequestInit): Promise<T> {
    const headers = { ...init.headers, Cookie: this.cookie };
    const response = await fetch(`${this.server}/api/v1${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
}
