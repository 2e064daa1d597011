import { separationEarnings } from '@timbre/fiscal';
import type { Employee } from './employee';
import type { ReceiptLines } from './receipt';

type Earnings = readonly Pick<ReceiptLines['earnings'][number], 'type'>[];

export const isSeparation = (earnings: Earnings): boolean =>
  earnings.some(({ type }) => separationEarnings.has(type));

/**
 * The employee as the document of these earnings describes it. A separation is paid after the end of the
 * employment: with another contract (99) and the regime of separations (13), so without employer
 * registration, social security and subsidy (guide of the payroll complement, NOM57).
 */
export const documentedEmployee = (employee: Employee, earnings: Earnings): Employee =>
  isSeparation(earnings) ? { ...employee, contractType: '99', regimeType: '13' } : employee;
