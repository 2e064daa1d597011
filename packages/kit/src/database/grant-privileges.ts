import { Client } from 'pg';
import { StartError } from '../refusal/start-error';
import { commandAcquireMs } from './connection';
import { lockMigrations } from './migrate';

/** The time limits for connections of the application role (facts: reliability §4). */
const limits = `
  do $$ begin
    if exists (select from pg_roles where rolname = current_user and rolconfig @> array[
        'statement_timeout=5s', 'lock_timeout=2s', 'idle_in_transaction_session_timeout=15s'])
    then return; end if;
    alter role current_user set statement_timeout = '5s';
    alter role current_user set lock_timeout = '2s';
    alter role current_user set idle_in_transaction_session_timeout = '15s';
  end $$;
`;

/** PostgreSQL's code for "tuple concurrently updated". */
const concurrentUpdate = 'XX000';

/**
 * Grants the application role access to everything that the owner role creates later, so that
 * migrations need no grants. The system role sees every organization, so migrations grant each of
 * its privileges explicitly.
 */
const privileges = (app: string, system: string) => `
  do $$ begin
    execute format('revoke all on database %I from public', current_database());
    execute format('grant connect on database %I to ${app}, ${system}', current_database());
  end $$;
  revoke all on schema public from public;
  grant usage on schema public to ${app}, ${system};
  alter default privileges in schema public grant select, insert, update, delete on tables to ${app};
  alter default privileges in schema public grant usage, select on sequences to ${app};
`;

/**
 * Grants the application role and the system role of a database their privileges, and sets the
 * limits of the application role. An administrator only has to create the database and the three
 * roles. The function can be repeated.
 * @param ownerUrl is the URL of the role `<name>_owner`, which owns the database; the other roles
 * have the same name prefix
 * @param appUrl is the URL of the role `<name>_app`, which sets its own limits
 * @throws StartError for an owner role with another name
 */
export async function grantPrivileges(ownerUrl: string, appUrl: string): Promise<void> {
  await onConnection(ownerUrl, async (client) => {
    const { rows } = await client.query<{ owner: string }>('select current_user as owner');
    const name = /^([a-z][a-z0-9_]*)_owner$/.exec(rows[0]?.owner ?? '')?.[1];
    if (!name) {
      const owner = rows[0]?.owner;
      throw new StartError(
        `The role of TIMBRE_DATABASE_OWNER_URL must be called <name>_owner, not ${owner}.`,
      );
    }
    await lockMigrations(client);
    await client.query(privileges(`${name}_app`, `${name}_system`));
  });
  // The databases of one server share the application role, so concurrent migrations of two
  // databases can set the limits at the same time.
  await onConnection(appUrl, (client) =>
    client.query(limits).catch((error: { code?: string }) => {
      if (error.code !== concurrentUpdate) throw error;
      return client.query(limits);
    }),
  );
}

async function onConnection(
  url: string,
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: commandAcquireMs,
  });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
