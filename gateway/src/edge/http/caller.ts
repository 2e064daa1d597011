import type { Request } from 'express';
import type { Caller } from '../../identity';

/**
 * Returns the client's user agent, and the client's address as seen by the outermost of the proxies
 * that TIMBRE_PROXY_HOPS counts.
 */
export const callerOf = ({ ip, headers }: Pick<Request, 'ip' | 'headers'>): Caller => ({
  address: ip ?? '',
  userAgent: headers['user-agent'] ?? '',
});
