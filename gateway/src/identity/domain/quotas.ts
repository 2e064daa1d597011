/** The rate-limit class of an operation. */
export type RateClass = 'read' | 'write' | 'stamp' | 'export';

/**
 * A quota: the rate in requests per second, and the number of requests that a caller can send at
 * once after a pause.
 */
export interface Quota {
  perSecond: number;
  burst: number;
}

export interface Verdict {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  /** The number of seconds until the whole burst is available again. */
  resetSeconds: number;
  retryAfterSeconds: number;
}

/**
 * The classes of rate limits: operations; public pages (per link and per address); login codes and
 * OAuth client registrations (per address); and mails with login codes (per mail address).
 */
export type LimitClass = RateClass | 'page' | 'login' | 'loginMail' | 'registration';

export type Quotas = Record<LimitClass, Quota> & {
  /** The quota of an organization is the quota of one credential multiplied by this factor. */
  organizationFactor: number;
};

export const defaultQuotas: Quotas = {
  organizationFactor: 5,
  read: { perSecond: 200, burst: 400 },
  write: { perSecond: 100, burst: 200 },
  stamp: { perSecond: 50, burst: 100 },
  export: { perSecond: 10, burst: 20 },
  page: { perSecond: 5, burst: 100 },
  login: { perSecond: 3 / 900, burst: 3 },
  // Allows one mail every six minutes. A code is valid for longer than six minutes, so a person
  // always either has a valid code or can request a new mail.
  loginMail: { perSecond: 10 / 3_600, burst: 10 },
  // This quota is high, because a hosted application registers one client per user, always from the
  // same address.
  registration: { perSecond: 300 / 3_600, burst: 300 },
};
