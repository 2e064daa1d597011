import { said } from '@timbre/fiscal';
import { documentComplement } from '../complement';
import { element } from './element';
import { issues, warnings } from './rules';
import { input, shown } from './shape';

/** The complement for receipts of authorized donees (donatarias 1.1). */
export const donations = documentComplement({
  kinds: ['income'],
  input,
  shown,
  title: said('Donativo', 'Donation'),
  element,
  issues,
  warnings,
});
