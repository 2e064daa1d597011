import { createLogger, openDatabase, runtimeOf, type Runtime } from '@timbre/kit';
import { constraints } from '../store/constraints';
import { entities } from '../store/entities';

/** Where a command of the operator works: the deployment that its service belongs to. */
export interface Deployment {
  databaseUrl: string;
  environment: Runtime['environment'];
}

/** Runs a command of the operator on the service's database, beside the service itself. */
export async function asOperator<Providers, Answer>(
  { databaseUrl, environment }: Deployment,
  providers: Providers,
  work: (runtime: Runtime<Providers>) => Promise<Answer>,
): Promise<Answer> {
  const name = 'fiscal-cfdi-operator';
  const logger = createLogger(name, 'warn');
  const database = await openDatabase({ url: databaseUrl, entities, poolSize: 1, name, logger });
  const eventsLeft = () => undefined;
  const parts = { environment, database, providers, constraints, eventsLeft, logger } as const;
  try {
    return await work(runtimeOf(parts));
  } finally {
    await database.close();
  }
}
