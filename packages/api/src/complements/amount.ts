import { decimal, shape } from '../values';

/**
 * An amount of a complement, in pesos. It is converted to a number, because the XML of complements
 * is written from numbers.
 */
export const amount = () => decimal().transform(Number).meta(shape('ComplementAmount'));
