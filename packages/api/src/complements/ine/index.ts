import { said } from '@timbre/fiscal';
import { documentComplement } from '../complement';
import { element } from './element';
import { issues } from './rules';
import { input, shown } from './shape';

/**
 * The complement for a sale to a political party, a candidate or an association, which reports the
 * expense to the INE (INE 1.1).
 */
export const ine = documentComplement({
  kinds: ['income', 'credit_note'],
  input,
  shown,
  title: said('INE', 'INE'),
  element,
  issues,
});
