import { said } from '@timbre/fiscal';
import { documentComplement } from '../complement';
import { element } from './element';
import { given, issues, written } from './rules';
import { input, shown } from './shape';

/**
 * The complement for a deed that a notary invoices: real estate, operation, notary, sellers and buyers
 * (NotariosPublicos 1.0).
 */
export const publicNotaries = documentComplement({
  kinds: ['income'],
  input,
  shown,
  title: said('Notarios públicos', 'Notaries'),
  element,
  issues,
  written,
  given,
});
