import { Decimal } from './decimal';

/** The maximum number of days between an expense and a suggested invoice. */
export const invoiceDaysApartMax = 60;

/**
 * The maximum difference, in pesos, between the total of an expense and the total of its invoice.
 * Suppliers round the parts of a total, so the two totals can differ slightly.
 */
export const invoiceDifferenceMax = Decimal.from('0.01');
