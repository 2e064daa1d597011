import { Decimal, figureOn, isrType, type Issue, wagesRegime } from '@timbre/fiscal';
import { countedDays, minimumWageOf } from './payment-facts';
import type { PayrollInput } from './payroll-input';

const wage = '001';
/** The code of c_PeriodicidadPago for extraordinary payments, which pay no days of work. */
const otherFrequency = '99';
const daysOfShortestMonth = Decimal.from(28);
const hundred = Decimal.from(100);

/**
 * Returns a warning if tax is due on a taxable payment but no ISR is withheld. Tax is due if the ISR by the
 * monthly tax table, in proportion to the days paid, exceeds the largest possible subsidy.
 * - income_tax_missing: income tax is due by the tax table of LISR art. 96, but none is withheld
 */
export function incomeTaxWarnings(payroll: PayrollInput): Issue[] {
  if (payroll.deductions.some(({ type }) => type === isrType)) return [];
  if (isMinimumWage(payroll)) return [];
  const due = leastTaxOf(payroll);
  if (!due?.greaterThan(Decimal.one)) return [];
  const message = `The tariff of LISR art. 96 gives about ${due} for this payment, and no ISR, deduction 002, is withheld.`;
  return [{ path: ['payroll', 'deductions'], code: 'income_tax_missing', message }];
}

/**
 * Returns the ISR of the payment less the largest possible subsidy; undefined if there is no tax table for
 * the date.
 */
function leastTaxOf(payroll: PayrollInput): Decimal | undefined {
  const { paidOn, employee, earnings } = payroll;
  const tariff = figureOn('isr.tariff.monthly', paidOn)?.value;
  const monthDays = figureOn('isr.tariff_days', paidOn)?.value.monthDays;
  if (!tariff || !monthDays) return undefined;
  const days = countedDays(payroll);
  const isWhole =
    employee?.paymentFrequency === otherFrequency || days.greaterOrEqual(daysOfShortestMonth);
  const [from, to] = isWhole ? [Decimal.one, Decimal.one] : [days, monthDays];
  const taxable = Decimal.sum(earnings.map(({ taxableAmount }) => Decimal.from(taxableAmount)));
  const ofMonth = taxable.times(to).dividedBy(from, 2);
  const bracket = tariff.findLast(({ lowerLimit }) => lowerLimit.lessOrEqual(ofMonth));
  if (!bracket) return Decimal.zero;
  const { fixedFee, lowerLimit, percent } = bracket;
  const tax = fixedFee.plus(ofMonth.minus(lowerLimit).times(percent).dividedBy(hundred, 2));
  const subsidy = figureOn('isr.subsidy', paidOn)?.value;
  const hasSubsidy =
    employee?.regimeType === wagesRegime &&
    subsidy &&
    ofMonth.lessOrEqual(subsidy.monthlyIncomeCap);
  const left = hasSubsidy ? tax.minus(subsidy.monthlyAmount) : tax;
  return left.times(from).dividedBy(to, 2);
}

/**
 * Returns whether the payment is a minimum wage without other taxable earnings, from which no ISR is
 * withheld (LISR art. 96).
 */
function isMinimumWage(payroll: PayrollInput): boolean {
  const minimum = minimumWageOf(payroll);
  const taxable = payroll.earnings.filter(({ taxableAmount }) => Number(taxableAmount) > 0);
  if (!minimum || payroll.employee?.regimeType !== wagesRegime) return false;
  const paid = Decimal.sum(taxable.map(({ taxableAmount }) => Decimal.from(taxableAmount)));
  return (
    taxable.every(({ type }) => type === wage) &&
    paid.lessOrEqual(minimum.times(countedDays(payroll)))
  );
}
