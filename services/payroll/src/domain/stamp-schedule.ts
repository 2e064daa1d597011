/** How long one worker has a row: longer than a draft and a stamp may take together. */
export const leaseMs = 120_000;
/** When a row nobody took, or whose worker died, is looked after. */
export const abandonedMs = 60_000;
/** Receipts of one organization at the stamper at once; PACs bound their own load further. */
export const stampingPerOrganization = 8;
/** Rows in the hands of its workers: who waits for nobody keeps each place at the stamper busy, and
 * the last of them is there long before its lease runs out. */
export const inHandPerOrganization = 3 * stampingPerOrganization;

/** How many of them a worker may have at the stamper, by the rows that other workers have in hand:
 * each of these may be there. */
export const placesBeside = (others: number): number =>
  Math.max(0, stampingPerOrganization - others);
/** Times a receipt that certainly did not arrive is sent: for about three hours, which outlasts most
 * outages of a PAC. Afterwards somebody must ask for each of them again. */
export const triesMax = 24;

const firstWaitMs = 5_000;
const longestWaitMs = 600_000;

/** The wait before the next try, longer each time. */
export function waitMs(tries: number): number {
  return Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(tries, 10));
}
