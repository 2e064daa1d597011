import { createReadStream, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { System } from './system';

/**
 * Publishes a message on NATS with the wire protocol, because a test may not load the project's libraries. The
 * message has no headers.
 * @throws Error if the server refuses the message
 */
export async function publishOn(natsUrl: string, subject: string, payload: Buffer): Promise<void> {
  const lines = [`PUB ${subject} ${payload.length}\r\n`, payload, '\r\n'];
  const [said] = await exchange(natsUrl, lines, /[^]*PONG\r\n/);
  if (said.includes('-ERR')) throw new Error(said);
}

/** Asks the API of JetStream. */
export async function askJetStream(natsUrl: string, subject: string, body = ''): Promise<unknown> {
  const lines = ['SUB answer 1\r\n', `PUB $JS.API.${subject} answer ${body.length}\r\n${body}\r\n`];
  const said = await exchange(natsUrl, lines, /MSG answer 1 (\d+)\r\n([^\r]*)\r\n/);
  return JSON.parse(said[2]!);
}

/** Sends lines as the user of the URL, and returns the part of the server's output that matches. */
export async function exchange(
  natsUrl: string,
  lines: (string | Buffer)[],
  wanted: RegExp,
): Promise<RegExpExecArray> {
  const { hostname, port, username: user, password: pass } = new URL(natsUrl);
  const socket = connect(Number(port), hostname);
  socket.write(`CONNECT ${JSON.stringify({ verbose: false, pedantic: false, user, pass })}\r\n`);
  for (const line of lines) socket.write(line);
  socket.write('PING\r\n');
  let said = '';
  for await (const chunk of socket) {
    said += String(chunk);
    const found = wanted.exec(said);
    if (found) return found;
  }
  throw new Error(`NATS ended the connection: ${said.slice(-200)}`);
}

/** The line that a service logs when an event has failed and waits for its next delivery. */
interface Failed {
  consumer?: string;
  msg: string;
  sequence: number;
}

/**
 * Returns a function that skips the delays before the redelivery of failed events, so that the test does not
 * wait. The function sends a second negative acknowledgement without a delay for each failed delivery.
 */
export function hurryOf(
  { natsUrl, logDir }: Pick<System, 'natsUrl' | 'logDir'>,
  { service, stream, consumer }: { service: string; stream: string; consumer: string },
): () => Promise<void> {
  const log = join(logDir, `${service}.log`);
  let read = statSync(log).size;
  let rest = '';
  return async () => {
    for await (const chunk of createReadStream(log, { start: read })) {
      read += (chunk as Buffer).length;
      rest += String(chunk);
    }
    const lines = rest.split('\n');
    rest = lines.pop()!;
    const failed = lines
      .map((line) => JSON.parse(line) as Failed)
      .filter((line) => line.consumer === consumer && line.msg.startsWith('event failed'));
    if (failed.length === 0) return;
    const { delivered } = (await askJetStream(natsUrl, `CONSUMER.INFO.${stream}.${consumer}`)) as {
      delivered: { consumer_seq: number };
    };
    for (const { sequence } of failed) {
      const of = `1.${sequence}.${delivered.consumer_seq}.${Date.now()}000000.0`;
      await publishOn(natsUrl, `$JS.ACK.${stream}.${consumer}.${of}`, Buffer.from('-NAK'));
    }
  };
}
