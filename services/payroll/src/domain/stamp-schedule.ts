/** The duration of a worker's lease of a row, which is longer than a draft and a stamp together. */
export const leaseMs = 120_000;
/** The delay after which a reconciler takes a row that no worker took or that a stopped worker left. */
export const abandonedMs = 60_000;
/** The largest number of concurrent stamp requests of one organization; PACs limit their own load further. */
const stampingPerOrganization = 8;
/**
 * The largest number of leased rows of one organization: enough to keep every slot at the PAC busy, and few
 * enough that the last row is sent long before its lease expires.
 */
export const leasedPerOrganization = 3 * stampingPerOrganization;

/**
 * The number of stamp requests that a worker may have in flight. Rows that other workers have leased are
 * subtracted, because each of them may be in flight too.
 */
export const inFlightLimitBeside = (others: number): number =>
  Math.max(0, stampingPerOrganization - others);
/**
 * The number of tries of a receipt that certainly did not arrive, over about three hours, which is longer
 * than most outages of a PAC. After the last try a person must restamp the receipt.
 */
export const triesMax = 24;

const firstWaitMs = 5_000;
const longestWaitMs = 600_000;

/** The exponential delay before the next try. */
export function waitMs(tries: number): number {
  return Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(tries, 10));
}
