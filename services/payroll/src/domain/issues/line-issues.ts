import {
  Decimal,
  isRevisionE,
  pensionAtOnce,
  pensionEarnings,
  pensionInParts,
  separationEarnings,
} from '@timbre/fiscal';
import { sharesEarning } from '../calculation/earning-types';
import { isActiveCode } from '../catalog-codes';
import type { ManualDetails, ReceiptLines, ReceiptTotals } from '../receipt';
import { isSeparation, isFinalPayment } from '../separation-row';
import { issueOf } from './issue';
import type { Issue } from './issue';

/**
 * The largest amount that a payroll line may state. This limit is lower than the limit of the SAT
 * type t_ImporteMXN.
 */
const amountMax = Decimal.from('999999999.99');
/** The minimum of NumDiasPagados (payroll complement 1.2). */
export const paidDaysMin = Decimal.from('0.001');
const paidDaysMax = Decimal.from('36160');
const catalogs = {
  earnings: 'c_TipoPercepcion',
  deductions: 'c_TipoDeduccion',
  otherPayments: 'c_TipoOtroPago',
} as const;
const overtimeType = '019';
const incapacitySubsidy = '014';
const incapacityDeduction = '006';
const favorableBalanceType = '004';
const wageType = '001';
const clave = /^[^|]{3,15}$/u;

/**
 * Reports malformed lines of a manual row by path. A line is malformed if its code is unknown or not in
 * force, its amount is out of range, or the employer's own code (Clave) does not have 3 to 15 characters.
 * A line is also malformed if an element that its type requires is missing, or an element of a
 * different type is present (NOM78 to NOM103). Also reports a separation or a pension that is
 * combined with wages, and totals that exceed the limits of a document. A request with malformed
 * lines is refused with status 400 and changes nothing.
 */
export function lineIssues(
  lines: ReceiptLines,
  details: ManualDetails,
  totals: ReceiptTotals,
  paidDays: Decimal,
  on: string,
): Issue[] {
  const { earnings, deductions, otherPayments } = lines;
  const paths: string[] = [];
  const check = (path: string, isRight: boolean) => void (isRight || paths.push(path));
  const isHeld = (list: keyof typeof catalogs, type: string) =>
    isActiveCode(catalogs[list], type, on);
  check('earnings', earnings.length > 0);
  earnings.forEach((line, index) => {
    const path = `earnings.${index}`;
    check(`${path}.type`, isHeld('earnings', line.type));
    check(`${path}.code`, clave.test(line.code));
    check(`${path}.taxableAmount`, isCents(line.taxableAmount));
    check(`${path}.exemptAmount`, isCents(line.exemptAmount) && isExemptAllowed(line, on));
    check(path, line.taxableAmount.plus(line.exemptAmount).isPositive());
    // A separation or a pension needs a separate document that states a different contract.
    check(`${path}.type`, separationEarnings.has(line.type) === isSeparation(earnings));
    check(`${path}.type`, line.type !== wageType || !isPension(earnings));
    const hours = line.overtime ?? [];
    check(`${path}.overtime`, (line.type === overtimeType) === hours.length > 0);
    check(`${path}.overtime`, hours.every(({ hoursType }) => isActiveCode('c_TipoHoras', hoursType, on))); // prettier-ignore
    check(`${path}.shares`, (line.type === sharesEarning) === (line.shares !== undefined));
  });
  deductions.forEach((line, index) => {
    check(`deductions.${index}.type`, isHeld('deductions', line.type));
    check(`deductions.${index}.code`, clave.test(line.code));
    check(`deductions.${index}.amount`, isCents(line.amount) && line.amount.isPositive());
  });
  otherPayments.forEach((line, index) => {
    const path = `otherPayments.${index}`;
    // Only the subsidy line (002) may be zero (NOM100).
    const isAmount = line.type === '002' || line.amount.isPositive();
    check(`${path}.type`, isHeld('otherPayments', line.type));
    check(`${path}.code`, clave.test(line.code));
    check(`${path}.amount`, isCents(line.amount) && isAmount);
    check(`${path}.employmentSubsidy`, isCents(line.employmentSubsidy ?? Decimal.zero));
    check(`${path}.favorableBalance`, isBalance(line, on));
  });
  checkDetails(lines, details, on, check);
  check('paidDays', paidDays.greaterOrEqual(paidDaysMin) && paidDays.lessOrEqual(paidDaysMax));
  check('totals.gross', totals.gross.lessOrEqual(amountMax));
  check('totals.deductions', totals.deductions.lessOrEqual(amountMax));
  return [...new Set(paths)].map((path) => issueOf('invalid_request', path));
}

type Check = (path: string, isRight: boolean) => void;

/**
 * Checks that the amounts of the incapacities add up to the single earning 014 and to the deductions 006
 * (NOM86, NOM87, NOM94, NOM95). Also checks that a pension is paid either at once or in
 * installments (NOM80, NOM81).
 */
function checkDetails(
  { earnings, deductions }: ReceiptLines,
  { incapacities, lastMonthlySalary, pensionDailyAmount }: ManualDetails,
  on: string,
  check: Check,
): void {
  incapacities.forEach(({ type }, index) =>
    check(`incapacities.${index}.type`, isActiveCode('c_TipoIncapacidad', type, on)),
  );
  const ofIncapacities = Decimal.sum(incapacities.map(({ amount }) => amount ?? Decimal.zero));
  const subsidies = earnings
    .filter(({ type }) => type === incapacitySubsidy)
    .map((line) => line.taxableAmount.plus(line.exemptAmount));
  const deducted = deductions
    .filter(({ type }) => type === incapacityDeduction)
    .map(({ amount }) => amount);
  const amounts = [...subsidies, ...(deducted.length === 0 ? [] : [Decimal.sum(deducted)])];
  const isStated = amounts.every((amount) => amount.equals(ofIncapacities));
  check('incapacities', isStated && (amounts.length === 0 || incapacities.length > 0));
  const has = (type: string) => earnings.some((line) => line.type === type);
  check('earnings', !has(pensionAtOnce) || !has(pensionInParts));
  check('pensionDailyAmount', pensionDailyAmount === undefined || has(pensionInParts));
  check('lastMonthlySalary', lastMonthlySalary === undefined || isFinalPayment(earnings));
}

const isPension = (earnings: ReceiptLines['earnings']): boolean =>
  earnings.some(({ type }) => pensionEarnings.has(type));

/**
 * Whether the ISR balance that is refunded to the employee is valid (NOM98, NOM102, NOM103). Other
 * payment 004 must state the balance, the remaining amount and the year. The remaining amount must
 * not exceed the ISR balance. The year of an ISR balance must be the year before the payment or,
 * for a payment in December, the year of the payment.
 */
function isBalance(
  { type, favorableBalance: balance }: ReceiptLines['otherPayments'][number],
  on: string,
): boolean {
  if (type !== favorableBalanceType || balance === undefined)
    return type !== favorableBalanceType && balance === undefined;
  return isYearOfBalance(balance.year, on) && balance.remainingAmount.lessOrEqual(balance.amount);
}

export function isYearOfBalance(year: number, on: string): boolean {
  const age = Number(on.slice(0, 4)) - year;
  return age === 1 || (age === 0 && on.slice(5, 7) === '12');
}

function isCents(amount: Decimal): boolean {
  return !amount.isNegative() && amount.lessOrEqual(amountMax) && amount.equals(amount.round(2));
}

function isExemptAllowed(line: ReceiptLines['earnings'][number], on: string): boolean {
  return line.type !== '038' || !isRevisionE(on) || line.exemptAmount.isZero();
}
