import { said } from '@timbre/fiscal';
import { itemComplement } from '../complement';
import { element } from './element';
import { warnings } from './rules';
import { input, shown } from './shape';

/**
 * The complement with the pupil for an item that charges tuition of a private school
 * (instEducativas 1.0).
 */
export const iedu = itemComplement({
  kinds: ['income'],
  input,
  shown,
  title: said('Institución educativa', 'School'),
  element,
  warnings,
});
