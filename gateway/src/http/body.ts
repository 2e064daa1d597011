import { isUtf8 } from 'node:buffer';
import type { Request } from 'express';
import { invalid, type Issue } from '@timbre/kit';

/** Bound of a JSON body, in bytes. */
export const bodyBytesMax = 1 << 20;
const depthMax = 64;

const fault = (code: string, message: string): Issue => ({ path: [], code, message });

/**
 * Reads a JSON body. Absent bodies are undefined.
 * @throws Refusal validation_error: body_too_large, content_type_unsupported, json_invalid,
 * json_too_deep
 */
export async function readBody(request: Request): Promise<unknown> {
  const bytes = await readBytes(request);
  if (bytes.length === 0) return undefined;
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;\s*charset=("?)utf-8\2\s*)?$/i.test(type)) {
    throw invalid([
      fault('content_type_unsupported', 'Send the body as application/json in UTF-8.'),
    ]);
  }
  if (!isUtf8(bytes)) throw invalid([fault('json_invalid', 'The body is not UTF-8.')]);
  const text = bytes.toString('utf8');
  if (isTooDeep(text)) throw invalid([fault('json_too_deep', `JSON may nest ${depthMax} levels.`)]);
  const value = parse(text);
  if (/\\u[dD][89a-fA-F]/.test(text) && hasLoneSurrogate(value)) {
    throw invalid([fault('json_invalid', 'The body has half of a character (a lone surrogate).')]);
  }
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw invalid([fault('json_invalid', 'The body is not valid JSON.')]);
  }
}

/** UTF-8 cannot carry one; JSON.stringify writes it as an escape and every other character as it is. */
const hasLoneSurrogate = (value: unknown): boolean =>
  /(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(JSON.stringify(value));

function readBytes(request: Request): Promise<Buffer> {
  const tooLarge = () =>
    invalid([fault('body_too_large', `The body may have ${bodyBytesMax} bytes.`)]);
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > bodyBytesMax) return reject(tooLarge());
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= bodyBytesMax) chunks.push(chunk);
      else reject(tooLarge());
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
  });
}

/** An upper bound by counting brackets, strings not excepted: no honest body comes near. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 123 || code === 91) {
      if (++depth > depthMax) return true;
    } else if (code === 125 || code === 93) depth--;
  }
  return false;
}
