import { decimal, shape } from '../values';

/**
 * The schema of an amount in a complement, in pesos. The amount is converted to a number, because
 * the XML of complements is written from numbers.
 */
export const amount = () => decimal().transform(Number).meta(shape('ComplementAmount'));
