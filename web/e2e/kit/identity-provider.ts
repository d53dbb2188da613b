import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An OpenID Connect provider at another site than the server. Its page asks who signs in. */
export class IdentityProvider {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly asked = new Map<string, URLSearchParams>();
  private readonly server: Server = createServer((request, response) => void this.answer(request, response));

  static async start(): Promise<IdentityProvider> {
    const provider = new IdentityProvider();
    await new Promise<void>((done) => provider.server.listen(0, '127.0.0.1', done));
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.issuer);
    const send = (value: unknown): void =>
      void response.setHeader('Content-Type', 'application/json').end(JSON.stringify(value));
    if (pathname === '/.well-known/openid-configuration')
      return send({
        ...{ issuer: this.issuer, jwks_uri: `${this.issuer}/keys`, token_endpoint: `${this.issuer}/token` },
        ...{ authorization_endpoint: `${this.issuer}/ask`, id_token_signing_alg_values_supported: ['ES256'] },
      });
    if (pathname === '/keys')
      return send({ keys: [{ ...this.keys.publicKey.export({ format: 'jwk' }), kid: 'key', alg: 'ES256' }] });
    if (pathname === '/ask') {
      const back = (answer: Record<string, string>): string =>
        `${searchParams.get('redirect_uri')}?${new URLSearchParams({ state: searchParams.get('state') ?? '', ...answer })}`;
      const links = ['Ada', 'Ben'].map((who) => {
        const code = `${who}-${randomUUID()}`;
        this.asked.set(code, searchParams);
        return `<a href="${back({ code })}">${who}</a>`;
      });
      const refusal = `<a href="${back({ error: 'access_denied' })}">Nobody</a>`;
      return void response.setHeader('Content-Type', 'text/html').end(`${links.join(' ')} ${refusal}`);
    }
    const form = new URLSearchParams(await text(request));
    const code = form.get('code') ?? '';
    const asked = this.asked.get(code);
    this.asked.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (pathname !== '/token' || asked?.get('code_challenge') !== challenge)
      return void response.writeHead(400).end('{}');
    const name = code.replace(/-.*/, '');
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: this.issuer, aud: asked.get('client_id'), sub: name.toLowerCase(), name, iat: now };
    const unsigned = `${encoded({ alg: 'ES256', kid: 'key' })}.${encoded({ ...claims, nonce: asked.get('nonce'), exp: now + 600 })}`;
    const signature = sign('sha256', Buffer.from(unsigned), {
      key: this.keys.privateKey,
      dsaEncoding: 'ieee-p1363',
    });
    send({ access_token: 'x', token_type: 'Bearer', id_token: `${unsigned}.${signature.toString('base64url')}` });
  }
}
