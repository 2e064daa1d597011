import { requiredCatalog } from '@timbre/fiscal';
import { isGiven } from './employee';
import type { Maybe } from './employee';

/** The SAT catalogues from which payroll uses codes. */
export type PayrollCatalog =
  | 'c_Banco'
  | 'c_CodigoPostal'
  | 'c_PeriodicidadPago'
  | 'c_RiesgoPuesto'
  | 'c_TipoContrato'
  | 'c_TipoDeduccion'
  | 'c_TipoHoras'
  | 'c_TipoIncapacidad'
  | 'c_TipoJornada'
  | 'c_TipoOtroPago'
  | 'c_TipoPercepcion'
  | 'c_TipoRegimen';

/** Whether a catalogue code is given and in force on a date. */
export function isActiveCode(
  catalog: PayrollCatalog,
  code: Maybe<string>,
  on: string,
): code is string {
  return isGiven(code) && requiredCatalog(catalog).isActive(code, on);
}
