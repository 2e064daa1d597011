import type { payroll } from '@timbre/contract';
import { Decimal } from '@timbre/fiscal';
import type { Issue } from '@timbre/kit';
import type { Incidents } from '../domain/calculation/input';
import { givenDeductionOf, givenEarningOf } from '../domain/given-items';
import { incidentIssues } from '../domain/issues/incident-issues';
import { pathOf } from '../domain/issues/issue';

/** Converts the incidents of a message for the calculation. */
export function incidentsOf(message: payroll.Incidents | undefined): Incidents {
  if (!message) return {};
  return {
    ...decimals(message, 'absenceDays', 'sundaysWorked', 'vacationDaysPaidOut', 'profitSharing'),
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
  };
}

/**
 * Returns incidents that the calculation cannot use as issues of the request. Issues of the employee's
 * recurring items have the path of the record.
 */
export function malformedIncidents(incidents: Incidents, on: string): Issue[] {
  return incidentIssues(incidents, on).map((issue) => ({
    path: pathOf(issue),
    code: 'invalid_request',
    message: 'Payroll does not accept this type or amount.',
  }));
}

function premiumOf(premium: payroll.VacationPremium) {
  return { vacationDays: Decimal.from(premium.vacationDays), ...decimals(premium, 'rate') };
}

function aguinaldoOf({ days, workedDaysInYear }: payroll.Aguinaldo) {
  return { days: Decimal.from(days), workedDaysInYear: Decimal.from(workedDaysInYear) };
}

/** Converts the given decimals of a message. */
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
