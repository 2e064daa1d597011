import { askApi, refusedByApi, type ApiAccess, type ApiError, type ApiIssue } from '@timbre/api';

/**
 * An employee in the form in which the API returns it; a summary contains only some of the fields.
 */
export type ShownEmployee = Readonly<Record<string, unknown>> & { readonly employeeId: string };

/** An employee that the API created, with the warnings of the API. */
export interface Created {
  readonly employeeId: string;
  readonly warnings: readonly ApiIssue[];
}

/**
 * Calls createEmployee of the API with an idempotency key. If the API refuses the employee's data, the
 * refusal is returned instead of thrown.
 * @throws if the API refuses the API key or cannot be reached
 */
export async function createEmployee(
  access: ApiAccess,
  content: string,
  key: string,
): Promise<Created | ApiError> {
  const { status, body } = await askApi<ShownEmployee>(access, '/v1/employees', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: content,
  });
  if (body.data) return { ...body.data, warnings: body.warnings ?? [] };
  const isOfEmployee = status === 400 || body.error?.details?.reason === 'employee_number_taken';
  if (body.error && isOfEmployee) return body.error;
  throw refusedByApi(status, body.error);
}

/** @returns undefined if the employee does not exist */
export async function findEmployee(
  access: ApiAccess,
  employeeId: string,
): Promise<ShownEmployee | undefined> {
  const { status, body } = await askApi<ShownEmployee>(access, `/v1/employees/${employeeId}`);
  if (!body.data && status !== 404) throw refusedByApi(status, body.error);
  return body.data;
}

/** Returns the identifiers of all employees that have an employee number, keyed by the number. */
export async function employeeIdsByNumber(access: ApiAccess): Promise<Map<unknown, string>> {
  const ids = new Map<unknown, string>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const path = `/v1/employees?limit=50${page}`;
    const { status, body } = await askApi<ShownEmployee[]>(access, path);
    if (!body.data) throw refusedByApi(status, body.error);
    for (const one of body.data) ids.set(one['employeeNumber'], one.employeeId);
    cursor = body.pagination?.nextCursor ?? null;
  }
  return ids;
}
