import { parseDocumentRef } from '@timbre/fiscal';
import { isIdentifier, query, Refusal, type CallContext, type Runtime } from '@timbre/kit';
import { isPayrollDocument } from '../../store/cfdi/cfdi';

/** @throws Refusal with forbidden (permission_not_held) for a caller who may not see payroll documents */
export function requirePayrollPermission(
  { hidesPayroll }: Pick<CallContext, 'hidesPayroll'>,
  kind: string,
): void {
  if (kind === 'payroll' && hidesPayroll) throw payrollNotHeld();
}

const payrollNotHeld = (): Refusal =>
  new Refusal(
    'forbidden',
    'A document of payroll needs the permission employees:read as well, and its changes employees:manage.',
    { reason: 'permission_not_held' },
  );

const isPayroll = query((read, id: string) => isPayrollDocument(read, id));

/**
 * Returns the error that is sent to the caller. If the request refers to a payroll document that the caller
 * may not see, the error is the same refusal as for an operation without permission. Without this check the
 * caller would get not_found, because row-level security hides the document from queries.
 */
export async function explained(
  runtime: Runtime,
  context: CallContext,
  request: unknown,
  error: unknown,
): Promise<unknown> {
  const isMissing = error instanceof Refusal && error.code === 'not_found';
  const { documentRef } = (request ?? {}) as { documentRef?: unknown };
  if (!isMissing || !context.hidesPayroll || typeof documentRef !== 'string') return error;
  const id = parseDocumentRef(documentRef, 'cfdi')?.id;
  if (!id || !isIdentifier(id)) return error;
  const seeing = { ...context, hidesPayroll: undefined };
  return (await isPayroll.run(runtime, seeing, id)) ? payrollNotHeld() : error;
}
