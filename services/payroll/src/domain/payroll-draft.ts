import { Decimal } from '@timbre/fiscal';
import type { PayrollPeriod } from './calculation/input';
import { isGiven, stateCodeOf } from './employee';
import { isAssimilated } from './issues/contract-and-regime';
import { paidDaysMin } from './issues/line-issues';
import type { Employee, Maybe } from './employee';
import type { EarningLine, EvaluatedReceipt, OtherPaymentLine } from './receipt';
import { documentedEmployee } from './separation-row';

/** The input for a CFDI draft of kind payroll, in the form of the fiscal-cfdi contract. */
export interface PayrollDraft {
  readonly kind: 'payroll';
  readonly employeeId: string;
  readonly payroll: {
    readonly paidOn: string;
    readonly periodStartedOn: string;
    readonly periodEndedOn: string;
    readonly paidDays: Decimal;
    readonly employee: PayrollDraftEmployee;
    readonly earnings: readonly DraftEarning[];
    readonly deductions: readonly { readonly type: string; readonly amount: Decimal }[];
    readonly otherPayments: readonly DraftOtherPayment[];
    readonly pensionDailyAmount?: Decimal;
  };
}

interface PayrollDraftEmployee {
  readonly curp: string;
  readonly employeeNumber: string;
  readonly employmentStartedOn: string;
  readonly contractType: string;
  readonly regimeType: string;
  readonly paymentFrequency: string;
  readonly stateCode: string;
  readonly socialSecurityNumber?: string;
  readonly positionRisk?: string;
  readonly integratedDailySalary?: Decimal;
}

type DraftEarning = Omit<EarningLine, 'code' | 'description'>;
type DraftOtherPayment = Omit<OtherPaymentLine, 'code' | 'description'>;

/** The periodicity code of an extraordinary payroll (NOM34). */
const otherPeriodicity = '99';

/**
 * Returns the CFDI draft of a ready receipt, whose data are complete.
 * @throws Error if a value is missing, which is an internal error
 */
export function payrollDraftOf(
  employeeId: string,
  employee: Employee,
  period: PayrollPeriod,
  receipt: EvaluatedReceipt,
): PayrollDraft {
  const { paidOn, periodStartedOn, periodEndedOn } = period;
  const { pensionDailyAmount } = receipt.calculation ?? receipt.details ?? {};
  return {
    kind: 'payroll',
    employeeId,
    payroll: {
      paidOn,
      periodStartedOn,
      periodEndedOn,
      // A payment without paid days, such as the subsidy for an incapacity, states the minimum number of
      // days.
      paidDays: Decimal.max(paidDaysMin, needed(receipt.paidDays, 'paidDays')),
      employee: draftEmployeeOf(documentedEmployee(employee, receipt.earnings), period),
      earnings: receipt.earnings.map(withoutTexts),
      deductions: receipt.deductions.map(({ type, amount }) => ({ type, amount })),
      otherPayments: receipt.otherPayments.map(withoutTexts),
      ...(pensionDailyAmount === undefined ? {} : { pensionDailyAmount }),
    },
  };
}

/** Removes Clave and Concepto from a line, because Clave and Concepto are sent separately. */
function withoutTexts<Line extends { code: string; description?: string }>({
  code: _code,
  description: _description,
  ...line
}: Line) {
  return line;
}

function draftEmployeeOf(employee: Employee, period: PayrollPeriod): PayrollDraftEmployee {
  const { socialSecurityNumber, positionRisk, integratedDailySalary } = employee;
  const isInsured = !isAssimilated(employee);
  const isExtraordinary = period.kind === 'extraordinary';
  return {
    curp: needed(employee.curp, 'curp'),
    employeeNumber: needed(employee.employeeNumber, 'employeeNumber'),
    employmentStartedOn: needed(employee.employmentStartedOn, 'employmentStartedOn'),
    contractType: needed(employee.contractType, 'contractType'),
    regimeType: needed(employee.regimeType, 'regimeType'),
    paymentFrequency: isExtraordinary ? otherPeriodicity : period.paymentFrequency,
    stateCode: needed(stateCodeOf(employee), 'stateCode'),
    ...(isInsured && isGiven(socialSecurityNumber) ? { socialSecurityNumber } : {}),
    ...(isInsured && isGiven(positionRisk) ? { positionRisk } : {}),
    ...(isInsured && isGiven(integratedDailySalary) ? { integratedDailySalary } : {}),
  };
}

function needed<T>(value: Maybe<T>, name: string): T {
  if (!isGiven(value)) throw new Error(`a ready receipt has no ${name}`);
  return value;
}
