import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** SHA-256 of what makes two requests the same: method, path, sorted query, canonical body (RFC 8785). */
export function fingerprint(
  method: string,
  path: string,
  search: URLSearchParams,
  body: unknown,
): string {
  const sorted = new URLSearchParams([...search.entries()].sort(([a], [b]) => (a < b ? -1 : 1)));
  return createHash('sha256')
    .update(`${method}\n${path}\n${sorted.toString()}\n`)
    .update(body === undefined ? '' : (canonicalize(body) ?? ''))
    .digest('hex');
}
