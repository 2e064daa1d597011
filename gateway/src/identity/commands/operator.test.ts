import { randomBytes } from 'node:crypto';
import { commandAcquireMs, createSystemPool } from '@timbre/kit';
import { serviceRuntime, type ServiceRuntime } from '@timbre/testkit';
import type { Pool } from 'pg';
import { createInvitationLinks } from '../domain/invitation-links';
import { runOperatorCommand, works } from './operator';
import { createSigningKeys } from '../oauth/signing-keys';
import { entities } from '../store/entities';
import { migrations } from '../store/migrations';

let gateway: ServiceRuntime;
let systemPool: Pool;
beforeAll(async () => {
  gateway = await serviceRuntime({ service: 'gateway', entities, migrations, constraints: {} });
  const pool = { url: gateway.database.systemUrl, acquireTimeoutMs: commandAcquireMs };
  systemPool = createSystemPool(pool, 'gateway', gateway.runtime.logger);
  gateway.setClock(new Date().toISOString());
});
afterAll(async () => {
  await systemPool.end();
  await gateway.close();
});

const contextKey = randomBytes(32);
const links = createInvitationLinks(contextKey, 'https://timbre.example');
const command = (line: string, input = '') => {
  const [subject, verb, ...args] = line.split(' ');
  return runOperatorCommand(
    works[`${subject} ${verb}`]!,
    {
      runtime: gateway.runtime,
      systemPool,
      links,
      contextKey,
      databaseUrl: gateway.database.appUrl,
      readInput: () => Promise.resolve(input),
    },
    args,
  ) as Promise<Record<string, string>>;
};

it('with --if-missing, concurrent commands create an organization only once', async () => {
  const line = 'organization create --name Escuela --if-missing';
  const made = await Promise.all([command(line), command(line)]);
  expect(new Set(made.map(({ organizationId }) => organizationId)).size).toBe(1);
  expect(made.filter(({ apiKey }) => apiKey !== undefined)).toHaveLength(1);
  const { organizations } = await command('organization list');
  expect(organizations).toMatchObject([{ name: 'Escuela', status: 'active' }]);
});

it('a command gives a new API key to an organization without a usable key', async () => {
  const { organizationId, apiKey } = await command('organization create --name Cerrada');
  const revoked = await command('credential revoke --key -', `${apiKey}\n`);
  expect(revoked).toMatchObject({ status: 'revoked' });
  const made = await command(`credential create --organization ${organizationId} --name Ayuda`);
  expect(made).toMatchObject({ status: 'active', createdBy: 'operator' });
  expect(made.apiKey).toMatch(/^timbre_test_/);
});

it('an operator archives and restores an organization and adds its first owner', async () => {
  const { organizationId } = await command('organization create --name Panadería');
  const of = `--organization ${organizationId}`;
  expect(await command(`organization archive ${of}`)).toMatchObject({ status: 'archived' });
  expect(await command(`organization restore ${of}`)).toMatchObject({ status: 'active' });
  const invited = await command(`member invite ${of} --email Eva@example.com --role owner`);
  expect(invited).toMatchObject({ email: 'eva@example.com', role: 'owner', status: 'invited' });
  expect(invited.link).toMatch(/^https:\/\/timbre\.example\/invitations\/[\w-]{43}$/);
});

it('an operator creates an organization for its owner without an API key, and repeating the command changes nothing', async () => {
  const line =
    'organization create --name Ferretería --owner Ana@example.com --without-key --if-missing';
  const made = (await command(line)) as Record<string, unknown>;
  expect(made).toMatchObject({
    isCreated: true,
    owner: { email: 'ana@example.com', role: 'owner', status: 'invited' },
  });
  expect(made).not.toHaveProperty('apiKey');
  const { organizationId } = made;
  expect(await command(line)).toEqual({ organizationId, isCreated: false });
});

