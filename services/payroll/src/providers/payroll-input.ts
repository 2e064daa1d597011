import type { fiscalCfdi } from '@timbre/contract';
import type { StampInput } from '../domain/ports';

/** Converts a receipt to the message format of the fiscal-cfdi contract. */
export function cfdiInputOf({
  draft,
  details,
  receiver,
  employer,
}: StampInput): fiscalCfdi.CfdiInput {
  const { lineTexts, overtime, incapacities, ...texts } = details;
  return {
    kind: draft.kind,
    items: [],
    employeeId: draft.employeeId,
    payroll: {
      ...draft.payroll,
      earnings: draft.payroll.earnings.map(({ overtime: hours = [], ...line }) => ({
        ...line,
        overtime: [...hours],
      })),
      deductions: [...draft.payroll.deductions],
      otherPayments: [...draft.payroll.otherPayments],
      incapacities: [],
    },
    payrollSource: {
      ...receiver,
      employerRegistration: employer.registration,
      employerCurp: employer.curp,
      details: {
        ...texts,
        earningTexts: [...lineTexts.earnings],
        deductionTexts: [...lineTexts.deductions],
        otherPaymentTexts: [...lineTexts.otherPayments],
        overtime: [...overtime],
        incapacities: [...incapacities],
      },
    },
  };
}
