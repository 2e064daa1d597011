import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of the simulated SAT that records every secret in the traffic. */
export interface Recorder {
  url: string;
  forwardTo(target: string): void;
  /** Returns each secret with its kind and the encodings in which it could be stored. */
  secrets(): [kind: string, forms: string[]][];
  /** Returns the last certificate that the simulated authority created. */
  minted(): { privateKey: string; passphrase: string };
  close(): Promise<void>;
}

/** Starts a recorder. Requests that arrive before the target address is set wait for it. */
export async function startRecorder(): Promise<Recorder> {
  const target = Promise.withResolvers<string>();
  const found = new Map<string, string>();
  let minted = { privateKey: '', passphrase: '' };
  const keep = (kind: string, secret: string | undefined) => {
    if (secret && secret.length > 12) found.set(secret, kind);
  };
  const server = createServer((incoming, outgoing) => {
    void forward(incoming).then(
      ({ answer, sent, body }) => {
        record(keep, incoming, sent, answer, body);
        if (incoming.url === '/authority/certificates') minted = JSON.parse(String(body));
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers).end(body);
      },
      () => outgoing.writeHead(502).end(),
    );
  });
  const forward = async (incoming: IncomingMessage) => {
    const sent = Buffer.concat(await incoming.toArray());
    const { hostname, port } = new URL(await target.promise);
    const headers = { ...incoming.headers };
    const options = { hostname, port, path: incoming.url, method: incoming.method, headers };
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request(options, resolve).on('error', reject).end(sent);
    });
    return { answer, sent: sent.toString(), body: Buffer.concat(await answer.toArray()) };
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwardTo: target.resolve,
    secrets: () => [...found].map(([secret, kind]) => [kind, formsOf(secret)]),
    minted: () => minted,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function record(
  keep: (kind: string, secret: string | undefined) => void,
  incoming: IncomingMessage,
  sent: string,
  answer: IncomingMessage,
  body: Buffer,
): void {
  for (const line of answer.headers['set-cookie'] ?? [])
    keep('cookie', /^[^=]+=([^;]*)/.exec(line)?.[1]);
  const form = new URLSearchParams(sent);
  if (incoming.headers['content-type']?.includes('urlencoded')) {
    keep('challenge', form.get('guid') ?? undefined);
    keep('signature', form.get('token') ?? undefined);
    keep('ticket', form.get('wresult')?.split('|').at(-1));
  }
  keep('access token', /access_token="([^"%&]+)/.exec(incoming.headers.authorization ?? '')?.[1]);
  const text = body.length < 100_000 ? body.toString() : '';
  keep('access token', /AutenticaResult>([^<%&]+)/.exec(text)?.[1]);
  keep('signature', /SignatureValue>([^<]+)/.exec(sent)?.[1]);
}

/**
 * Returns the encodings of a secret to search for: text, and bytes in hexadecimal and base64. The
 * search uses only the first part of the secret, which is enough to identify it.
 */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret).subarray(0, 48);
  return [secret.slice(0, 64), bytes.toString('hex'), bytes.toString('base64').slice(0, 60)];
}
