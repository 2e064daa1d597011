import { PassThrough } from 'node:stream';
import type { Request } from 'express';
import { Refusal } from '@timbre/kit';
import { bodyBytesMax, readBody } from './body';

function requestOf(body: string | Buffer, headers: Record<string, string> = {}): Request {
  const stream = new PassThrough();
  stream.end(body);
  return Object.assign(stream, {
    headers: { 'content-type': 'application/json', ...headers },
  }) as unknown as Request;
}

const codeOf = (body: string | Buffer, headers?: Record<string, string>): Promise<string> =>
  readBody(requestOf(body, headers)).then(
    ({ bodyIssues }) => bodyIssues[0]?.code ?? 'read',
    (error: Refusal) => error.details.issues![0]!.code,
  );

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('readBody', () => {
  it('readBody parses JSON, and returns undefined for an empty body', async () => {
    const read = await readBody(requestOf('{"a":[1,"ñ😀"]}'));
    expect(read).toEqual({ body: { a: [1, 'ñ😀'] }, bodyIssues: [] });
    expect(await readBody(requestOf(''))).toEqual({ body: undefined, bodyIssues: [] });
  });

  it.each<[string, string | Buffer, string]>([
    ['JSON that ends early', '{"a":', 'json_invalid'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'json_invalid'],
    ['a lone surrogate', '"\\ud800"', 'json_invalid'],
    ['a lone low surrogate in a key', '{"\\uDC00":1}', 'json_invalid'],
    ['a lone surrogate behind a backslash', '"\\\\\\ud800"', 'json_invalid'],
    ['a pair of surrogates', '"\\ud83d\\ude00"', 'read'],
    ['text that only looks like an escape', '"\\\\ud800"', 'read'],
    ['64 levels', nested(64), 'read'],
    ['65 levels', nested(65), 'json_too_deep'],
    [
      '65 levels behind brackets in a string',
      `["${']'.repeat(65)}",${nested(64)}]`,
      'json_too_deep',
    ],
    ['brackets in a string', `"${'['.repeat(65)}"`, 'read'],
    ['many levels', nested(100_000), 'json_too_deep'],
    ['a key given twice', '{"a":1,"a":1}', 'duplicate_key'],
    ['1 MB', `"${'x'.repeat(bodyBytesMax - 2)}"`, 'read'],
    ['a number that no double holds', '{"amount":99999999999.123456}', 'number_not_exact'],
    ['a byte more', `"${'x'.repeat(bodyBytesMax - 1)}"`, 'body_too_large'],
  ])('%s', async (_, body, expected) => {
    expect(await codeOf(body)).toBe(expected);
  });

  it('readBody rejects a body whose declared length is too large without waiting for it', async () => {
    const endless = Object.assign(new PassThrough(), {
      headers: { 'content-length': String(bodyBytesMax + 1) },
    }) as unknown as Request;
    await expect(readBody(endless)).rejects.toBeInstanceOf(Refusal);
  });

  it.each(['within its body', 'before its body'])(
    'readBody refuses a request whose client disconnects %s',
    async (when) => {
      const headers = { 'content-type': 'application/json' };
      const request = Object.assign(new PassThrough(), { headers }) as unknown as Request;
      const aborted = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
      if (when === 'before its body') request.once('error', () => undefined).destroy(aborted);
      const read = readBody(request);
      request.destroy(aborted);
      await expect(read).rejects.toMatchObject({
        details: { issues: [expect.objectContaining({ code: 'request_incomplete' })] },
      });
    },
  );

  it.each([
    ['identity', 'read'],
    ['gzip', 'content_encoding_unsupported'],
  ])('a body with the encoding "%s" is answered with %s', async (encoding, expected) => {
    expect(await codeOf('{}', { 'content-encoding': encoding })).toBe(expected);
  });

  it.each([
    ['application/json', 'read'],
    ['Application/JSON; charset=UTF-8', 'read'],
    ['application/json;charset="utf-8"', 'read'],
    ['application/json; charset=utf-16', 'content_type_unsupported'],
    ['application/jsonp', 'content_type_unsupported'],
    ['text/json', 'content_type_unsupported'],
    ['', 'content_type_unsupported'],
  ])('a body with the content type "%s" is answered with %s', async (type, expected) => {
    expect(await codeOf('{}', { 'content-type': type })).toBe(expected);
  });
});
