import { Decimal } from '@timbre/fiscal';
import { isActiveCode } from '../catalog-codes';
import type { ReceiptLines, ReceiptTotals } from '../receipt';
import { issueOf } from './issue';
import type { Issue } from './issue';

/** t_ImporteMXN holds more; no receipt does. */
const amountMax = Decimal.from('999999999.99');
/** NumDiasPagados (NOM, complement 1.2). */
const paidDaysMin = Decimal.from('0.001');
const paidDaysMax = Decimal.from('36160');
/** Since this date the exempt part of 038 must be zero. */
const fullyTaxableFrom = '2026-01-01';
/**
 * The catalogue of each list, and its types of which the document wants details that a manual row
 * has none of (NOM78 to 107): incapacities, hours of overtime, pensions and shares; incapacities;
 * the balance in favour of a year.
 */
const lists = {
  earnings: {
    catalog: 'c_TipoPercepcion',
    detailed: new Set(['014', '019', '039', '044', '045']),
  },
  deductions: { catalog: 'c_TipoDeduccion', detailed: new Set(['006']) },
  otherPayments: { catalog: 'c_TipoOtroPago', detailed: new Set(['004']) },
} as const;
const clave = /^[^|]{3,15}$/u;

/** Malformed lines of a manual row, each by its path: code unknown or not in force, amount out of
 * range, own code (Clave) out of its 3 to 15 characters, details that the document wants and the row
 * cannot say, totals that no document can hold. In a request these are a 400 and change nothing. */
export function lineIssues(
  { earnings, deductions, otherPayments }: ReceiptLines,
  totals: ReceiptTotals,
  paidDays: Decimal,
  on: string,
): Issue[] {
  const paths: string[] = [];
  const check = (path: string, isRight: boolean) => void (isRight || paths.push(path));
  const isHeld = (list: keyof typeof lists, type: string) =>
    isActiveCode(lists[list].catalog, type, on) && !lists[list].detailed.has(type);
  check('earnings', earnings.length > 0);
  earnings.forEach((line, index) => {
    const path = `earnings.${index}`;
    check(`${path}.type`, isHeld('earnings', line.type));
    check(`${path}.code`, clave.test(line.code));
    check(`${path}.taxableAmount`, isCents(line.taxableAmount));
    check(`${path}.exemptAmount`, isCents(line.exemptAmount) && isExemptAllowed(line, on));
    check(path, line.taxableAmount.plus(line.exemptAmount).isPositive());
  });
  deductions.forEach((line, index) => {
    check(`deductions.${index}.type`, isHeld('deductions', line.type));
    check(`deductions.${index}.code`, clave.test(line.code));
    check(`deductions.${index}.amount`, isCents(line.amount) && line.amount.isPositive());
  });
  otherPayments.forEach((line, index) => {
    const path = `otherPayments.${index}`;
    // NOM100: only the subsidy line may be of zero.
    const isAmount = line.type === '002' || line.amount.isPositive();
    check(`${path}.type`, isHeld('otherPayments', line.type));
    check(`${path}.code`, clave.test(line.code));
    check(`${path}.amount`, isCents(line.amount) && isAmount);
    check(`${path}.employmentSubsidy`, isCents(line.employmentSubsidy ?? Decimal.zero));
  });
  check('paidDays', paidDays.greaterOrEqual(paidDaysMin) && paidDays.lessOrEqual(paidDaysMax));
  check('totals.gross', totals.gross.lessOrEqual(amountMax));
  check('totals.deductions', totals.deductions.lessOrEqual(amountMax));
  return paths.map((path) => issueOf('invalid_request', path));
}

function isCents(amount: Decimal): boolean {
  return !amount.isNegative() && amount.lessOrEqual(amountMax) && amount.equals(amount.round(2));
}

function isExemptAllowed(line: ReceiptLines['earnings'][number], on: string): boolean {
  return line.type !== '038' || on < fullyTaxableFrom || line.exemptAmount.isZero();
}
