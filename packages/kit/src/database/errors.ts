import { Refusal, operationInProgress, unavailable } from '../refusal/refusal';

interface DatabaseError {
  code?: string;
  constraint?: string;
  message?: string;
}

/** Returns the database error inside the ORM's wrapper. */
function driverError(error: unknown): DatabaseError {
  const wrapped = error as DatabaseError & { cause?: unknown };
  if (typeof wrapped?.code === 'string') return wrapped;
  return (wrapped?.cause ?? {}) as DatabaseError;
}

/** Returns the name of the unique constraint that a write violated; otherwise undefined. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint } = driverError(error);
  return code === '23505' ? (constraint ?? '') : undefined;
}

/** Whether PostgreSQL can never store the value (error class 22), so that every retry fails too. */
export const isUnusableValue = (error: unknown): boolean =>
  driverError(error).code?.startsWith('22') ?? false;

/** Whether a read was refused because PostgreSQL canceled its statement after the time limit. */
export const isOutOfTime = (refusal: unknown): boolean =>
  refusal instanceof Refusal && driverError(refusal.cause).code === '57014';

/** Matches messages of node-postgres errors that mean a lost connection but have no error code. */
const unreachable =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable/;

/**
 * Returns the refusal for a database error that is not a bug: a row locked by another request, no
 * connection, a statement that exceeds its time limit, a changed version. Returns undefined for all
 * other errors.
 *
 * - version_changed: the resource has changed since you read it; read it again
 */
export function translateDatabaseError(error: unknown): Refusal | undefined {
  const { code = '', message = '' } = driverError(error);
  if ((error as Error)?.name === 'OptimisticLockError') {
    return new Refusal('conflict', 'The resource changed meanwhile; load it again.', {
      reason: 'version_changed', retryable: true,
    }, error); // prettier-ignore
  }
  if (code === '55P03') return operationInProgress(1);
  if (code === '40001' || code === '40P01') return operationInProgress(1);
  const isOutOfReach =
    /^(08|57P0|57014|53)/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code) ||
    unreachable.test(message || String(error));
  return isOutOfReach
    ? unavailable('The service is busy or starting; try again.', error)
    : undefined;
}
