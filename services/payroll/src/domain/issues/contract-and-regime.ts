import { assimilatedRegimes, employmentRegimes, isEmployment, sharesRegime } from '@timbre/fiscal';
import { isActiveCode } from '../catalog-codes';
import { isGiven } from '../employee';
import type { Employee, Maybe } from '../employee';

type ContractAndRegime = Pick<Employee, 'contractType' | 'regimeType'>;

/** Whether a contract type (c_TipoContrato) means an employment. */
export const hasEmployment = (contractType: Maybe<string>): boolean =>
  isGiven(contractType) && isEmployment(contractType);

/** The contract type of pensions and retirements (c_TipoContrato). */
const pensionContract = '10';

/** Whether a person without an employment has income that is taxed like wages. */
export const isAssimilated = ({ contractType, regimeType }: ContractAndRegime): boolean =>
  isGiven(contractType) &&
  !isEmployment(contractType) &&
  contractType !== pensionContract &&
  isGiven(regimeType) &&
  assimilatedRegimes.has(regimeType);

/** Whether a person without an employment is paid in shares, so that the person has no daily income. */
export const isPaidInShares = (employee: ContractAndRegime): boolean =>
  isAssimilated(employee) && employee.regimeType === sharesRegime;

/** The c_TipoRegimen code for pensions. */
const pensionRegime = '12';

/** Whether a person is paid a pension, which is not a wage. */
export const isPensioner = ({ contractType, regimeType }: ContractAndRegime): boolean =>
  contractType === pensionContract && regimeType === pensionRegime;

/**
 * Whether a person is paid without an employment, with income that is taxed like wages or with a
 * pension.
 */
export const isWithoutWages = (employee: ContractAndRegime): boolean =>
  isAssimilated(employee) || isPensioner(employee);

/**
 * Whether the SAT allows a regime with a contract type (NOM57, NOM58). Employment contracts allow
 * regimes 02 to 04, and other contracts allow the remaining regimes. An invalid contract type
 * allows any regime here.
 */
export function canJoin(
  contractType: Maybe<string>,
  regimeType: Maybe<string>,
  on: string,
): boolean {
  if (!isGiven(regimeType) || !isActiveCode('c_TipoContrato', contractType, on)) return true;
  return hasEmployment(contractType) === employmentRegimes.has(regimeType);
}
