import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { translateDatabaseError, violatedConstraint } from '../database/errors';
import type { Statements } from '../database/pipelines';
import type { Logger } from '../telemetry/logger';
import { Refusal } from '../refusal/refusal';
import type { OrganizationClocks } from './clocks';
import type { CallContext } from './context';

/** The dependencies of operations, which a process's main function creates once. */
export interface RuntimeCore {
  /**
   * The environment of the deployment. The context of every call and job has the same environment.
   */
  environment: CallContext['environment'];
  orm: MikroORM;
  pool: Pool;
  /** Runs quick single statements. */
  statements: Statements;
  /** Returns the real time. */
  now: () => Date;
  newId: () => string;
  /** The refusal for each unique constraint, keyed by the constraint's name. */
  constraints: Record<string, () => Refusal>;
  /** Called after a commit that added events to the outbox. */
  eventsLeft: () => void;
  logger: Logger;
  /** The clocks of organizations; only in a sandbox and for a service that follows clocks. */
  clocks?: OrganizationClocks | undefined;
}

/** The runtime with the service's clients of other systems. */
export interface Runtime<Providers = unknown> extends RuntimeCore {
  providers: Providers;
}

/**
 * An operation as its transport calls it: a function from a request to the public body, or to a
 * message between services.
 */
export interface Operation<Request, Providers, Answer = Buffer> {
  run(runtime: Runtime<Providers>, context: CallContext, request: Request): Promise<Answer>;
}

/**
 * Begins a transaction and binds the organization. Row-level security then shows only the rows of
 * this organization, without payroll rows if the caller may not see them.
 */
export async function beginBound(
  runtime: Pick<RuntimeCore, 'orm'>,
  { organizationId, hidesPayroll }: Pick<CallContext, 'organizationId' | 'hidesPayroll'>,
): Promise<EntityManager> {
  const em = runtime.orm.em.fork();
  em.setSessionContext({
    variables: { 'app.org_id': organizationId, ...(hidesPayroll && { 'app.hides_payroll': 'on' }) },
  });
  await em.begin();
  return em;
}

/**
 * Rolls back a failed transaction. The function never throws, so that the caller gets the original
 * error.
 */
export async function rollBack(em: EntityManager | undefined): Promise<void> {
  // A failed rollback is ignored, because PostgreSQL rolls back a transaction when its connection
  // is lost.
  await em?.rollback().catch(() => undefined);
}

/**
 * Logs an unexpected error after which the caller continues in another way. A refusal or a violated
 * constraint is expected, and is not logged.
 */
export function logUnexpected(runtime: RuntimeCore, error: unknown, message: string): void {
  // A repeated idempotency key is expected, and violates the primary key of the idempotency record.
  const isExpected = refusalOf(runtime, error) || violatedConstraint(error) !== undefined;
  if (!isExpected) runtime.logger.error({ err: error }, message);
}

/**
 * Returns the refusal for an error: the error itself, or the refusal of a constraint or database
 * error; undefined for a bug.
 */
export function refusalOf(
  runtime: Pick<RuntimeCore, 'constraints'>,
  error: unknown,
): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const constraint = violatedConstraint(error);
  const own = constraint === undefined ? undefined : runtime.constraints[constraint];
  return own?.() ?? translateDatabaseError(error);
}
