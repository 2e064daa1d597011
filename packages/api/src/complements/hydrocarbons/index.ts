import { said } from '@timbre/fiscal';
import { itemComplement } from '../complement';
import { element } from './element';
import { issues, written } from './rules';
import { input, shown } from './shape';

/**
 * The complement with the permit for the sale of fuel in an item (HidroYPetro 1.0, required since
 * 2026-04-24).
 */
export const hydrocarbons = itemComplement({
  kinds: ['income', 'credit_note', 'transfer'],
  input,
  shown,
  title: said('Hidrocarburos y petrolíferos', 'Fuels'),
  element,
  issues,
  written,
});
