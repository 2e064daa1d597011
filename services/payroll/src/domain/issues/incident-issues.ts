import type { Decimal } from '@timbre/fiscal';
import { isGivenDeduction } from '../calculation/deduction-types';
import { assimilatedEarning, earningType, sharesEarning } from '../calculation/earning-types';
import type { GivenDeduction, Incidents, PayrollPeriod } from '../calculation/input';
import { isActiveCode } from '../catalog-codes';
import type { Employee } from '../employee';
import { isFinalPayment, isSeparation, misplacedPensions } from '../separation-row';
import { isPaidInShares, isPensioner, isWithoutWages } from './contract-and-regime';
import { issueOf } from './issue';
import type { Issue } from './issue';
import { isYearOfBalance } from './line-issues';
import { isPresent, misplacedSeparation } from './separation-issues';

/**
 * Reports incidents that the calculation cannot use, each with its path in the request or in the
 * employee's record. A request with such incidents is refused with status 400. A stored row gets these
 * issues if its payment date is changed to a day on which a code is not in force. A separation or a
 * pension paid at once allows no deductions that only an employment has. These payments also allow no
 * share of a monthly amount, because they pay no days.
 */
export function incidentIssues(
  incidents: Incidents,
  period: Pick<PayrollPeriod, 'kind' | 'paidOn'>,
): Issue[] {
  const on = period.paidOn;
  const isFinal = period.kind === 'extraordinary' && isFinalPayment(incidents.otherEarnings ?? []);
  const paths: string[] = [];
  const check = (path: string, isRight: boolean) => void (isRight || paths.push(path));
  checkTimes(incidents, on, (path, isRight) => check(`incidents.${path}`, isRight));
  const { favorableBalance: balance } = incidents;
  check('incidents.favorableBalance.year', !balance || isYearOfBalance(balance.year, on));
  const { earnings = 0, deductions = 0 } = incidents.recurring ?? {};
  const earningAt = placesOf('otherEarnings', 'recurringEarnings', earnings);
  const deductionAt = placesOf('deductions', 'recurringDeductions', deductions);
  incidents.otherEarnings?.forEach((earning, index) => {
    const path = earningAt(index);
    check(`${path}.type`, isGivenEarning(earning.type, on));
    check(`${path}.amount`, earning.amount.isPositive());
    check(`${path}.shares`, (earning.type === sharesEarning) === (earning.shares !== undefined));
  });
  incidents.deductions?.forEach((deduction, index) => {
    const path = deductionAt(index);
    const isType = isActiveCode('c_TipoDeduccion', deduction.type, on);
    check(`${path}.type`, isType && isGivenDeduction(deduction.type));
    check(`${path}.type`, !isFinal || !deductionsOfEmployment.has(deduction.type));
    check(`${path}.basis`, !isFinal || !isOfMonth(deduction));
    check(`${path}.${deduction.basis}`, isBasis(deduction));
  });
  paths.push(...separationPaths(incidents, period));
  return [...new Set(paths)].map((path) => issueOf('invalid_request', path));
}

/**
 * Returns the paths of the earnings and incidents that are refused because they do not fit a
 * payment after the employment.
 */
export function separationPaths(
  incidents: Incidents,
  period: Pick<PayrollPeriod, 'kind'>,
): string[] {
  const { earnings = 0 } = incidents.recurring ?? {};
  const earningAt = placesOf('otherEarnings', 'recurringEarnings', earnings);
  return misplacedSeparation(incidents, period, earningAt);
}

/**
 * Incidents that only an employee can have. An ISR balance of a year is refunded only to employees
 * (LISR art. 97).
 */
const ofEmployment = [
  'absenceDays', 'incapacities', 'weeks', 'sundaysWorked', 'vacationPremium', 'vacationDaysPaidOut',
  'aguinaldo', 'profitSharing', 'favorableBalance',
] as const; // prettier-ignore

/**
 * Deductions that the law provides only for employees: social security contributions, housing
 * credit, FONACOT and union dues.
 */
const deductionsOfEmployment: ReadonlySet<string> = new Set(['010', '011', '019']);

/**
 * Reports incidents that the employee's regime does not allow. Income that is taxed like wages without an
 * employment must be given as earnings 046, or as 045 if it is paid in shares. Income without an
 * employment allows no incidents of an employment. Wages allow no earnings of types 045 and 046. A
 * pension allows no earnings of other types. An extraordinary payment of income without an employment has
 * no share of a monthly amount. `incidentIssues` reports the incidents that a payment after the
 * employment does not allow.
 */
