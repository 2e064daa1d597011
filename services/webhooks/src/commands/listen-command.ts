import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ApiUnreachable, askApi, reasonOf, refusedByApi, type ApiAccess } from '@timbre/api';
import { secretText, signedHeaders } from '../workflows/signature';

export interface ListenIo {
  write(text: string): void;
  writeError(text: string): void;
  /** Returns the API that the command calls, or undefined if no API is configured. */
  access(): ApiAccess | undefined;
  signal: AbortSignal;
}

/** An event in the response of GET /v1/events. */
interface ListedEvent {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

interface Options {
  /** The local address to which each event is sent; absent if events are only printed. */
  forward?: URL | undefined;
  /** The secret with which the command signs its requests. */
  secret: Buffer;
  types?: string | undefined;
  isJson: boolean;
}

const usage = `usage: timbre listen [--forward URL] [--types cfdi.*,quote.accepted] [--secret whsec_…] [--json]
`;
const ended = 0;
const unusable = 2;
const pollMs = 1_000;
/** The time limit for a response, which is the same as for endpoints (`src/providers/receiver.ts`). */
const answerMs = 15_000;
const secretBytes = 32;

/**
 * `timbre listen` prints new events in the order in which they are listed. If a local address is given,
 * the command sends each event to this address as a webhook would: with the same body and headers,
 * signed with a secret that is printed at the start. If the local address refuses an event, the
 * command prints the refusal and does not send the event again. The exit code is 0 if the user
 * stops the command, and 2 if the options or the API key cannot be used.
 */
export async function listenCommand(argv: readonly string[], io: ListenIo): Promise<number> {
  const options = optionsOf(argv);
  if (typeof options === 'string') {
    io.writeError(`${options}\n${usage}`);
    return unusable;
  }
  const access = io.access();
  if (!access) {
    io.writeError('set TIMBRE_API_URL and TIMBRE_API_KEY, or have npm start running\n');
    return unusable;
  }
  try {
    await listen(access, options, io);
    return ended;
  } catch (error) {
    if (io.signal.aborted) return ended;
    io.writeError(`${error instanceof Error ? error.message : String(error)}\n`);
    return unusable;
  }
}

/**
 * Parses the command-line options of `timbre listen`.
 * @returns the options, or a message that explains why they are invalid
 */
function optionsOf(argv: readonly string[]): Options | string {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        forward: { type: 'string' },
        types: { type: 'string' },
        secret: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
    const secret = values.secret === undefined ? randomBytes(secretBytes) : secretOf(values.secret);
    if (!secret) return 'a secret is whsec_ and the base64 of 24 to 64 bytes';
    const forward = values.forward === undefined ? undefined : addressOf(values.forward);
    if (forward === null) return `${values.forward} is not an http or https address`;
    return { forward, secret, types: values.types, isJson: values.json };
  } catch (error) {
    return (error as Error).message;
  }
}

function secretOf(text: string): Buffer | undefined {
  const secret = Buffer.from(text.replace(/^whsec_/, ''), 'base64');
  return secretText(secret) === text && secret.length >= 24 && secret.length <= 64
    ? secret
    : undefined;
}

/**
 * Parses the address to which events are sent. If the address has no scheme, as in
 * `localhost:3000/hooks`, http is used.
 */
function addressOf(text: string): URL | null {
  const address = /^https?:\/\//.test(text) ? text : `http://${text}`;
  return URL.canParse(address) ? new URL(address) : null;
}

async function listen(access: ApiAccess, options: Options, io: ListenIo): Promise<void> {
  const { signal } = io;
  let after = (await pageOf(access, '?limit=1&order=newest', io)).at(0)?.id;
  io.writeError(
    `listening to ${access.baseUrl}${options.forward ? `, sending to ${options.forward.href}` : ''}\n`,
  );
  if (options.forward) io.writeError(`the secret is ${secretText(options.secret)}\n`);
  const types = options.types === undefined ? '' : `&types=${encodeURIComponent(options.types)}`;
  while (!signal.aborted) {
    const from = after === undefined ? '&order=oldest' : `&after=${after}`;
    const events = await pageOf(access, `?limit=50${from}${types}`, io);
    for (const event of events) {
      await show(event, options, io);
      after = event.id;
    }
    if (events.length === 0) await sleep(pollMs, undefined, { signal });
  }
}

/**
 * Reads one page of events from the API. While the API cannot be reached, the command prints a
 * message once and repeats the request.
 */
async function pageOf(access: ApiAccess, query: string, io: ListenIo): Promise<ListedEvent[]> {
  for (let isReported = false; ; isReported = true) {
    try {
      const { signal } = io;
      const { status, body } = await askApi<ListedEvent[]>(access, `/v1/events${query}`, {
        signal,
      });
      if (!body.data) throw refusedByApi(status, body.error);
      return body.data;
    } catch (error) {
      if (!(error instanceof ApiUnreachable) || io.signal.aborted) throw error;
      if (!isReported) io.writeError(`${error.message}; asking again until it answers\n`);
    }
  }
}

async function show(event: ListedEvent, options: Options, io: ListenIo): Promise<void> {
  const body = JSON.stringify(event);
  const said = options.isJson ? body : `${event.timestamp}  ${event.type}  ${event.id}`;
  if (!options.forward) return io.write(`${said}\n`);
  io.write(`${said}  → ${await send(event.id, body, options.forward, options, io)}\n`);
}

/**
 * Sends an event to the local address of the user.
 * @returns the line to print about the response of the local program
 */
async function send(id: string, body: string, to: URL, { secret }: Options, io: ListenIo) {
  const begunMs = Date.now();
  const headers = signedHeaders(id, Math.floor(begunMs / 1_000), body, [secret]);
  try {
    const answer = await fetch(to, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([io.signal, AbortSignal.timeout(answerMs)]),
    });
    await answer.body?.cancel();
    return `${answer.status} in ${Date.now() - begunMs} ms`;
  } catch (error) {
    return `no answer: ${reasonOf(error as Error)}`;
  }
}
