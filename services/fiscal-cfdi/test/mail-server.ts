import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** A mail as its recipient receives it. */
interface Received {
  recipients: string[];
  raw: string;
  mail: Awaited<ReturnType<typeof PostalMime.parse>>;
}

export interface MailServer {
  url: string;
  received: Received[];
  close(): Promise<void>;
}

/**
 * Starts a real mail server for tests. The local part of the recipient determines the server's reply. A
 * mail to `550-5.1.1@…` is refused with that code. A mail to `lost@…` is accepted, but the connection
 * breaks before the reply. All other mails are accepted.
 */
export async function startMailServer(): Promise<MailServer> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo({ address }, _session, callback) {
      const [, code, enhanced] = /^(\d{3})-(\d\.\d\.\d)@/.exec(address) ?? [];
      if (code === undefined) return callback();
      const words = `${enhanced} not this one`;
      callback(Object.assign(new Error(words), { responseCode: Number(code) }));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => void keep(Buffer.concat(chunks), session).then(() => callback()));
    },
  });
  const keep = async (raw: Buffer, session: SMTPServerSession) => {
    const recipients = session.envelope.rcptTo.map(({ address }) => address);
    received.push({ recipients, raw: raw.toString(), mail: await PostalMime.parse(raw) });
    if (recipients.some((address) => address.startsWith('lost@'))) {
      for (const connection of server.connections) connection.close();
    }
  };
  // The socket error is ignored, because it only means that a client has disconnected.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((done) => server.close(done));
  return { url: `smtp://127.0.0.1:${port}`, received, close };
}
