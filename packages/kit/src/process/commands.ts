import type { EntitySchema } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { memberAt, itemAt } from '@timbre/fiscal';
import { commandAcquireMs } from '../database/connection';
import { grantPrivileges } from '../database/grant-privileges';
import { migrate, type MigrationList } from '../database/migrate';
import { createSystemPool } from '../database/system-pool';
import { unpublishSince } from '../messaging/outbox-store';
import { outboxDays } from '../messaging/tables';
import { StartError } from '../refusal/start-error';
import { migrationSettings, readSettings, republishSettings, secretSettings } from './config';
import { localKms } from '../secrets/local-kms';
import { rewrapSecrets, type WrappedSecrets } from '../secrets/rewrap-secrets';
import { secretBox } from '../secrets/secret-box';
import { createLogger, type Logger } from '../telemetry/logger';

/**
 * Grants the privileges of the roles, migrates the database of TIMBRE_DATABASE_OWNER_URL and
 * reports the migrations that ran.
 */
export async function runMigrations(
  name: string,
  entities: EntitySchema[],
  migrations: MigrationList[],
): Promise<void> {
  const { TIMBRE_DATABASE_OWNER_URL, TIMBRE_DATABASE_URL } = readSettings(migrationSettings);
  await grantPrivileges(TIMBRE_DATABASE_OWNER_URL, TIMBRE_DATABASE_URL);
  const done = await migrate(TIMBRE_DATABASE_OWNER_URL, entities, migrations);
  process.stdout.write(`${name}: ${done.length ? `migrated ${done.join(', ')}` : 'up to date'}\n`);
}

/**
 * `/app/start PROCESS republish --since TIME` makes the relay publish all events again that were
 * published since that time, after NATS lost its storage. Consumers skip events that they have
 * already applied.
 */
export async function runRepublish(name: string, args: string[]): Promise<void> {
  const [option, text = ''] = args.flatMap((arg) => arg.split('='));
  const since = option === '--since' ? sinceOf(text, Date.now()) : undefined;
  if (!since) throw new StartError(republishUsage);
  if (Date.now() - since.getTime() > outboxDays * dayMs) {
    throw new StartError(`Published events are kept for ${outboxDays} days; ask for less.`);
  }
  const { TIMBRE_SYSTEM_DATABASE_URL } = readSettings(republishSettings);
  await onSystemPool(name, TIMBRE_SYSTEM_DATABASE_URL, async (pool) => ({
    since: since.toISOString(),
    republished: await unpublishSince(pool, since),
  }));
}

const auditMax = 1_000;

const auditTrail = `select id, org_id as "organizationId", instant(at) as at, actor,
    request_id as "requestId", action, subject_id as "subjectId", before, after
  from audit_entries where org_id::text = $1 order by id desc limit ${auditMax}`;

/**
 * `/app/start PROCESS audit --organization ID` prints the newest entries of the service's audit
 * trail for an organization.
 */
export async function runAudit(name: string, args: string[]): Promise<void> {
  const [option, organizationId] = args.flatMap((arg) => arg.split('='));
  if (option !== '--organization' || !organizationId) throw new StartError(auditUsage);
  const { TIMBRE_SYSTEM_DATABASE_URL } = readSettings(republishSettings);
  await onSystemPool(name, TIMBRE_SYSTEM_DATABASE_URL, async (pool) => {
    const { rows } = await pool.query<{ found: string | null }>(
      `select to_regclass('audit_entries')::text as found`,
    );
    if (!rows[0]?.found) throw new StartError(`${name} keeps no audit trail.`);
    return { entries: (await pool.query(auditTrail, [organizationId])).rows };
  });
}

const auditUsage = 'audit --organization ID: the identifier that organization list shows.';

/**
 * `/app/start PROCESS rewrap-secrets` encrypts the data keys again; it must run after the active
 * key was changed and before the old key is removed.
 */
export async function runRewrapSecrets(name: string, stored: WrappedSecrets): Promise<void> {
  const settings = readSettings({ ...republishSettings, ...secretSettings });
  const box = secretBox(localKms(settings.TIMBRE_ENCRYPTION_KEY_FILE));
  await onSystemPool(name, settings.TIMBRE_SYSTEM_DATABASE_URL, async (pool) => ({
    rewrapped: await rewrapSecrets(pool, box, stored),
  }));
}

const dayMs = 86_400_000;
const unitMs: Record<string, number> = { m: 60_000, h: 3_600_000, d: dayMs };
const republishUsage =
  'republish --since TIME: an instant such as 2026-11-21T09:00:00Z, or how long ago: 30m, 2h, 7d.';

/** Parses an RFC 3339 timestamp, or a duration before now; undefined for any other text. */
export function sinceOf(text: string, nowMs: number): Date | undefined {
  const ago = /^(\d{1,6})([mhd])$/.exec(text);
  if (ago) return new Date(nowMs - Number(ago[1]) * memberAt(unitMs, itemAt(ago, 2)));
  return instantOf(text);
}

/** Parses an RFC 3339 timestamp, whose seconds may be left out; undefined for any other text. */
export function instantOf(text: string): Date | undefined {
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d([.]\d+)?)?(Z|[+-]\d\d:\d\d)$/i.test(text);
  const instant = new Date(text);
  return isInstant && !Number.isNaN(instant.getTime()) ? instant : undefined;
}

/** Runs a function with the system pool and prints its result as one line of JSON. */
async function onSystemPool(
  service: string,
  url: string,
  work: (pool: Pool, logger: Logger) => Promise<object>,
): Promise<void> {
  const logger = createLogger(service, 'error');
  const pool = createSystemPool({ url, acquireTimeoutMs: commandAcquireMs }, service, logger);
  try {
    process.stdout.write(`${JSON.stringify({ service, ...(await work(pool, logger)) })}\n`);
  } finally {
    await pool.end();
  }
}
