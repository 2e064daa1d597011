import { newId } from '@timbre/kit';
import { serviceRuntime, testPool, type ServiceRuntime } from '@timbre/testkit';
import { entities } from '../store/entities';
import { migrations } from '../store/migrations';

let gateway: ServiceRuntime;
let organizationId: string;

beforeAll(async () => {
  gateway = await serviceRuntime({ service: 'gateway', entities, migrations, constraints: {} });
});
afterAll(() => gateway.close());

beforeEach(async () => {
  organizationId = newId();
  const sql = `insert into organizations (id, org_id, version, name, created_at, updated_at)
    values ($1, $1, 1, 'A', now(), now())`;
  await gateway.rows(sql, [organizationId]);
});

/** Adds a user who is a current or a former member. */
async function person(isMember: boolean): Promise<string> {
  const id = newId();
  await gateway.rows(`insert into users values ($1::uuid, $1::text || '@example.com', now())`, [
    id,
  ]);
  if (!isMember) return id;
  await gateway.rows(
    `insert into members (id, org_id, version, email, role, user_id, invited_by, joined_at, created_at, updated_at)
     values ($1::uuid, $2, 1, $1::text || '@example.com', 'administrator', $1::uuid, 'operator', now(), now(), now())`,
    [id, organizationId],
  );
  return id;
}

interface Before {
  by: string;
  parent?: string;
  from?: string;
  isOwner?: boolean;
}

/** Inserts a credential as an older Timbre version without members stored it. */
async function before({ by, parent, from, isOwner }: Before): Promise<string> {
  const id = newId();
  await gateway.rows(
    `insert into credentials (id, org_id, version, name, permissions, digest, created_by, parent_id,
       rotated_from, is_owner, budget_id, created_at, updated_at)
     values ($1, $2, 1, 'Key', '[]', '', $3, $4, $5, $6, $1, now() - interval '1 day', now())`,
    [id, organizationId, by, parent ?? null, from ?? null, isOwner ?? false],
  );
  return id;
}

/**
 * Runs the migrations' statements again as the owner of the tables, to whom forced row-level
 * security also applies. Migration 0030 is not reverted first, because it is irreversible.
 */
async function migrated(named = /^00(29|30)-/): Promise<void> {
  const owner = testPool(gateway.database.ownerUrl, 1);
  const again = migrations.filter(({ name }) => named.test(name));
  for (const { name, class: Version } of again) {
    const migration = new Version({} as never, {} as never);
    if (!name.startsWith('0030')) await migration.down();
    for (const sql of migration.getQueries()) await owner.query(String(sql));
    migration.reset();
    await migration.up();
    for (const sql of migration.getQueries()) await owner.query(String(sql));
  }
  await owner.end();
}

const stateOf = async (id: string): Promise<unknown[]> => {
  const sql = 'select user_id, revoked_at is not null as ended from credentials where id = $1';
  const [row] = await gateway.rows<{ user_id: string | null; ended: boolean }>(sql, [id]);
  return [row!.user_id, row!.ended];
};

it('the API keys that a former member created end, and the audit trail records the end', async () => {
  const [former, member] = [await person(false), await person(true)];
  const hers = await before({ by: `user:${former}` });
  const child = await before({ by: `credential:${hers}`, parent: hers });
  const rotated = await before({ by: `credential:${hers}`, from: hers });
  const approved = await before({ by: `user:${member}`, parent: hers });
  const his = await before({ by: `user:${member}` });
  const own = await before({ by: 'operator' });
  await migrated();
  for (const id of [hers, child, rotated, approved])
    expect(await stateOf(id)).toEqual([former, true]);
  expect(await stateOf(his)).toEqual([member, false]);
  expect(await stateOf(own)).toEqual([null, false]);
  const sql = 'select action, subject_id from audit_entries where org_id = $1 order by subject_id';
  expect(await gateway.rows(sql, [organizationId])).toEqual(
    [hers, child, rotated, approved]
      .toSorted()
      .map((id) => ({ action: 'credential.revoked', subject_id: id })),
  );
});

it('an API key that another member rotates belongs to that member, with all its descendants', async () => {
  const [former, member] = [await person(false), await person(true)];
  const owner = await before({ by: 'operator', isOwner: true });
  const agent = await before({ by: 'operator' });
  const hers = await before({ by: `user:${former}` });
  const kept = await before({ by: `credential:${owner}`, from: hers });
  const after = await before({ by: `credential:${kept}`, from: kept });
  const child = await before({ by: `credential:${after}`, parent: after });
  const operators = await before({ by: 'operator', from: hers });
  const his = await before({ by: `user:${member}`, from: hers });
  const replaced = await before({ by: `credential:${agent}`, from: hers });
  await migrated();
  for (const id of [kept, after, child, operators])
    expect(await stateOf(id)).toEqual([null, false]);
  expect(await stateOf(his)).toEqual([member, false]);
  expect(await stateOf(replaced)).toEqual([former, true]);
});

it('an open invitation from an older version ends with the membership of its sender, even if the sender used an API key', async () => {
  const member = await person(true);
  const [hers, own] = [await before({ by: `user:${member}` }), await before({ by: 'operator' })];
  await gateway.rows('update credentials set user_id = $2 where id = $1', [hers, member]);
  const invite = async (invitedBy: string) => {
    const id = newId();
    await gateway.rows(
      `insert into members (id, org_id, version, email, role, invited_by, invitation_id,
         invitation_digest, invitation_expires_at, created_at, updated_at)
       values ($1::uuid, $2, 1, $1::text || '@example.com', 'sales', $3, $1::uuid, $1::text::bytea,
         now() + interval '1 day', now(), now())`,
      [id, organizationId, invitedBy],
    );
    return id;
  };
  await invite(`user:${member}`);
  await invite(`credential:${hers}`);
  const kept = [await invite(`credential:${own}`), await invite('operator')];
  await migrated(/^0034-/);
  const sql = 'delete from members where user_id = $1';
  await gateway.asOrganization(organizationId, sql, [member]);
  const open = 'select id from members where org_id = $1 order by id';
  expect(await gateway.rows(open, [organizationId])).toEqual(kept.sort().map((id) => ({ id })));
});
