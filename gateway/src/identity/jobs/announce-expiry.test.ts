import { callContext, serviceRuntime, type ServiceRuntime } from '@timbre/testkit';
import { newId, type CallContext } from '@timbre/kit';
import { Pool } from 'pg';
import { entities } from '../store/entities';
import { expiringCredentials } from '../store/credentials';
import { migrations } from '../store/migrations';
import { createExpiryJob, warningOf } from './announce-expiry';

let gateway: ServiceRuntime;
let system: Pool;
beforeAll(async () => {
  gateway = await serviceRuntime({ service: 'gateway', entities, migrations, constraints: {} });
  system = new Pool({ connectionString: gateway.database.systemUrl, max: 2 });
});
afterAll(async () => {
  await system.end();
  await gateway.close();
});

const start = Date.parse('2026-11-21T15:00:00.000Z');
const day = 86_400_000;
const at = (days: number) => new Date(start + days * day);

/** Creates an organization with an administrator. */
async function organization(): Promise<CallContext> {
  const context = callContext();
  const { organizationId } = context;
  await gateway.rows(
    `insert into organizations (id, org_id, version, name, created_at, updated_at)
     values ($1, $1, 1, 'A', now(), now())`,
    [organizationId],
  );
  const email = `${organizationId}@example.com`;
  const user = await gateway.rows<{ id: string }>(
    `insert into users (id, email, created_at) values (gen_random_uuid(), $1, now()) returning id`,
    [email],
  );
  await gateway.rows(
    `insert into members (id, org_id, version, email, role, user_id, invited_by, joined_at, created_at, updated_at)
     values (gen_random_uuid(), $1, 1, $2, 'administrator', $3, 'operator', now(), now(), now())`,
    [organizationId, email, user[0]!.id],
  );
  return context;
}

async function credential(context: CallContext, days: number, more: object = {}): Promise<string> {
  const { replacedAt, revokedAt } = { replacedAt: null, revokedAt: null, ...more };
  const id = newId();
  await gateway.rows(
    `insert into credentials (id, org_id, version, name, permissions, digest, created_by, budget_id, created_at,
       updated_at, expires_at, replaced_at, revoked_at)
     values ($1, $2, 1, 'Caja', '[]', '', 'operator', $1, $3, $3, $4, $5, $6)`,
    [id, context.organizationId, at(0), at(days), replacedAt, revokedAt],
  );
  return id;
}

async function pass(days: number): Promise<void> {
  gateway.setClock(at(days).toISOString());
  const job = createExpiryJob({ runtime: gateway.runtime, systemPool: system });
  await job.pass();
  await job.stop();
}

const announced = async (id: string) =>
  (
    await gateway.rows<{ subject: string }>(
      'select subject from outbox where aggregate_id = $1 order by aggregate_version',
      [id],
    )
  ).map(({ subject }) => subject.replace('gateway.credential.', ''));
const mails = async ({ organizationId }: CallContext) =>
  (
    await gateway.rows<{ kind: string }>(
      'select kind from letters where org_id = $1 order by created_at',
      [organizationId],
    )
  ).map(({ kind }) => kind);

it('the end of a credential is announced fourteen days before, three days before, and on the day itself, each time once', async () => {
  const context = await organization();
  const id = await credential(context, 30);
  const announcements: string[][] = [];
  for (const days of [15, 16, 17, 26.9, 27, 28, 30, 31]) {
    await pass(days);
    announcements.push(await announced(id));
  }
  expect(announcements.map(({ length }) => length)).toEqual([0, 1, 1, 1, 2, 2, 3, 3]);
  expect(announcements.at(-1)).toEqual(['expiring', 'expiring', 'expired']);
  expect(await mails(context)).toEqual([
    'credential_expiring',
    'credential_expiring',
    'credential_expired',
  ]);
});

it('the end of a revoked credential is not announced, and the end of a replaced credential causes an event but no mail', async () => {
  const context = await organization();
  const replaced = await credential(context, 30, { replacedAt: at(29) });
  const revoked = await credential(context, 30, { revokedAt: at(29) });
  await pass(29.5);
  await pass(30);
  expect([await announced(replaced), await announced(revoked)]).toEqual([['expired'], []]);
  expect(await mails(context)).toEqual([]);
});

it('after an earlier announcement, a replaced credential is announced again only at its end', async () => {
  const context = await organization();
  const id = await credential(context, 30, { replacedAt: at(20) });
  await gateway.rows('update credentials set warned_days = 14 where id = $1', [id]);
  const dueAt = async (days: number) =>
    (await system.query<{ id: string }>(expiringCredentials, [at(days)])).rows.map((row) => row.id);
  expect(await dueAt(29)).not.toContain(id);
  expect(await dueAt(30)).toContain(id);
});

it.each([
  [1, 0, undefined],
  [1, 1, 0],
  [10, 0, undefined],
  [10, 7, 3],
  [15, 0, undefined],
  [15, 1, 14],
])('a key that is valid for %s days gets after %s days the warning %s', (life, days, warning) => {
  const ending = { createdAt: at(0), expiresAt: at(life), replacedAt: null };
  expect(warningOf(ending as never, at(days))).toBe(warning);
});
