import type { payroll } from '@timbre/contract';
import { invalid, query } from '@timbre/kit';
import type { EarlierReceipts, Incidents, PayrollPeriod } from '../domain/calculation/input';
import type { Employee, WorkLocation } from '../domain/employee';
import { employerOf } from '../domain/employer-record';
import { withRecurring } from '../domain/given-items';
import { periodIssues } from '../domain/period-issues';
import type { MinimumWageZone } from '../domain/rules/dated-rule';
import { simulate } from '../domain/simulation';
import { publicJson } from '../store/public-json';
import { decimals, incidentsOf, malformedIncidents } from '../workflows/incidents-of';
import { employerWith, readEmployer, refuseWrongEmployer } from '../workflows/employer';
import { periodOf } from '../workflows/period-of';

/**
 * Calculates one employee and one period in the same way as a run, and stores nothing. Employer data that
 * a simulation request does not state are read from the settings.
 */
export const simulatePayroll = query(async (read, request: payroll.SimulatePayrollRequest) => {
  const period = periodOf(request.period);
  const incidents = withRecurring(period.kind, incidentsOf(request.incidents), {
    recurringEarnings: request.employee?.recurringEarnings?.entries,
    recurringDeductions: request.employee?.recurringDeductions?.entries,
  });
  refuseMalformed(period, incidents);
  refuseWrongEmployer(request.employer);
  const employer = employerWith(await readEmployer(read), request.employer);
  const { state, issues, explanation, paidDays, totals, ...lines } = simulate({
    period,
    employee: employeeOf(request, employer),
    employer: employerOf(employer),
    incidents,
    earlier: earlierOf(request),
  });
  const { earnings, deductions, otherPayments } = lines;
  const amounts = { paidDays, totals, earnings, deductions, otherPayments, explanation };
  return Buffer.from(publicJson({ data: { state, issues, ...amounts } }));
});

function refuseMalformed(period: PayrollPeriod, incidents: Incidents): void {
  const ofPeriod = periodIssues(period).map((issue) => ({
    ...issue,
    path: ['period', ...issue.path],
  }));
  const ofPay = malformedIncidents(incidents, period).map((issue) => ({
    ...issue,
    path: issue.path[0] === 'incidents' ? issue.path : ['employee', ...issue.path],
  }));
  const issues = [...ofPeriod, ...ofPay];
  if (issues.length) throw invalid(issues);
}

function employeeOf(
  { employee = {}, employmentEndedOn }: payroll.SimulatePayrollRequest,
  location: WorkLocation,
): Employee {
  const { regimeType, contractType, workScheduleType, employmentStartedOn } = employee;
  return {
    ...(regimeType === undefined ? {} : { regimeType }),
    ...(contractType === undefined ? {} : { contractType }),
    workScheduleType,
    employmentStartedOn,
    employmentEndedOn,
    hasSubsidyElsewhere: employee.hasSubsidyElsewhere,
    minimumWageZone: zoneOf(employee.minimumWageZone),
    location,
    ...decimals(
      employee,
      'dailyWage',
      'integratedDailySalary',
      'contributionBaseSalary',
      'workdayHours',
    ),
  };
}

const zoneOf = (zone: string | undefined) => zone as MinimumWageZone | undefined;

function earlierOf(request: payroll.SimulatePayrollRequest): EarlierReceipts {
  const { exemptAguinaldoInYear, exemptVacationPremiumInYear, exemptProfitSharingInYear } = request;
  const exempt = {
    aguinaldo: exemptAguinaldoInYear,
    vacationPremium: exemptVacationPremiumInYear,
    profitSharing: exemptProfitSharingInYear,
  };
  return {
    ...decimals(request, 'subsidyCausedInMonth'),
    exemptInYear: decimals(exempt, 'aguinaldo', 'vacationPremium', 'profitSharing'),
  };
}
