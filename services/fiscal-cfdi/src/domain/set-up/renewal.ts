/** Renewal at the SAT takes minutes; thirty days give people time to do it. */
export const renewalDays = 30;

/** Days before the end of a certificate at which it is announced. */
export const warnings = [1, 7, renewalDays];

const dayMs = 86_400_000;

/** The warning that is due; none before the first one, and none after the end. */
export function warningOf(validTo: Date, now: Date): number | undefined {
  const leftMs = validTo.getTime() - now.getTime();
  return leftMs > 0 ? warnings.find((days) => leftMs <= days * dayMs) : undefined;
}
