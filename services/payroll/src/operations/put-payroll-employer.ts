import type { payroll } from '@timbre/contract';
import { command, invalid, replyWith, type Issue } from '@timbre/kit';
import type { StoredSettings } from '../domain/employer-record';
import { EmployerRecord, employerResource, lockEmployer } from '../store/employers';
import { employerIssues } from '../workflows/employer';

/**
 * Replaces the employer's data. Runs that were already calculated keep the employer data of their
 * calculation.
 */
export const putPayrollEmployer = command(
  async (tx, request: payroll.PutPayrollEmployerRequest) => {
    const issues = issuesOf(request);
    if (issues.length) throw invalid(issues);
    await lockEmployer(tx);
    const values = {
      registrations: request.registrations,
      curp: request.curp ?? null,
      stateCode: request.stateCode ?? null,
      minimumWageZone: (request.minimumWageZone ?? null) as EmployerRecord['minimumWageZone'],
      settings: (request.settings ?? {}) as StoredSettings,
      updatedAt: tx.now,
    };
    const stored = await tx.findBy(EmployerRecord, {});
    if (stored) Object.assign(stored, values);
    const id = stored?.id ?? tx.add(EmployerRecord, { ...values, version: 1 });
    return replyWith(employerResource, id);
  },
);

/**
 * - employer_registration_repeated: the list has the registration twice, with or without hyphens
 */
function issuesOf({ registrations, curp }: payroll.PutPayrollEmployerRequest): Issue[] {
  const seen = new Set<string>();
  const ofList = registrations.flatMap(({ registration }, index): Issue[] => {
    const at = ['registrations', index];
    const number = registration.replaceAll('-', '');
    const isRepeated = seen.has(number);
    seen.add(number);
    const path = [...at, 'registration'];
    const message = 'This registration is in the list already.';
    return [
      ...employerIssues({ registration }).map((issue) => ({ ...issue, path: [...at, ...issue.path] })), // prettier-ignore
      ...(isRepeated ? [{ path, code: 'employer_registration_repeated', message }] : []),
    ];
  });
  return [...ofList, ...employerIssues({ curp })];
}
