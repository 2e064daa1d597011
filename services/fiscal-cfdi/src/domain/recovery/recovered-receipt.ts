import type { Comprobante } from '@timbre/cfdi';
import { Decimal } from '@timbre/fiscal';

/**
 * The employee, the period and the date of payment of a payroll receipt. Two receipts with equal values pay
 * the same work.
 */
export interface PaidPeriod {
  curp: string;
  /** The SAT attribute NumEmpleado. */
  employeeNumber: string;
  /** The SAT attribute TipoNomina. */
  payrollType: string;
  periodStartedOn: string;
  periodEndedOn: string;
  paidOn: string;
}

/** Returns the period that a payroll document pays; undefined for a document of another kind. */
export function paidPeriodOf({ complemento }: Comprobante): PaidPeriod | undefined {
  const nomina = complemento?.nominas?.[0];
  return (
    nomina && {
      curp: nomina.receptor.curp,
      employeeNumber: nomina.receptor.numEmpleado,
      payrollType: nomina.tipoNomina,
      periodStartedOn: nomina.fechaInicialPago,
      periodEndedOn: nomina.fechaFinalPago,
      paidOn: nomina.fechaPago,
    }
  );
}

/** A stamped receipt that was recovered after a restore, without a draft. */
export interface RecoveredReceipt extends PaidPeriod {
  documentId: string;
  /** The total of the CFDI. */
  total: string;
  /** The stamp request that has taken the receipt; null if no row of a payroll run has taken it. */
  takenBy: string | null;
}

const samePeriod = (one: PaidPeriod, other: PaidPeriod): boolean =>
  one.curp === other.curp &&
  one.employeeNumber === other.employeeNumber &&
  one.payrollType === other.payrollType &&
  one.periodStartedOn === other.periodStartedOn &&
  one.periodEndedOn === other.periodEndedOn &&
  one.paidOn === other.paidOn;

/**
 * Finds the recovered receipt that a row of a payroll run already has at the SAT.
 * @returns the receipt; `differs` if the employee's receipts of this period have other amounts; undefined
 * if the employee has no recovered receipt of this period
 */
export function recoveredFor(
  receipts: readonly RecoveredReceipt[],
  wanted: PaidPeriod & { total: Decimal; requestedBy: string },
): RecoveredReceipt | 'differs' | undefined {
  const taken = receipts.find(({ takenBy }) => takenBy === wanted.requestedBy);
  if (taken) return taken;
  const free = receipts.filter((one) => one.takenBy === null && samePeriod(one, wanted));
  return (
    free.find(({ total }) => wanted.total.equals(Decimal.from(total))) ?? (free[0] && 'differs')
  );
}
