import { callContext, serviceRuntime, withKey, type ServiceRuntime } from '@timbre/testkit';
import type { CallContext } from '@timbre/kit';
import { entities } from '../../../identity/store/entities';
import { migrations } from '../../../identity/store/migrations';
import { clientOf } from '../../../identity';
import { createCredential } from './create-credential';

let gateway: ServiceRuntime;
beforeAll(async () => {
  gateway = await serviceRuntime({ service: 'gateway', entities, migrations, constraints: {} });
});
afterAll(() => gateway.close());

const entropy = Buffer.alloc(32, 7);
const held = { actor: 'user:1', permissions: new Set(['contacts:read']), isOwner: false };

const create = async (context: CallContext): Promise<Buffer> => {
  const given = { keySecret: () => entropy, forgetPrincipals: () => undefined };
  const providers = given as unknown as Parameters<typeof clientOf>[0]['providers'];
  const identity = clientOf({ ...gateway.runtime, providers });
  const backend = { services: { identity } };
  const body = { name: 'Bodega', permissions: ['contacts:read'] };
  const input = { params: undefined, query: undefined, body };
  return (await createCredential.call(backend as never, input, context, held as never)) as Buffer;
};

/** Returns every row of every table, as text. */
async function textOfAllTables(): Promise<string> {
  const tables = await gateway.rows<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const sql = tables.map(({ name }) => `select to_jsonb(t)::text as row from ${name} t`);
  const rows = await gateway.rows<{ row: string }>(sql.join(' union all '));
  return rows.map(({ row }) => row).join('\n');
}

it('a repeated request with the same idempotency key gets the same response, although no table contains the API key', async () => {
  const context = withKey(callContext(), 'POST /v1/credentials');
  const sql = `insert into organizations (id, org_id, version, name, created_at, updated_at)
    values ($1, $1, 1, 'A', now(), now())`;
  await gateway.rows(sql, [context.organizationId]);
  const answer = await create(context);
  const { data } = JSON.parse(answer.toString()) as { data: { apiKey: string } };
  const secret = data.apiKey.split('_')[3]!.slice(0, 43);
  const all = await textOfAllTables();
  expect(all).toContain('Bodega');
  for (const form of [data.apiKey, secret, entropy.toString('hex'), entropy.toString('base64')]) {
    expect(all).not.toContain(form);
  }
  expect((await create(context)).equals(answer)).toBe(true);
});

it('only the caller who created the API key receives it', async () => {
  const { idempotency, ...context } = withKey(callContext(), 'POST /v1/credentials');
  const sql = `insert into organizations (id, org_id, version, name, created_at, updated_at)
    values ($1, $1, 1, 'A', now(), now())`;
  await gateway.rows(sql, [context.organizationId]);
  await create({ ...context, idempotency, actor: 'user:1' });
  await expect(create({ ...context, idempotency, actor: 'credential:2' })).rejects.toMatchObject({
    code: 'idempotency_conflict',
  });
});
