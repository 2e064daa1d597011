import { grantPrivileges } from '@timbre/kit';
import { ask } from './servers';

/** A migrated database for one test file, with one URL per role, as for a service. */
export interface TestDatabase {
  name: string;
  /** The URL of the role `<service>_app`, which serves requests. */
  appUrl: string;
  /** The URL of the role `<service>_system`, which the outbox relay and the reconcilers use. */
  systemUrl: string;
  /** The URL of the role `<service>_owner`, which only migrations use. */
  ownerUrl: string;
  /** The URL of a superuser, which bypasses row-level security in assertions. */
  adminUrl: string;
  /** Drops the test database even if connections to it are open. */
  drop(): Promise<void>;
}

interface Urls {
  database: string;
  appUrl: string;
  systemUrl: string;
  ownerUrl: string;
  adminUrl: string;
}

/**
 * Creates a database for one test file, cloned from a template that is migrated once per Jest run (about 80
 * ms per clone).
 * @param service the service's database name, e.g. `fiscal_cfdi`, which is also part of the role names
 * @param migrate applies all migrations as the owner and closes its connections
 */
export async function startDatabase(
  service: string,
  migrate: (ownerUrl: string) => Promise<unknown>,
): Promise<TestDatabase> {
  await prepareTemplate(service, migrate);
  const { database, ...urls } = await ask<Urls>('clone', { service });
  return {
    name: database,
    ...urls,
    drop: async () => void (await ask('drop', { database })),
  };
}

async function prepareTemplate(
  service: string,
  migrate: (ownerUrl: string) => Promise<unknown>,
): Promise<void> {
  const template = await ask<{ migrated: boolean; ownerUrl: string; appUrl: string }>('template', {
    service,
  });
  if (template.migrated) return;
  try {
    await grantPrivileges(template.ownerUrl, template.appUrl);
    await migrate(template.ownerUrl);
  } catch (error) {
    await ask('migrated', { service, error: String(error) });
    throw error;
  }
  await ask('migrated', { service });
}
