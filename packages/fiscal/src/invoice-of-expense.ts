import { Decimal } from './decimal';

/** Maximum number of days between an expense and the invoice that is suggested for it. */
export const invoiceDaysApartMax = 60;

/**
 * Maximum difference, in pesos, between the total of an expense and of its invoice. Suppliers round
 * the parts of a total, so both can differ slightly.
 */
export const invoiceDifferenceMax = Decimal.from('0.01');
