import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A mail server that keeps what it receives. */
export class MailServer {
  readonly mails: { to: string; text: string }[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly server: Server = createServer((socket) => this.serve(socket));

  static async start(): Promise<MailServer> {
    const mail = new MailServer();
    await new Promise<void>((done) => mail.server.listen(0, '127.0.0.1', done));
    return mail;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** The group of a pattern in the newest mail to an address. */
  found(address: string, pattern: RegExp): string | undefined {
    const raw = this.mails.findLast(({ to }) => to === address)?.text ?? '';
    // Quoted-printable: soft line breaks, and characters by their code.
    const text = /quoted-printable/i.test(raw)
      ? raw
          .replaceAll('=\r\n', '')
          .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
      : raw;
    return pattern.exec(text)?.[1];
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    let rest = '';
    let to = '';
    let body: string[] | undefined;
    const line = (text: string): void => {
      if (body && text !== '.') return void body.push(text);
      if (body) {
        this.mails.push({ to, text: body.join('\r\n') });
        body = undefined;
        return void socket.write('250 kept\r\n');
      }
      const [verb = ''] = text.toUpperCase().split(/[ :]/);
      if (verb === 'RCPT') to = /<([^>]*)>/.exec(text)?.[1] ?? '';
      if (verb === 'DATA') body = [];
      socket.write({ EHLO: '250 tests\r\n', DATA: '354 go on\r\n', QUIT: '221 bye\r\n' }[verb] ?? '250 fine\r\n');
      if (verb === 'QUIT') socket.end();
    };
    socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\r\n');
      rest = lines.pop() ?? '';
      lines.forEach(line);
    });
    socket.write('220 tests\r\n');
  }
}
