import { said } from '@timbre/fiscal';
import { documentComplement } from '../complement';
import { element } from './element';
import { input, shown } from './shape';

/**
 * The complement with legends that a tax provision requires on a document (leyendasFiscales 1.0). The SAT has
 * published no rules for this complement besides its schema.
 */
export const legends = documentComplement({
  kinds: ['income', 'credit_note', 'transfer'],
  input,
  shown,
  title: said('Leyendas fiscales', 'Tax legends'),
  element,
});
