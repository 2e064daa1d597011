import { isActiveCode } from '../catalog-codes';
import type { Employee } from '../employee';
import { frequencyOf } from '../payment-frequency';
import { canJoin, isEmployment, wagesRegime } from './contract-and-regime';
import { codesOf } from './issue';
import type { Issue } from './issue';

/** Whether the calculation can do this employee at all: regime, contract and frequency. A code that
 * is wrong in itself is an issue of identity, not of support. */
export function supportIssues(employee: Employee, on: string): Issue[] {
  const { regimeType, contractType, paymentFrequency } = employee;
  const isRegime =
    isActiveCode('c_TipoRegimen', regimeType, on) && canJoin(contractType, regimeType, on);
  const isContract = isActiveCode('c_TipoContrato', contractType, on);
  const isFrequency = isActiveCode('c_PeriodicidadPago', paymentFrequency, on);
  return codesOf([
    isRegime && regimeType !== wagesRegime && 'unsupported_regime',
    isContract && !isEmployment(contractType) && 'unsupported_contract',
    isFrequency && frequencyOf(paymentFrequency) === undefined && 'unsupported_frequency',
  ]);
}
