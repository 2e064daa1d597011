import { cartaPorte } from './carta-porte';
import { donations } from './donations';
import { foreignTrade } from './foreign-trade';
import { hydrocarbons } from './hydrocarbons';
import { iedu } from './iedu';
import { ine } from './ine';
import { legends } from './legends';
import { publicNotaries } from './public-notaries';
import { usedVehicles } from './used-vehicles';

/*
 * The complements with a shape of their own, keyed by their field of the API. A new complement
 * begins as a copy of the folder of another one and is named here
 * (docs/decisions/0486-a-complement-is-one-folder.md).
 */

/** Complements of the whole document, in the order in which they are written. */
export const documentComplements = {
  cartaPorte,
  foreignTrade,
  donations,
  legends,
  ine,
  publicNotaries,
  usedVehicles,
};

/** Complements of an item, in the order of the XML. */
export const itemComplements = { iedu, hydrocarbons };
