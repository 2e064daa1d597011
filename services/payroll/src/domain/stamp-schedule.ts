/** Lease of a row by one worker: longer than a draft and a stamp may take together. */
export const leaseMs = 120_000;
/** Delay after which a reconciler takes a row that no worker took or whose worker died. */
export const abandonedMs = 60_000;
/** Concurrent stamp requests of one organization; PACs limit their own load further. */
const stampingPerOrganization = 8;
/**
 * Leased rows of one organization. A queue of leased rows keeps every slot at the PAC busy, and is
 * short enough that the last row is sent long before its lease expires.
 */
export const leasedPerOrganization = 3 * stampingPerOrganization;

/**
 * The stamp requests that a worker may have in flight, given the rows that other workers have
 * leased: each of those may be in flight too.
 */
export const inFlightLimitBeside = (others: number): number =>
  Math.max(0, stampingPerOrganization - others);
/**
 * Tries of a receipt that certainly did not arrive, over about three hours, which outlasts most
 * outages of a PAC. Afterwards a person must restamp each of them.
 */
export const triesMax = 24;

const firstWaitMs = 5_000;
const longestWaitMs = 600_000;

/** The exponential backoff before the next try. */
export function waitMs(tries: number): number {
  return Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(tries, 10));
}
