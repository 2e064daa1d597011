import { newId } from '@timbre/kit';
import { callContext, serviceRuntime, type ServiceRuntime } from '@timbre/testkit';
import { sellerOf } from '../domain/principal';
import { entities } from '../store/entities';
import { migrations } from '../store/migrations';
import { sellerNames } from './list-sellers';

let gateway: ServiceRuntime;
beforeAll(async () => {
  gateway = await serviceRuntime({ service: 'gateway', entities, migrations, constraints: {} });
});
afterAll(() => gateway.close());

const credential = (org: string, name: string, budget: string, id = budget) =>
  gateway.rows(
    `insert into credentials (id, org_id, version, name, permissions, digest, created_by, budget_id,
       created_at, updated_at)
     values ($1, $2, 1, $3, '[]', '', 'operator', $4, clock_timestamp(), now())`,
    [id, org, name, budget],
  );

const member = (org: string, email: string, userId: string) =>
  gateway.rows(
    `with u as (insert into users values ($4, $3, now()))
     insert into members (id, org_id, version, email, role, user_id, invited_by, joined_at, created_at,
       updated_at)
     values ($1, $2, 1, $3, 'sales', $4, 'operator', now(), now(), now())`,
    [newId(), org, email, userId],
  );

it('a credential and its predecessors are one seller, with the name of the newest credential', async () => {
  const [context, other] = [callContext(), callContext()];
  const [till, office, eva] = [newId(), newId(), newId()];
  const { organizationId } = context;
  await credential(organizationId, 'Caja', till);
  await credential(organizationId, 'Caja 1', till, newId());
  await credential(organizationId, 'Oficina', office);
  await credential(other.organizationId, 'Ajena', newId());
  await member(organizationId, 'eva@example.com', eva);
  const named = (withMembers: boolean) =>
    sellerNames.run(gateway.runtime, context, { withMembers });
  const credentials = { [`credential:${till}`]: 'Caja 1', [`credential:${office}`]: 'Oficina' };
  expect(await named(true)).toEqual({ ...credentials, [`user:${eva}`]: 'eva@example.com' });
  expect(await named(false)).toEqual(credentials);
});

it('a seller is a member, or a series of credentials that replaced each other', () => {
  expect(sellerOf({ actor: 'user:1' })).toBe('user:1');
  expect(sellerOf({ actor: 'credential:2', budgetId: '1' })).toBe('credential:1');
});
