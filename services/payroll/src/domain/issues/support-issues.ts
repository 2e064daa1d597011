import { wagesRegime } from '@timbre/fiscal';
import { isActiveCode } from '../catalog-codes';
import type { PayrollPeriod } from '../calculation/input';
import type { Employee } from '../employee';
import { frequencyOf } from '../payment-frequency';
import {
  canJoin,
  hasEmployment,
  isAssimilated,
  isPaidInShares,
  isPensioner,
} from './contract-and-regime';
import { codesOf } from './issue';
import type { Issue } from './issue';

/**
 * Reports a regime, contract or payment frequency for which payroll has no calculation. Payroll
 * calculates only ordinary payments of a pension, and only extraordinary payments in shares. An
 * invalid code is reported as an identity issue instead.
 */
export function supportIssues(
  employee: Employee,
  { kind, paidOn: on }: Pick<PayrollPeriod, 'kind' | 'paidOn'>,
): Issue[] {
  const { regimeType, contractType, paymentFrequency } = employee;
  const isRegime =
    isActiveCode('c_TipoRegimen', regimeType, on) && canJoin(contractType, regimeType, on);
  const isContract = isActiveCode('c_TipoContrato', contractType, on);
  const isPaid =
    kind === 'ordinary'
      ? isPensioner(employee) || (isAssimilated(employee) && !isPaidInShares(employee))
      : isAssimilated(employee);
  const isFrequency = isActiveCode('c_PeriodicidadPago', paymentFrequency, on);
  return codesOf([
    isRegime && regimeType !== wagesRegime && !isPaid && 'unsupported_regime',
    isContract && !hasEmployment(contractType) && !isPaid && 'unsupported_contract',
    isFrequency && frequencyOf(paymentFrequency) === undefined && 'unsupported_frequency',
  ]);
}
