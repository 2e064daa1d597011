import type { CalendarDate } from './calendar-date';
import { Decimal } from './decimal';
import { figureOn } from './law/law';

/** A tolerance, because some systems still pay out a cent so that the line is not empty. */
const cent = Decimal.from('0.01');

/**
 * Whether a line 002 pays out more than the ISR that the receipt withholds. Since 2024-05-01 the employment
 * subsidy only lowers the ISR, and the rest is lost.
 */
export function isSubsidyPaidOut(paidOut: Decimal, isr: Decimal, on: CalendarDate): boolean {
  return figureOn('isr.subsidy', on) !== undefined && paidOut.greaterThan(isr.plus(cent));
}
