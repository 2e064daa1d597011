import type { Decimal } from '@timbre/fiscal';
import type { PayrollPeriod } from './calculation/input';
import { isGiven } from './employee';
import type { Employee } from './employee';
import { isSeparation, monthlySalaryOf, isFinalPayment } from './separation-row';
import type { EmploymentEnd, EvaluatedReceipt, IncapacityDetail, OvertimeDetail } from './receipt';

/**
 * Data of the document for which the draft in fiscal-cfdi's contract has no fields: codes and texts of
 * the lines, overtime hours (required by earning 019), incapacities (required by earning 014) and
 * optional data of the receiver.
 */
export interface PayrollDraftDetails {
  readonly payrollType: 'O' | 'E';
  readonly lineTexts: {
    readonly [List in 'earnings' | 'deductions' | 'otherPayments']: readonly LineText[];
  };
  readonly overtime: readonly OvertimeDetail[];
  readonly incapacities: readonly IncapacityDetail[];
  readonly department?: string;
  readonly jobTitle?: string;
  readonly workScheduleType?: string;
  readonly bankCode?: string;
  readonly bankAccount?: string;
  readonly contributionBaseSalary?: Decimal;
  /** The value of UltimoSueldoMensOrd for separation payments and for a pension paid at once. */
  readonly lastMonthlySalary?: Decimal;
  /** The last day that counts for the years of service, for separation payments. */
  readonly employmentEndedOn?: string;
}
interface LineText {
  readonly code: string;
  readonly description?: string;
}

export function payrollDraftDetailsOf(
  employee: Employee,
  period: PayrollPeriod,
  receipt: EvaluatedReceipt,
): PayrollDraftDetails {
  const { earnings, deductions, otherPayments, calculation, details, explanation } = receipt;
  const { department, jobTitle, workScheduleType, bankCode, bankAccount } = employee;
  const contributionBaseSalary = explanation?.contributionBaseSalary;
  const hasBase = contributionBaseSalary?.isPositive() === true;
  return {
    payrollType: period.kind === 'extraordinary' ? 'E' : 'O',
    lineTexts: {
      earnings: earnings.map(lineText),
      deductions: deductions.map(lineText),
      otherPayments: otherPayments.map(lineText),
    },
    overtime: calculation?.overtime ?? [],
    incapacities: details?.incapacities ?? calculation?.incapacities ?? [],
    ...(isGiven(department) ? { department } : {}),
    ...(isGiven(jobTitle) ? { jobTitle } : {}),
    ...(isGiven(workScheduleType) ? { workScheduleType } : {}),
    ...(isGiven(bankCode) ? { bankCode } : {}),
    ...(isGiven(bankAccount) ? { bankAccount } : {}),
    ...(hasBase ? { contributionBaseSalary } : {}),
    ...employmentEnd(employee, receipt),
  };
}

function employmentEnd(
  { dailyWage, employmentEndedOn }: Employee,
  { earnings, details, calculation }: EvaluatedReceipt,
) {
  if (!isFinalPayment(earnings)) return {};
  const end: Partial<EmploymentEnd> = calculation?.employmentEnd ?? details ?? {};
  const ofWage = isGiven(dailyWage) ? monthlySalaryOf(dailyWage) : undefined;
  const lastMonthlySalary = end.lastMonthlySalary ?? ofWage;
  const endedOn = end.employmentEndedOn ?? employmentEndedOn;
  return {
    ...(lastMonthlySalary === undefined ? {} : { lastMonthlySalary }),
    ...(isSeparation(earnings) && isGiven(endedOn) ? { employmentEndedOn: endedOn } : {}),
  };
}

function lineText({ code, description }: LineText): LineText {
  return description === undefined ? { code } : { code, description };
}
