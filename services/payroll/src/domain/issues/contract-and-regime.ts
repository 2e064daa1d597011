import { isActiveCode } from '../catalog-codes';
import { isGiven } from '../employee';
import type { Maybe } from '../employee';

/** Regimes that an employment may have: wages, retired, pensioners (NOM57). */
const employmentRegimes: ReadonlySet<string> = new Set(['02', '03', '04']);

/** Wages: the only regime that payroll calculates. */
export const wagesRegime = '02';

/** Contracts 01 to 08 are employment relations (NOM42, NOM43). */
export function isEmployment(contractType: Maybe<string>): boolean {
  return isGiven(contractType) && /^0[1-8]$/.test(contractType);
}

/**
 * NOM57, NOM58: employments take regimes 02 to 04, other contracts the remaining regimes. An
 * invalid contract allows any regime.
 */
export function canJoin(
  contractType: Maybe<string>,
  regimeType: Maybe<string>,
  on: string,
): boolean {
  if (!isGiven(regimeType) || !isActiveCode('c_TipoContrato', contractType, on)) return true;
  return isEmployment(contractType) === employmentRegimes.has(regimeType);
}
