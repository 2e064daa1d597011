import { createLogger, openDatabase, runtimeOf, type Runtime } from '@timbre/kit';
import { constraints } from '../store/constraints';
import { entities } from '../store/entities';

/** The deployment that an operator's command works on. */
export interface Deployment {
  databaseUrl: string;
  environment: Runtime['environment'];
}

/** Runs an operator's command on the service's database, while the service may be running. */
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
