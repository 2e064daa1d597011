import { isUtf8 } from 'node:buffer';
import type { Request } from 'express';
import { GatheredBytes, invalid, type Issue } from '@timbre/kit';
import { jsonIssues } from './json-issues';

/** The default limit of a JSON body in bytes; an operation can define another limit. */
export const bodyBytesMax = 1 << 20;

const fault = (code: string, message: string): Issue => ({ path: [], code, message });

/**
 * Returns the refusal for an incomplete body. The client has disconnected and never receives this
 * refusal. The refusal only makes the activity record show that the client aborted the request, not
 * Timbre.
 */
export const incomplete = () =>
  invalid([fault('request_incomplete', 'The client disconnected before the end of the body.')]);

/** A parsed body (undefined if the request has none) and the errors that a schema cannot detect. */
export interface ReadBody {
  body: unknown;
  bodyIssues: Issue[];
}

/**
 * Reads a JSON body.
 * @throws Refusal validation_error: body_too_large, request_incomplete, content_encoding_unsupported,
 * content_type_unsupported, json_invalid, json_too_deep
 */
export async function readBody(request: Request, bytesMax = bodyBytesMax): Promise<ReadBody> {
  const bytes = await readBytes(request, bytesMax);
  if (bytes.length === 0) return { body: undefined, bodyIssues: [] };
  if (/^(?!identity$)./i.test(request.headers['content-encoding'] ?? '')) {
    const message = 'Send the body without Content-Encoding.';
    throw invalid([fault('content_encoding_unsupported', message)]);
  }
  if (!isUtf8Json(request.headers['content-type'] ?? '')) {
    throw invalid([
      fault('content_type_unsupported', 'Send the body as application/json in UTF-8.'),
    ]);
  }
  if (!isUtf8(bytes)) throw invalid([fault('json_invalid', 'The body is not UTF-8.')]);
  const text = bytes.toString('utf8');
  const value = parse(text);
  const bodyIssues = jsonIssues(text);
  if (bodyIssues[0]?.code === 'json_too_deep') throw invalid(bodyIssues);
  if (/\\u[dD][89a-fA-F]/.test(text) && hasLoneSurrogate(value)) {
    throw invalid([fault('json_invalid', 'The body has half of a character (a lone surrogate).')]);
  }
  return { body: value, bodyIssues };
}

/**
 * Whether a content type has the charset UTF-8. Other parameters of the content type have no
 * meaning for JSON (RFC 8259 §11).
 */
function isUtf8Json(type: string): boolean {
  const charset = /;\s*charset=("?)([^";\s]*)\1/i.exec(type)?.[2];
  return /^application\/json\s*(;|$)/i.test(type) && /^utf-8$/i.test(charset ?? 'utf-8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw invalid([
      fault('json_invalid', 'The body is not valid JSON; check its quotes, commas and braces.'),
    ]);
  }
}

/**
 * Whether a value contains a lone surrogate, which UTF-8 cannot represent. JSON.stringify escapes
 * lone surrogates but not surrogate pairs, so searching for such escapes is sufficient.
 */
const hasLoneSurrogate = (value: unknown): boolean =>
  /(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(JSON.stringify(value));

/**
 * Reads all bytes of a body.
 * @throws Refusal validation_error: body_too_large, request_incomplete
 */
export function readBytes(request: Request, bytesMax: number): Promise<Buffer> {
  const tooLarge = () =>
    invalid([fault('body_too_large', `The body may have at most ${bytesMax} bytes.`)]);
  return new Promise((resolve, reject) => {
    if (request.destroyed) return reject(incomplete());
    const expected = Number(request.headers['content-length'] ?? 0);
    if (expected > bytesMax) return reject(tooLarge());
    const body = new GatheredBytes(expected);
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= bytesMax) body.add(chunk);
      else reject(tooLarge());
    });
    request.on('end', () => resolve(body.bytes));
    request.on('error', () => reject(incomplete()));
  });
}
