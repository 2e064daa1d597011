import { said } from '@timbre/fiscal';
import { documentComplement } from '../complement';
import { element } from './element';
import { issues } from './rules';
import { input, shown } from './shape';

/** The complement for the sale of a used vehicle by an agency or a company (VehiculoUsado 1.0). */
export const usedVehicles = documentComplement({
  kinds: ['income'],
  input,
  shown,
  title: said('Vehículo usado', 'Used vehicle'),
  element,
  issues,
});