it('deleting an archived organization also deletes its members and API keys', async () => {
  const { organizationId } = await command('organization create --name Efímera');
  const of = `--organization ${organizationId}`;
  await command(`member invite ${of} --email eva@example.com --role owner`);
  // Inserts the rows that accepting an invitation would insert. The last owner is deleted together
  // with the organization.
  await gateway.rows(
    `with u as (insert into users values (gen_random_uuid(), 'eva@example.com', now()) returning id)
     update members set joined_at = now(), user_id = (select id from u), invitation_digest = null
     where org_id = $1`,
    [organizationId],
  );
  const refused = 'Only an archived organization is deleted.';
  await expect(command(`organization delete ${of}`)).rejects.toThrow(refused);
  await command(`organization archive ${of}`);
  const ended = await command(`organization delete ${of}`);
  expect(ended).toEqual({ organizationId, name: 'Efímera', deleted: true });
  const left = await gateway.rows(
    `select (select count(*)::int from members where org_id = $1) as members,
       (select count(*)::int from credentials where org_id = $1 and revoked_at is null) as keys`,
    [organizationId],
  );
  expect(left).toEqual([{ members: 0, keys: 0 }]);
  await expect(command(`organization restore ${of}`)).rejects.toThrow('No organization has');
  expect(JSON.stringify(await command('organization list'))).not.toContain('Efímera');
});

it('rotating the signing keys of access tokens makes the next key the current key', async () => {
  const [first, second] = [await command('oauth rotate-keys'), await command('oauth rotate-keys')];
  expect(second.currentKeyId).toBe(first.nextKeyId);
  const kept = await createSigningKeys(systemPool, contextKey).read();
  const ids = [second.currentKeyId, second.nextKeyId, first.currentKeyId];
  expect(kept.keys.map(({ kid }) => kid)).toEqual(ids);
  const { currentKeyId, nextKeyId } = await command('oauth rotate-keys --exposed');
  const left = await createSigningKeys(systemPool, contextKey).read();
  expect(left.keys.map(({ kid }) => kid)).toEqual([currentKeyId, nextKeyId]);
});

it('an operator makes an organization require a second factor, and removes the second factor of a member', async () => {
  const { organizationId } = await command('organization create --name Segura');
  const of = `--organization ${organizationId}`;
  const demand = (more = '') => command(`organization demand-second-factor ${of}${more}`);
  expect(await demand()).toEqual({ organizationId, demandsSecondFactor: true });
  expect(await demand()).toEqual({ organizationId, demandsSecondFactor: true });
  expect(await demand(' --off')).toEqual({ organizationId, demandsSecondFactor: false });
  const changes = `select after from audit_entries where org_id = $1 and action = 'organization.changed' order by id`;
  expect(await gateway.rows(changes, [organizationId])).toEqual([
    { after: { demandsSecondFactor: true } },
    { after: { demandsSecondFactor: false } },
  ]);
  await gateway.rows(
    `with u as (insert into users values (gen_random_uuid(), 'leo@example.com', now()) returning id),
       m as (insert into members (id, org_id, version, email, role, user_id, invited_by, joined_at, created_at, updated_at)
         select id, $1, 1, 'leo@example.com', 'sales', id, 'operator', now(), now(), now() from u)
     insert into second_factors (user_id, id, key_id, wrapped_key, ciphertext, created_at, confirmed_at)
       select id, id, 'one', '', '', now(), now() from u`,
    [organizationId],
  );
  const reset = () => command('member reset-second-factor --email Leo@example.com');
  expect(await reset()).toMatchObject({ email: 'Leo@example.com' });
  await expect(reset()).rejects.toThrow('This member has no second factor.');
});

it.each([
  ['member reset-second-factor --email nobody@example.com', 'No member has this address.'],
  [
    'member login-code --email nobody@example.com',
    'No code waits for this address: ask for one on the login page first.',
  ],
  [
    'member link --email nobody@example.com --issuer https://i.example --subject 1',
    'No member has this address.',
  ],
  ['organization create', '--name is missing: add --name and its value.'],
  ['organization archive --organization x', 'No organization has the identifier x.'],
  ['credential revoke --key abc', 'A key is read from the input: --key -'],
  ['credential revoke --key -', 'The input is not an API key of this deployment.'],
])('%s: %s', async (line, message) => {
  await expect(command(line)).rejects.toThrow(message);
});
