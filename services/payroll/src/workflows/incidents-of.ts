import type { payroll } from '@timbre/contract';
import { Decimal } from '@timbre/fiscal';
import type { Issue } from '@timbre/kit';
import type { Incidents, PayrollPeriod } from '../domain/calculation/input';
import { givenDeductionOf, givenEarningOf } from '../domain/given-items';
import { incidentIssues, separationPaths } from '../domain/issues/incident-issues';
import { pathOf } from '../domain/issues/issue';

/** Converts the incidents of a message to the form that the calculation uses. */
export function incidentsOf(message: payroll.Incidents | undefined): Incidents {
  if (!message) return {};
  return {
    ...decimals(
      message,
      'absenceDays',
      'sundaysWorked',
      'vacationDaysPaidOut',
      'profitSharing',
      'lastMonthlySalary',
    ),
    incapacities: message.incapacities.map((incapacity) => ({
      type: incapacity.type,
      days: Decimal.from(incapacity.days),
      ...decimals(incapacity, 'employerSubsidy'),
    })),
    weeks: message.weeks.map((week) => ({
      ...decimals(week, 'overtimeHours', 'restDaysWorked', 'statutoryRestDaysWorked'),
      ...(week.overtimeDays === undefined ? {} : { overtimeDays: week.overtimeDays }),
    })),
    otherEarnings: message.otherEarnings.map(givenEarningOf),
    deductions: message.deductions.map(givenDeductionOf),
    ...(message.vacationPremium ? { vacationPremium: premiumOf(message.vacationPremium) } : {}),
    ...(message.aguinaldo ? { aguinaldo: aguinaldoOf(message.aguinaldo) } : {}),
    ...(message.favorableBalance ? { favorableBalance: balanceOf(message.favorableBalance) } : {}),
    ...(message.employmentEndedOn === undefined
      ? {}
      : { employmentEndedOn: message.employmentEndedOn }),
  };
}

/**
 * Returns issues of the request for incidents that the calculation cannot use. Issues about the
 * employee's recurring items have a path in the employee record.
 * - separation_paid_apart: a separation (022, 023, 025) or a pension paid at once (039) needs an extraordinary
 *   run and a receipt of its own; only that of a separation states the end of the employment
 */
export function malformedIncidents(
  incidents: Incidents,
  period: Pick<PayrollPeriod, 'kind' | 'paidOn'>,
): Issue[] {
  const apart = new Set(separationPaths(incidents, period));
  return incidentIssues(incidents, period).map((issue) => {
    const path = pathOf(issue);
    if (apart.has(issue.field ?? ''))
      return {
        path,
        code: 'separation_paid_apart',
        message:
          'A separation or a pension paid at once needs an extraordinary run and a receipt of its own.',
      };
    const message = 'Payroll does not accept this type or amount.';
    return { path, code: 'invalid_request', message };
  });
}

const balanceOf = ({ amount, year }: payroll.BalanceToReturn) => ({
  amount: Decimal.from(amount),
  year,
});

function premiumOf(premium: payroll.VacationPremium) {
  return { vacationDays: Decimal.from(premium.vacationDays), ...decimals(premium, 'rate') };
}

function aguinaldoOf({ days, workedDaysInYear }: payroll.Aguinaldo) {
  return { days: Decimal.from(days), workedDaysInYear: Decimal.from(workedDaysInYear) };
}

/** Converts the decimals that a message contains as text. */
export function decimals<Name extends string>(
  message: { readonly [N in Name]?: string | undefined },
  ...names: Name[]
): { [N in Name]?: Decimal } {
  const given = names.flatMap((name) => {
    const text = message[name];
    return text === undefined ? [] : [[name, Decimal.from(text)]];
  });
  return Object.fromEntries(given) as { [N in Name]?: Decimal };
}
