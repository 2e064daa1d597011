import { setTimeout as pause } from 'node:timers/promises';
import { Migrator, type Migration } from '@mikro-orm/migrations';
import { MikroORM, type EntitySchema } from '@mikro-orm/postgresql';
import type { ClientBase } from 'pg';
import { commandAcquireMs, connectionOf } from './connection';

export type MigrationClass = new (...args: ConstructorParameters<typeof Migration>) => Migration;

export interface MigrationList {
  name: string;
  class: MigrationClass;
}

const migrationLock = 7_140_021;
const lockPauseMs = 200;

/**
 * Acquires the advisory lock of migration runs for this session, so that two runs on one database
 * wait for each other. A blocked lock statement would hold a snapshot, and the other run's `create
 * index concurrently` would in turn wait for that snapshot. The function therefore polls the
 * lock instead of waiting for it.
 */
export async function lockMigrations(client: ClientBase): Promise<void> {
  const lock = 'select pg_try_advisory_lock($1) as "isOwn"';
  for (;;) {
    const { rows } = await client.query<{ isOwn: boolean }>(lock, [migrationLock]);
    if (rows[0]?.isOwn) return;
    await pause(lockPauseMs);
  }
}

function migrationOrm(
  url: string,
  entities: EntitySchema[],
  migrations: MigrationList[],
): MikroORM {
  return new MikroORM({
    clientUrl: url,
    entities,
    extensions: [Migrator],
    pool: { min: 0, max: 2 },
    driverOptions: connectionOf({ url, acquireTimeoutMs: commandAcquireMs }),
    discovery: { warnWhenNoEntities: false },
    migrations: { migrationsList: migrations, snapshot: false, allOrNothing: false, silent: true },
  });
}

/**
 * Migrates a database to the newest version as its owner role, under an advisory lock.
 * @returns the names of the migrations that ran
 */
export async function migrate(
  url: string,
  entities: EntitySchema[],
  migrations: MigrationList[],
): Promise<string[]> {
  const orm = migrationOrm(url, entities, migrations);
  await orm.connect();
  try {
    const pool = await orm.em.getConnection().getNativeClient();
    const guard = await pool.connect();
    try {
      await lockMigrations(guard);
      const done = await orm.migrator.up();
      return done.map((m: { name: string }) => m.name);
    } finally {
      await guard.query('select pg_advisory_unlock($1)', [migrationLock]);
      guard.release();
    }
  } finally {
    await orm.close(true);
  }
}

/** Whether the database has all migrations of this build. */
export async function isMigrated(
  query: (sql: string) => Promise<{ rows: { name: string }[] }>,
  migrations: MigrationList[],
): Promise<boolean> {
  const { rows } = await query('select name from mikro_orm_migrations');
  const applied = new Set(rows.map((r) => r.name));
  return migrations.every((m) => applied.has(m.name));
}
