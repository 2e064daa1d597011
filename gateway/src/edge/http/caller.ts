import type { Request } from 'express';
import type { Caller } from '../../identity';

/** The client's user agent, and its address before the proxies counted by TIMBRE_PROXY_HOPS. */
export const callerOf = ({ ip, headers }: Pick<Request, 'ip' | 'headers'>): Caller => ({
  address: ip ?? '',
  userAgent: headers['user-agent'] ?? '',
});
