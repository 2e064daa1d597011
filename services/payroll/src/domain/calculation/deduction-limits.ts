import { Decimal } from '@timbre/fiscal';
import type { PeriodDays } from './days';
import type { CalculationInput } from './input';
import type { RulesOfPeriod } from './rules-of-period';

/** The amounts that are calculated before the given deductions. */
export interface PayBeforeDeductions {
  readonly wage: Decimal;
  readonly gross: Decimal;
  readonly isr: Decimal;
  readonly imss: Decimal;
  readonly contributionBase: Decimal;
}

const hundred = Decimal.from(100);

/**
 * Groups of deduction types that share one limit, so that splitting a debt to the employer does not raise
 * the limit.
 */
const kinds: Record<string, 'housing' | 'fonacot' | 'debt' | 'savings'> = {
  '010': 'housing',
  '011': 'fonacot',
  '004': 'debt',
  '012': 'debt',
  '013': 'debt',
  '014': 'debt',
  '015': 'debt',
  '016': 'debt',
  '017': 'debt',
  '018': 'savings',
};

/**
 * Limits the given deductions to the maximum of LFT art. 97 and 110, if the employer chose so. Each
 * deduction reduces the amount that remains under its limit in the payment.
 */
export class DeductionLimiter {
  private readonly left = new Map<string, Decimal>();

  constructor(
    private readonly input: CalculationInput,
    private readonly days: PeriodDays,
    private readonly pay: PayBeforeDeductions,
    private readonly rules: RulesOfPeriod,
  ) {}

  limit(type: string, amount: Decimal): Decimal {
    const kind = kinds[type];
    if (this.input.settings.deductionLimits === 'as_given' || kind === undefined) return amount;
    const left = this.left.get(kind) ?? this.limitOf(kind);
    const allowed = Decimal.min(amount, left);
    this.left.set(kind, left.minus(allowed));
    return allowed;
  }

  private limitOf(kind: 'housing' | 'fonacot' | 'debt' | 'savings'): Decimal {
    const limits = this.rules.reader.read('labour.deduction_limits', this.rules.labourOn);
    const isMinimumWage = this.input.pay.dailyWage.equals(this.rules.minimumWage);
    const { wage } = this.pay;
    switch (kind) {
      case 'housing':
        return isMinimumWage ? part(wage, limits.housingCreditOfMinimumWage) : wage;
      case 'fonacot':
        return part(wage, isMinimumWage ? limits.fonacotOfMinimumWage : limits.fonacot);
      case 'debt':
        return part(this.aboveMinimumWage(), limits.employerDebtAboveMinimumWage);
      case 'savings':
        return part(this.aboveMinimumWage(), limits.savingsAboveMinimumWage);
    }
  }

  /**
   * Returns the amount by which the wage exceeds the minimum wage. Every paid day counts, including
   * vacation days paid out, because an extraordinary payment has no other days.
   */
  private aboveMinimumWage(): Decimal {
    const { incidents, period } = this.input;
    const worked = period.kind === 'ordinary' ? this.days.paidDays : Decimal.zero;
    const days = worked.plus(incidents.vacationDaysPaidOut ?? Decimal.zero);
    const minimum = this.rules.minimumWage.times(days);
    return Decimal.max(Decimal.zero, this.pay.wage.minus(minimum));
  }
}

/**
 * Returns a percentage of a base, rounded down so that no deduction exceeds its limit by half a cent.
 */
function part(base: Decimal, percent: Decimal): Decimal {
  return base.times(percent).dividedBy(hundred, 2, 'down');
}
