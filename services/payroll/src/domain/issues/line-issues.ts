import { Decimal, separationEarnings, isRevisionE } from '@timbre/fiscal';
import { isActiveCode } from '../catalog-codes';
import type { ReceiptLines, ReceiptTotals } from '../receipt';
import { isSeparation } from '../separation-row';
import { issueOf } from './issue';
import type { Issue } from './issue';

/** The largest amount of a line, a practical limit below the limit of t_ImporteMXN. */
const amountMax = Decimal.from('999999999.99');
/** The minimum of NumDiasPagados (payroll complement 1.2). */
export const paidDaysMin = Decimal.from('0.001');
const paidDaysMax = Decimal.from('36160');
/**
 * The catalogue of each list, with the types that a manual row cannot have because they require details in
 * the document (NOM78 to 107): incapacities, overtime hours, pensions and shares among earnings; incapacities
 * among deductions; the balance in favour of a year among other payments.
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

/**
 * Reports malformed lines of a manual row by path: the code is unknown or not in force, the amount is out of
 * range, the employer's own code (Clave) does not have 3 to 15 characters, the type requires details that the
 * row cannot have, a separation is combined with other earnings, or the totals exceed the limits of a
 * document. A request with such lines is refused with 400 and changes nothing.
 */
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
    // A separation needs a separate document, with another contract.
    check(`${path}.type`, separationEarnings.has(line.type) === isSeparation(earnings));
  });
  deductions.forEach((line, index) => {
    check(`deductions.${index}.type`, isHeld('deductions', line.type));
    check(`deductions.${index}.code`, clave.test(line.code));
    check(`deductions.${index}.amount`, isCents(line.amount) && line.amount.isPositive());
  });
  otherPayments.forEach((line, index) => {
    const path = `otherPayments.${index}`;
    // NOM100: only the subsidy line may be zero.
    const isAmount = line.type === '002' || line.amount.isPositive();
    check(`${path}.type`, isHeld('otherPayments', line.type));
    check(`${path}.code`, clave.test(line.code));
    check(`${path}.amount`, isCents(line.amount) && isAmount);
    check(`${path}.employmentSubsidy`, isCents(line.employmentSubsidy ?? Decimal.zero));
  });
  check('paidDays', paidDays.greaterOrEqual(paidDaysMin) && paidDays.lessOrEqual(paidDaysMax));
  check('totals.gross', totals.gross.lessOrEqual(amountMax));
  check('totals.deductions', totals.deductions.lessOrEqual(amountMax));
  return [...new Set(paths)].map((path) => issueOf('invalid_request', path));
}

function isCents(amount: Decimal): boolean {
  return !amount.isNegative() && amount.lessOrEqual(amountMax) && amount.equals(amount.round(2));
}

function isExemptAllowed(line: ReceiptLines['earnings'][number], on: string): boolean {
  return line.type !== '038' || !isRevisionE(on) || line.exemptAmount.isZero();
}
