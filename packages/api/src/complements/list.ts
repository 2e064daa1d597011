import { donations } from './donations';
import { hydrocarbons } from './hydrocarbons';
import { iedu } from './iedu';
import { legends } from './legends';

/*
 * The complements with a shape of their own, keyed by their field of the API. To add one, copy the folder of
 * another one and name it here (docs/decisions/0486-a-complement-is-one-folder.md).
 */

/** Complements of the whole document, in the order in which they are written. */
export const documentComplements = { donations, legends };

/** Complements of an item, in the order in which they are written. */
export const itemComplements = { iedu, hydrocarbons };