export function regimeIncidentIssues(
  employee: Employee,
  incidents: Incidents,
  kind: PayrollPeriod['kind'],
): Issue[] {
  if (isFinalPayment(incidents.otherEarnings ?? [])) return [];
  const isOther = isWithoutWages(employee);
  const own = isPaidInShares(employee) ? sharesEarning : assimilatedEarning;
  const isAllowed = (type: string) =>
    isOther
      ? type === own && !isPensioner(employee)
      : type !== assimilatedEarning && type !== sharesEarning;
  const { earnings = 0, deductions = 0 } = incidents.recurring ?? {};
  const earningAt = placesOf('otherEarnings', 'recurringEarnings', earnings);
  const deductionAt = placesOf('deductions', 'recurringDeductions', deductions);
  const paths = [
    ...ofEmployment
      .filter((name) => isOther && isPresent(incidents[name]))
      .map((name) => `incidents.${name}`),
    ...(incidents.otherEarnings ?? []).flatMap(({ type }, index) =>
      isAllowed(type) ? [] : [`${earningAt(index)}.type`],
    ),
    ...(incidents.deductions ?? []).flatMap((deduction, index) => [
      ...(isOther && deductionsOfEmployment.has(deduction.type)
        ? [`${deductionAt(index)}.type`]
        : []),
      ...(isOther && kind === 'extraordinary' && isOfMonth(deduction)
        ? [`${deductionAt(index)}.basis`]
        : []),
    ]),
  ];
  return paths.map((path) => issueOf('invalid_request', path));
}

/**
 * Reports pensions paid at once to a person who cannot receive a pension at once. The function
 * needs the stored employee record, because the document of a pension states a different contract.
 * `incidentIssues` reports a pension in an ordinary payment or together with a separation.
 */
export function pensionIssues(
  recorded: Employee,
  { otherEarnings = [], recurring }: Incidents,
  { kind }: Pick<PayrollPeriod, 'kind'>,
): Issue[] {
  if (kind === 'ordinary' || isSeparation(otherEarnings)) return [];
  const earningAt = placesOf('otherEarnings', 'recurringEarnings', recurring?.earnings ?? 0);
  return misplacedPensions(recorded, otherEarnings).map((index) =>
    issueOf('invalid_request', `${earningAt(index)}.type`),
  );
}

/**
 * Returns a function that returns the path of an item in a list. Items from the employee's record are at
 * the start of the list, before items of the request.
 */
const placesOf = (list: string, recurring: string, count: number) => (index: number) =>
  index < count ? `${recurring}.${index}` : `incidents.${list}.${index - count}`;

type Check = (path: string, isRight: boolean) => void;

function checkTimes(incidents: Incidents, on: string, check: Check): void {
  check('absenceDays', isZeroOrMore(incidents.absenceDays));
  check('sundaysWorked', isZeroOrMore(incidents.sundaysWorked));
  check('vacationDaysPaidOut', isZeroOrMore(incidents.vacationDaysPaidOut));
  check('profitSharing', isZeroOrMore(incidents.profitSharing));
  check('vacationPremium', isZeroOrMore(incidents.vacationPremium?.vacationDays));
  check('aguinaldo', isZeroOrMore(incidents.aguinaldo?.days));
  check('aguinaldo', isZeroOrMore(incidents.aguinaldo?.workedDaysInYear));
  incidents.weeks?.forEach((week, index) => {
    const hours = [week.overtimeHours, week.restDaysWorked, week.statutoryRestDaysWorked];
    check(`weeks.${index}`, hours.every(isZeroOrMore));
  });
  incidents.incapacities?.forEach((incapacity, index) => {
    const isType = isActiveCode('c_TipoIncapacidad', incapacity.type, on);
    check(`incapacities.${index}.type`, isType);
    check(`incapacities.${index}.days`, isDays(incapacity.days));
    check(`incapacities.${index}.employerSubsidy`, isZeroOrMore(incapacity.employerSubsidy));
  });
}

function isZeroOrMore(value: Decimal | undefined): boolean {
  return value === undefined || !value.isNegative();
}

/** Whether the number of days is valid for DiasIncapacidad: a whole number, at least one. */
function isDays(days: Decimal): boolean {
  return days.isPositive() && days.equals(days.round(0));
}

/**
 * Whether a request may contain an earning of this type. A request may not contain an earning that the
 * calculation computes, or that needs a manual row.
 */
function isGivenEarning(type: string, on: string): boolean {
  const { treatment } = earningType(type);
  if (treatment === 'computed' || treatment === 'manual') return false;
  return isActiveCode('c_TipoPercepcion', type, on);
}

/**
 * Whether the deduction is an amount per month. Each payment deducts the share of the monthly amount for
 * the days that it pays.
 */
const isOfMonth = ({ basis }: GivenDeduction): boolean =>
  basis === 'monthly_amount' || basis === 'factor';

/** Whether all amounts of a deduction are above zero. */
function isBasis(deduction: GivenDeduction): boolean {
  switch (deduction.basis) {
    case 'amount':
    case 'monthly_amount':
      return deduction.amount.isPositive();
    case 'percent':
      return deduction.percent.isPositive();
    case 'factor':
      return deduction.factor.isPositive() && deduction.unitValue.isPositive();
  }
}
