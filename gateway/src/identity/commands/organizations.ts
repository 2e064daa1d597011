import { archive, end, restore } from '../operations/archive-organization';
import { bootstrap } from './bootstrap';
import { inviteTo } from './members';
import {
  contextOf,
  dataOf,
  type Work,
  type OperatorParts,
  type OptionReader,
} from './operator-parts';

const lockName = `select pg_advisory_xact_lock(hashtextextended('organization ' || $1, 0))`;
const findByName = `select id from organizations where name = $1 and deleted_at is null
  order by created_at limit 1`;

/**
 * With --if-missing an organization of this name is kept, and no key is made. --without-key makes none for a
 * new one either; --owner invites its first member.
 */
export const createOrganization: Work = async (parts, read) => {
  const made = await madeOrganization(parts, read);
  const email = read.optional('owner');
  if (email === undefined) return made;
  const { rowCount } = await parts.systemPool.query(
    'select 1 from members where org_id = $1 and email = lower($2)',
    [made.organizationId, email],
  );
  if (rowCount) return made;
  const context = await contextOf(parts, made.organizationId);
  return { ...made, owner: await inviteTo(parts, context, email, 'owner') };
};

async function madeOrganization(
  { systemPool, databaseUrl, runtime: { environment } }: OperatorParts,
  read: OptionReader,
): Promise<{ organizationId: string; apiKey?: string; isCreated?: boolean }> {
  const name = read.text('name');
  const hasKey = !read.flag('without-key');
  if (!read.flag('if-missing')) return bootstrap(databaseUrl, environment, name, hasKey);
  const client = await systemPool.connect();
  try {
    // If two commands run at once, the later one finds the result of the earlier one.
    await client.query('begin');
    await client.query(lockName, [name]);
    const { rows } = await client.query<{ id: string }>(findByName, [name]);
    if (rows[0]) return { organizationId: rows[0].id, isCreated: false };
    const made = await bootstrap(databaseUrl, environment, name, hasKey);
    return { ...made, isCreated: true };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const listed = `select id as "organizationId", name,
    case when archived_at is null then 'active' else 'archived' end as status,
    instant(created_at) as "createdAt"
  from organizations where deleted_at is null order by created_at, id`;

export const listOrganizations: Work = async ({ systemPool }) => ({
  organizations: (await systemPool.query(listed)).rows,
});

const changes =
  (operation: typeof archive): Work =>
  async ({ runtime }, read) =>
    dataOf(await operation.run(runtime, await read.context(), undefined));

export const archiveOrganization = changes(archive);
export const restoreOrganization = changes(restore);
export const deleteOrganization = changes(end);
