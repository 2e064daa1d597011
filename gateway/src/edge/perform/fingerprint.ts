import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * Returns the SHA-256 of method, path, sorted query and canonical body (RFC 8785), which together
 * identify a request.
 */
export function fingerprint(
  method: string,
  path: string,
  search: URLSearchParams,
  body: unknown,
): string {
  const query = search.size === 0 ? '' : sorted(search);
  const content = body === undefined ? '' : canonicalize(body);
  return hash('sha256', `${method}\n${path}\n${query}\n${content}`, 'hex');
}

function sorted(search: URLSearchParams): string {
  const entries = [...search.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  return new URLSearchParams(entries).toString();
}
