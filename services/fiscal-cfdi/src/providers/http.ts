import { Agent, request, type Dispatcher } from 'undici';

/** Answers of providers are small; a larger one is not an answer of theirs. */
const answerBytesMax = 8 << 20;
export const connectTimeoutMs = 3_000;
export const totalTimeoutMs = 30_000;

/** A call over HTTP: answered, certainly not sent, or sent without a usable answer. */
export type HttpOutcome =
  | { outcome: 'answered'; status: number; text: string }
  | { outcome: 'not_sent'; cause: unknown }
  | { outcome: 'unknown'; cause: unknown };

export interface HttpCall {
  method: 'GET' | 'POST';
  url: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
  /** A read may use a kept connection; a write never does, so that no stale one eats it. */
  isWrite: boolean;
  timeoutMs?: number;
}

/** Failures that come before the first byte of a request. */
const beforeSending = new Set([
  'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_CERT_ALTNAME_INVALID',
]); // prettier-ignore

/** A client for one provider; closes with `close`. */
export function createHttp() {
  const agent = new Agent({
    connect: { timeout: connectTimeoutMs },
    pipelining: 1,
    connections: null,
  });
  const call = async (options: HttpCall): Promise<HttpOutcome> => {
    const signal = AbortSignal.timeout(options.timeoutMs ?? totalTimeoutMs);
    try {
      const answer = await request(options.url, {
        ...toRequest(options),
        dispatcher: agent,
        signal,
      });
      const text = await readText(answer.body);
      return { outcome: 'answered', status: answer.statusCode, text };
    } catch (cause) {
      return { outcome: wasSent(cause) ? 'unknown' : 'not_sent', cause };
    }
  };
  return { call, close: () => agent.close() };
}

export type Http = ReturnType<typeof createHttp>;

function toRequest({ method, headers, body, isWrite }: HttpCall) {
  return {
    method,
    ...(headers && { headers }),
    ...(body !== undefined && { body }),
    reset: isWrite,
    headersTimeout: totalTimeoutMs,
    bodyTimeout: totalTimeoutMs,
  };
}

async function readText(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > answerBytesMax) throw new Error('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function wasSent(cause: unknown): boolean {
  const codes = [cause, (cause as { cause?: unknown })?.cause].map(
    (e) => (e as { code?: string })?.code ?? '',
  );
  const errors = (cause as { errors?: { code?: string }[] })?.errors ?? [];
  return ![...codes, ...errors.map((e) => e.code ?? '')].some((code) => beforeSending.has(code));
}
