import { fingerprint } from './fingerprint';

const of = (body: unknown, path = '/v1/x', query = '', method = 'POST') =>
  fingerprint(method, path, new URLSearchParams(query), body);

describe('fingerprint', () => {
  it('the fingerprint is the same for all spellings of a request', () => {
    expect(of({ a: 1, b: { c: [1, 2], d: 'é' } })).toBe(of({ b: { d: 'é', c: [1, 2] }, a: 1.0 }));
    expect(of({}, '/v1/x', 'a=1&b=2')).toBe(of({}, '/v1/x', 'b=2&a=1'));
  });

  it.each<[string, string]>([
    ['method', of({}, '/v1/x', '', 'PUT')],
    ['path', of({}, '/v1/y')],
    ['query', of({}, '/v1/x', 'a=1')],
    ['body', of({ a: 1 })],
    ['absence of the body', of(undefined)],
    ['order of a list', of([2, 1])],
  ])('the fingerprint differs if the %s differs', (_, other) => {
    expect(of([1, 2])).not.toBe(other);
    expect(of({})).not.toBe(other);
  });

  it('the fingerprint differs if path or query differs', () => {
    expect(of({}, '/v1/x\na=1')).not.toBe(of({}, '/v1/x', 'a=1'));
  });
});
