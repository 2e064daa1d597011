import { Decimal } from './decimal';

/** Days between an expense and the invoice that supports it; beyond them an invoice is not suggested. */
export const invoiceDaysApartMax = 60;

/** Pesos between the totals of the two: suppliers round the parts of a total. */
export const invoiceDifferenceMax = Decimal.from('0.01');
