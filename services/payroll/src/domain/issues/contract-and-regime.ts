import { employmentRegimes, isEmployment } from '@timbre/fiscal';
import { isActiveCode } from '../catalog-codes';
import { isGiven } from '../employee';
import type { Maybe } from '../employee';

/** Whether an employee has the contract of an employment. */
export const hasEmployment = (contractType: Maybe<string>): boolean =>
  isGiven(contractType) && isEmployment(contractType);

/**
 * NOM57, NOM58: employments have regimes 02 to 04, and other contracts the remaining regimes. An invalid
 * contract allows any regime.
 */
export function canJoin(
  contractType: Maybe<string>,
  regimeType: Maybe<string>,
  on: string,
): boolean {
  if (!isGiven(regimeType) || !isActiveCode('c_TipoContrato', contractType, on)) return true;
  return hasEmployment(contractType) === employmentRegimes.has(regimeType);
}
