import type { Request } from 'express';
import type { Caller } from '../../identity';

/** The client's user agent, and its address in front of the proxies that TIMBRE_PROXY_HOPS counts. */
export const callerOf = ({ ip, headers }: Pick<Request, 'ip' | 'headers'>): Caller => ({
  address: ip ?? '',
  userAgent: headers['user-agent'] ?? '',
});
