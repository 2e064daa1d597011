/**
 * The first warning is sent thirty days before a certificate expires, so that the user has time to renew
 * it. The renewal itself takes only minutes at the SAT.
 */
export const renewalDays = 30;

/** A warning is sent each of these numbers of days before a certificate expires. */
export const warnings = [1, 7, renewalDays];

const dayMs = 86_400_000;

/**
 * Returns the due warning, as its number of days before the expiry; undefined before the first warning and
 * after the expiry.
 */
export function warningOf(validTo: Date, now: Date): number | undefined {
  const leftMs = validTo.getTime() - now.getTime();
  return leftMs > 0 ? warnings.find((days) => leftMs <= days * dayMs) : undefined;
}
