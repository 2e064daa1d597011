import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { translateDatabaseError, violatedConstraint } from '../database/errors';
import type { Statements } from '../database/pipelines';
import type { Logger } from '../telemetry/logger';
import { Refusal } from '../refusal/refusal';
import type { CallContext } from './context';

/** What operations run on; built once by a process's main. */
export interface RuntimeCore {
  /** The deployment's; every context of a call or a job has it. */
  environment: CallContext['environment'];
  orm: MikroORM;
  pool: Pool;
  /** For single statements that are quick. */
  statements: Statements;
  now: () => Date;
  newId: () => string;
  /** What the caller is told when a unique constraint of ours is violated, by its name. */
  constraints: Record<string, () => Refusal>;
  /** Called after a commit that left events in the outbox. */
  eventsLeft: () => void;
  logger: Logger;
}

/** The same with the service's own way to the outside. */
export interface Runtime<Providers = unknown> extends RuntimeCore {
  providers: Providers;
}

/** An operation as the edges see it: a request in, the public body out (or, between services, a message). */
export interface Operation<Request, Providers, Answer = Buffer> {
  run(runtime: Runtime<Providers>, context: CallContext, request: Request): Promise<Answer>;
}

/** Opens a transaction with the organization bound: row-level security sees only its rows. */
export async function beginBound(
  runtime: Pick<RuntimeCore, 'orm'>,
  organizationId: string,
): Promise<EntityManager> {
  const em = runtime.orm.em.fork();
  em.setSessionContext({ variables: { 'app.org_id': organizationId } });
  await em.begin();
  return em;
}

/** The refusal that an error stands for: itself, a constraint's, the database's, or none (a bug). */
export function refusalOf(
  runtime: Pick<RuntimeCore, 'constraints'>,
  error: unknown,
): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const constraint = violatedConstraint(error);
  const own = constraint === undefined ? undefined : runtime.constraints[constraint];
  return own?.() ?? translateDatabaseError(error);
}
