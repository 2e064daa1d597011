/**
 * The first warning is sent thirty days before the expiry, so that there is time to arrange the renewal.
 * The renewal itself takes minutes at the SAT.
 */
export const renewalDays = 30;

/** The numbers of days before the expiry of a certificate on which a warning is sent. */
export const warnings = [1, 7, renewalDays];

const dayMs = 86_400_000;

/**
 * Returns the warning that is due, as its number of days before the expiry; undefined before the first
 * warning and after the expiry.
 */
export function warningOf(validTo: Date, now: Date): number | undefined {
  const leftMs = validTo.getTime() - now.getTime();
  return leftMs > 0 ? warnings.find((days) => leftMs <= days * dayMs) : undefined;
}
