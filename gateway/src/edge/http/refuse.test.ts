import type { Response } from 'express';
import { conflict, invalid, Refusal } from '@timbre/kit';
import { refuse } from './refuse';

function refused(refusal: Refusal, scope?: string[]) {
  const headers: Record<string, string> = {};
  const response = {
    statusCode: 0,
    setHeader: (name: string, value: string) => (headers[name] = value),
    end: (body: string) => (text = body),
  };
  let text = '';
  refuse(response as unknown as Response, refusal, 'https://api.example', scope ? { scope } : {});
  return { status: response.statusCode, headers, text, body: JSON.parse(text) as unknown };
}

describe('refuse', () => {
  it('the body of a refusal contains code, message and status, and details only if there are any', () => {
    expect(refused(new Refusal('not_found', 'No.')).body).toEqual({
      error: { code: 'not_found', message: 'No.', status: 404 },
    });
    expect(refused(conflict('No.', 'why')).body).toEqual({
      error: { code: 'conflict', message: 'No.', status: 409, details: { reason: 'why' } },
    });
  });

  it('the body of a refusal omits the cause and the JSON keys that the contract does not declare', () => {
    const details = { reason: 'r', secret: 's' } as object;
    const { text } = refused(
      new Refusal('internal', 'Sorry.', details, new Error('select * from')),
    );
    expect(text).not.toMatch(/secret|select/);
  });

  it('the body of a refusal is byte-identical for details in any order', () => {
    const issue = { path: ['a'], code: 'c', message: 'm' };
    const kept = { message: 'm', path: ['a'], code: 'c' };
    const [first, again] = [
      refused(conflict('No.', 'r', [issue])),
      refused(new Refusal('conflict', 'No.', { issues: [kept], reason: 'r' })),
    ];
    expect(again.text).toBe(first.text);
  });

  it('a refusal with status 401 or 403 has a WWW-Authenticate challenge', () => {
    const metadata =
      'Bearer resource_metadata="https://api.example/.well-known/oauth-protected-resource"';
    const challenge = (refusal: Refusal) => refused(refusal).headers['WWW-Authenticate'];
    expect(challenge(new Refusal('unauthenticated', ''))).toBe(metadata);
    expect(challenge(new Refusal('unauthenticated', '', { reason: 'invalid_token' }))).toBe(
      `${metadata}, error="invalid_token"`,
    );
    expect(challenge(new Refusal('forbidden', '', { reason: 'production_only' }))).toBe(metadata);
    expect(challenge(invalid([]))).toBeUndefined();
  });

  it('a refusal lists the missing permissions', () => {
    const refusal = new Refusal('forbidden', '', { reason: 'insufficient_scope' });
    expect(refused(refusal, ['a:read', 'b:manage']).headers['WWW-Authenticate']).toMatch(
      /, error="insufficient_scope", scope="a:read b:manage"$/,
    );
  });

  it('a refusal with a retry time has a Retry-After header', () => {
    const busy = new Refusal('rate_limited', '', { retryable: true, retryAfterSeconds: 3 });
    expect(refused(busy).headers['Retry-After']).toBe('3');
    expect(refused(conflict('No.')).headers['Retry-After']).toBeUndefined();
  });
});
