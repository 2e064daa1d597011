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
 * The complements with a dedicated field, keyed by their API field. To add a complement, copy the
 * folder of an existing complement and add it here
 * (docs/decisions/0486-a-complement-is-one-folder.md).
 */

/** The complements of a whole document, in the order of the XML. */
export const documentComplements = {
  cartaPorte,
  foreignTrade,
  donations,
  legends,
  ine,
  publicNotaries,
  usedVehicles,
};

/** The complements of an item, in the order of the XML. */
export const itemComplements = { iedu, hydrocarbons };
