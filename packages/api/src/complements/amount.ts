import { decimal } from '../values';

/** An amount of a complement, in pesos. The XML of complements is written from numbers. */
export const amount = () => decimal().transform(Number);
