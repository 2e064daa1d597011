/**
 * The duration of a worker's lease of a row, in milliseconds. It is longer than drafting and stamping take
 * together.
 */
export const leaseMs = 120_000;
/** The delay after which a reconciler takes a row that no worker took or that a stopped worker left. */
export const abandonedMs = 60_000;
/** The maximum number of concurrent stamp requests of one organization. PACs limit their own load further. */
const stampingPerOrganization = 8;
/**
 * The maximum number of leased rows of one organization: enough to keep every slot at the PAC busy, and few
 * enough that the last row is sent long before its lease expires.
 */
export const leasedPerOrganization = 3 * stampingPerOrganization;

/**
 * Returns the number of stamp requests that a worker may have in flight. Rows that other workers have leased
 * are subtracted, because each of them could be in flight too.
 */
export const inFlightLimitBeside = (others: number): number =>
  Math.max(0, stampingPerOrganization - others);
/**
 * The maximum number of tries while a receipt certainly does not arrive. They take about three hours, which
 * is longer than most outages of a PAC. After the last try a person must restamp the receipt.
 */
export const triesMax = 24;

const firstWaitMs = 5_000;
const longestWaitMs = 600_000;

/** Returns the exponential delay before the next try, in milliseconds. */
export function waitMs(tries: number): number {
  return Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(tries, 10));
}
