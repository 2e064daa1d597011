/**
 * The time for which a worker leases a row, in milliseconds. The lease of a row is longer than
 * drafting and stamping take together.
 */
export const leaseMs = 120_000;
/**
 * The delay after which a reconciler takes over a row that no worker has claimed or whose worker has
 * stopped.
 */
export const abandonedMs = 60_000;
/**
 * The maximum number of concurrent stamp requests of one organization. PACs also limit the number
 * of concurrent requests.
 */
const stampingPerOrganization = 8;
/**
 * The maximum number of leased rows of one organization. This number is large enough to use every
 * slot at the PAC, and small enough that the last row is sent long before its lease expires.
 */
export const leasedPerOrganization = 3 * stampingPerOrganization;

/**
 * Returns the number of stamp requests that a worker may send concurrently. Rows that other workers
 * have leased are subtracted, because each of these rows may be in flight too.
 */
export const inFlightLimitBeside = (others: number): number =>
  Math.max(0, stampingPerOrganization - others);
/**
 * The maximum number of stamp attempts for a receipt that fiscal-cfdi certainly does not receive.
 * All stamp attempts of a receipt take about three hours, which is longer than most outages of a
 * PAC. After the last attempt, a user must request the stamp of the receipt again.
 */
export const triesMax = 24;

const firstWaitMs = 5_000;
const longestWaitMs = 600_000;

/** Returns the wait before the next stamp attempt in milliseconds, which grows exponentially. */
export function waitMs(tries: number): number {
  return Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(tries, 10));
}
