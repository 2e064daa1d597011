import { Decimal } from './decimal';

/** Maximum number of days between an expense and the invoice that is suggested for it. */
export const invoiceDaysApartMax = 60;

/** Maximum difference between both totals in pesos, because suppliers round the parts of a total. */
export const invoiceDifferenceMax = Decimal.from('0.01');
