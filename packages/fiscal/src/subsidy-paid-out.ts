import type { CalendarDate } from './calendar-date';
import { Decimal } from './decimal';
import { figureOn } from './law/law';

/**
 * A tolerance in pesos. Some payroll systems still pay out a cent, so that the amount of the line
 * is not zero.
 */
const cent = Decimal.from('0.01');

/**
 * Whether the line of the employment subsidy (002) pays out more than the ISR that the receipt
 * withholds. Since 2024-05-01, the subsidy only lowers the ISR, and the rest of the subsidy is not
 * paid out.
 */
export function isSubsidyPaidOut(paidOut: Decimal, isr: Decimal, on: CalendarDate): boolean {
  return figureOn('isr.subsidy', on) !== undefined && paidOut.greaterThan(isr.plus(cent));
}
