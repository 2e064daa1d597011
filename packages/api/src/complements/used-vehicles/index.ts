import { said } from '@timbre/fiscal';
import { documentComplement } from '../complement';
import { element } from './element';
import { issues } from './rules';
import { input, shown } from './shape';

/** The used vehicle that an agency or a company sells (VehiculoUsado 1.0). */
export const usedVehicles = documentComplement({
  kinds: ['income'],
  input,
  shown,
  title: said('Vehículo usado', 'Used vehicle'),
  element,
  issues,
});
