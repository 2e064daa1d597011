import { wagesRegime } from '@timbre/fiscal';
import { isActiveCode } from '../catalog-codes';
import type { Employee } from '../employee';
import { frequencyOf } from '../payment-frequency';
import { canJoin, hasEmployment, isAssimilated } from './contract-and-regime';
import { codesOf } from './issue';
import type { Issue } from './issue';

/**
 * Reports a regime, contract or frequency that payroll does not calculate. An invalid code is an
 * identity issue instead.
 */
export function supportIssues(employee: Employee, on: string): Issue[] {
  const { regimeType, contractType, paymentFrequency } = employee;
  const isRegime =
    isActiveCode('c_TipoRegimen', regimeType, on) && canJoin(contractType, regimeType, on);
  const isContract = isActiveCode('c_TipoContrato', contractType, on);
  const isPaid = isAssimilated(employee);
  const isFrequency = isActiveCode('c_PeriodicidadPago', paymentFrequency, on);
  return codesOf([
    isRegime && regimeType !== wagesRegime && !isPaid && 'unsupported_regime',
    isContract && !hasEmployment(contractType) && !isPaid && 'unsupported_contract',
    isFrequency && frequencyOf(paymentFrequency) === undefined && 'unsupported_frequency',
  ]);
}
