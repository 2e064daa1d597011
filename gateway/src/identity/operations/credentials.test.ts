import { permissions } from '@timbre/api';
import { newId, type CallContext, type Refusal } from '@timbre/kit';
import { callContext, serviceRuntime, type ServiceRuntime } from '@timbre/testkit';
import { randomBytes } from 'node:crypto';
import { entities } from '../store/entities';
import { migrations } from '../store/migrations';
import { create, type NewCredential } from './create-credential';
import { operator, type Creator, type Made } from '../workflows/creator';
import { expose, revoke } from './revoke-credential';
import { rotate } from './rotate-credential';

let gateway: ServiceRuntime;
beforeAll(async () => {
  gateway = await serviceRuntime({ service: 'gateway', entities, migrations, constraints: {} });
});
afterAll(() => gateway.close());

const start = Date.parse('2026-11-21T15:00:00.000Z');
const hour = 3_600_000;
const at = (hours: number) => new Date(start + hours * hour).toISOString();
beforeEach(() => gateway.setClock(at(0)));

async function organization(): Promise<CallContext> {
  const context = callContext({ actor: 'operator' });
  const sql = `insert into organizations (id, org_id, version, name, created_at, updated_at)
    values ($1, $1, 1, 'A', now(), now())`;
  await gateway.rows(sql, [context.organizationId]);
  return context;
}

type Key = Creator & { credentialId: string };

/** Creates a credential on behalf of the creator. */
async function key(
  context: CallContext,
  creator: Creator = operator,
  asked: Partial<NewCredential> = {},
): Promise<Key> {
  const request: NewCredential & Made = {
    name: 'Key',
    permissions: [...permissions],
    entropy: randomBytes(32),
    creator,
    ...asked,
  };
  const made = await gateway.answer(create, context, request);
  return {
    credentialId: made['credentialId'] as string,
    permissions: new Set(request.permissions),
    isOwner: creator.isOwner,
    parentId: made['parentCredentialId'] as string | undefined,
    expiresAt: made['expiresAt'] ? new Date(made['expiresAt'] as string) : undefined,
    allowedAddresses: made['allowedAddresses'] as string[] | undefined,
  };
}

const rotating = (
  context: CallContext,
  credentialId: string,
  creator: Creator,
  more: object = {},
) =>
  gateway.answer(rotate, context, {
    credentialId,
    overlapSeconds: 3_600,
    entropy: randomBytes(32),
    creator,
    ...more,
  });

const ending = (
  context: CallContext,
  credentialId: string,
  creator: Creator = operator,
  more: object = {},
) => gateway.answer(revoke, context, { credentialId, creator, ...more });

const reasonOf = (outcome: Promise<unknown>) =>
  outcome.then(
    () => 'done',
    ({ code, details }: Refusal) =>
      [code, details.reason ?? details.issues?.map((issue) => issue.code).join()].join(' '),
  );

const stored = async (id: string) =>
  (
    await gateway.rows<Record<string, unknown>>('select * from credentials where id = $1', [id])
  )[0]!;

describe('a child', () => {
  it('a child credential ends with its parent, unless it ends earlier', async () => {
    const context = await organization();
    const parent = await key(context, operator, { expiresAt: at(10) });
    expect((await key(context, parent)).expiresAt?.toISOString()).toBe(at(10));
    const shorter = await key(context, parent, { expiresAt: at(5) });
    expect(shorter.expiresAt?.toISOString()).toBe(at(5));
    expect(await reasonOf(key(context, parent, { expiresAt: at(11) }))).toBe(
      'validation_error outlives_parent',
    );
  });

  it('a child credential has at most the permissions and addresses of its parent', async () => {
    const context = await organization();
    const parent = await key(context, operator, {
      permissions: ['contacts:read'],
      allowedAddresses: ['203.0.113.0/24'],
    });
    const asked = { permissions: ['contacts:read' as const] };
    expect((await key(context, parent, asked)).allowedAddresses).toEqual(['203.0.113.0/24']);
    const wider = { ...asked, allowedAddresses: ['203.0.113.0/25', '198.51.100.1'] };
    expect(await reasonOf(key(context, parent, wider))).toBe('validation_error address_not_held');
    expect(await reasonOf(key(context, parent))).toMatch(/^validation_error permission_not_held,/);
  });

  it('revoking a parent revokes its descendants in every generation, each with an event and an audit entry', async () => {
    const context = await organization();
    const parent = await key(context);
    const child = await key(context, parent);
    const [grandchild, other] = [await key(context, child), await key(context)];
    await ending(context, parent.credentialId);
    for (const { credentialId } of [parent, child, grandchild]) {
      expect((await stored(credentialId))['revoked_at']).not.toBeNull();
    }
    expect((await stored(other.credentialId))['revoked_at']).toBeNull();
    const of = [context.organizationId];
    const eventsSql = `select 1 from outbox where org_id = $1 and subject = 'gateway.credential.revoked'`;
    expect(await gateway.rows(eventsSql, of)).toHaveLength(3);
    const kept = `select 1 from audit_entries where org_id = $1 and action = 'credential.revoked'`;
    expect(await gateway.rows(kept, of)).toHaveLength(3);
  });

  it('a parent that was just revoked cannot create a child credential', async () => {
    const context = await organization();
    const parent = await key(context);
    await ending(context, parent.credentialId);
    expect(await reasonOf(key(context, parent))).toBe('unauthenticated invalid_token');
  });
});

describe('an organization', () => {
  it('an organization has at most fifty active credentials, even if concurrent requests compete for the last one', async () => {
    const context = await organization();
    await gateway.rows(
      `insert into credentials (id, org_id, version, name, permissions, digest, created_by, budget_id, created_at, updated_at)
       select gen_random_uuid(), $1, 1, 'Old', '[]', '', 'operator', gen_random_uuid(), now() - interval '1 year', now()
       from generate_series(1, 49)`,
      [context.organizationId],
    );
    const outcomes = await Promise.all([1, 2, 3].map(() => reasonOf(key(context))));
    expect(outcomes.sort()).toEqual([
      'conflict credential_limit',
      'conflict credential_limit',
      'done',
    ]);
    const [one] = await gateway.rows<{ id: string }>(
      `select id from credentials where org_id = $1 and name = 'Old' limit 1`,
      [context.organizationId],
    );
    // A rotation is possible even if the organization has the maximum number of credentials.
    await rotating(context, one!.id, operator);
    await ending(context, one!.id);
    expect(await reasonOf(key(context))).toBe('conflict credential_limit');
  });

  it('an organization can create at most a hundred credentials in an hour', async () => {
    const context = await organization();
    await gateway.rows(
      `insert into credentials (id, org_id, version, name, permissions, digest, created_by, budget_id, created_at, updated_at, revoked_at)
       select gen_random_uuid(), $1, 1, 'Gone', '[]', '', 'operator', gen_random_uuid(), $2, $2, $2
       from generate_series(1, 100)`,
      [context.organizationId, at(-0.5)],
    );
    expect(await reasonOf(key(context))).toBe('rate_limited creations_per_hour');
    gateway.setClock(at(1));
    expect(await reasonOf(key(context))).toBe('done');
  });
});

describe('a rotation', () => {
  it('a rotation gives a new API key the same permissions and sets an end for the replaced key', async () => {
    const context = await organization();
    const old = await key(context, operator, { permissions: ['contacts:read'] });
    const fresh = await rotating(context, old.credentialId, operator);
    expect(fresh).toMatchObject({
      name: 'Key',
      permissions: ['contacts:read'],
      rotatedFrom: old.credentialId,
      status: 'active',
    });
    expect(fresh['credentialId']).not.toBe(old.credentialId);
    expect((await stored(old.credentialId))['expires_at']).toEqual(new Date(at(1)));
    await rotating(context, old.credentialId, operator, { overlapSeconds: 0 });
    expect((await stored(old.credentialId))['expires_at']).toEqual(new Date(at(1)));
  });

  it('a rotation moves the children to the new API key, and the children end no later than the new key', async () => {
    const context = await organization();
    const old = await key(context);
    const child = await key(context, old);
    const fresh = await rotating(context, old.credentialId, operator, { expiresAt: at(3) });
    expect(await stored(child.credentialId)).toMatchObject({
      parent_id: fresh['credentialId'],
      expires_at: new Date(at(3)),
    });
    await ending(context, fresh['credentialId'] as string);
    expect((await stored(child.credentialId))['revoked_at']).not.toBeNull();
  });

  it('a rotated API key stays valid when the replaced key is revoked, except if the revocation includes replacements', async () => {
    const context = await organization();
    const stolen = await key(context);
    const asThief = { ...operator, credentialId: stolen.credentialId };
    const first = await rotating(context, stolen.credentialId, asThief);
    const second = await rotating(context, first['credentialId'] as string, operator);
    const byThief = { ...operator, credentialId: second['credentialId'] as string };
    const { credentialId: child } = await key(context, byThief);
    const other = await key(context);
    const { credentialId } = stolen;
    const isRevoked = async (id: unknown) => (await stored(id as string))['revoked_at'] !== null;
    await ending(context, credentialId);
    expect(await isRevoked(first['credentialId'])).toBe(false);
    await ending(context, credentialId, operator, { replacements: true });
    for (const id of [first['credentialId'], second['credentialId'], child]) {
      expect(await isRevoked(id)).toBe(true);
    }
    expect(await isRevoked(other.credentialId)).toBe(false);
  });

  it('a rotation does not extend the validity of the API key that requests it', async () => {
    const context = await organization();
    const own = await key(context, operator, { expiresAt: at(10) });
    const later = { expiresAt: at(11) };
    expect(await reasonOf(rotating(context, own.credentialId, own, later))).toBe(
      'validation_error outlives_parent',
    );
    expect(await rotating(context, own.credentialId, own)).toMatchObject({ expiresAt: at(10) });
  });

  it('a rotation creates no API key that ends later than the requesting key', async () => {
    const context = await organization();
    const short = await key(context, operator, { expiresAt: at(10) });
    const [endless, long] = [
      await key(context),
      await key(context, operator, { expiresAt: at(20) }),
    ];
    for (const { credentialId } of [endless, long]) {
      expect(await reasonOf(rotating(context, credentialId, short))).toBe(
        'validation_error outlives_parent',
      );
    }
    const asked = { expiresAt: at(10) };
    expect(await rotating(context, endless.credentialId, short, asked)).toMatchObject(asked);
  });

  it("a rotation never creates an API key with more permissions, or a later end, than the caller's own parent", async () => {
    const context = await organization();
    const strong = await key(context);
    const weak = await key(context, { ...operator, isOwner: false }, {
      permissions: ['credentials:manage'],
    }); // prettier-ignore
    const asOwner = { ...weak, isOwner: true };
    expect(await reasonOf(rotating(context, strong.credentialId, weak))).toBe(
      'forbidden owner_only',
    );
    expect(await reasonOf(rotating(context, strong.credentialId, asOwner))).toBe(
      'forbidden permission_not_held',
    );
    const child = await key(context, strong);
    expect(await reasonOf(rotating(context, strong.credentialId, child))).toBe(
      'forbidden not_of_family',
    );
    expect(await reasonOf(rotating(context, child.credentialId, child))).toBe('done');
  });

  it('a revoked or expired credential cannot be rotated', async () => {
    const context = await organization();
    const [gone, late] = [await key(context), await key(context, operator, { expiresAt: at(1) })];
    await ending(context, gone.credentialId);
    expect(await reasonOf(rotating(context, gone.credentialId, operator))).toBe(
      'conflict credential_revoked',
    );
    gateway.setClock(at(2));
    expect(await reasonOf(rotating(context, late.credentialId, operator))).toBe(
      'conflict credential_expired',
    );
  });
});

it('revoking an exposed API key ends it and queues a mail to the administrators', async () => {
  const context = await organization();
  const [{ credentialId }, userId] = [await key(context), newId()];
  await gateway.rows(`insert into users values ($1, 'eva@example.com', now())`, [userId]);
  await gateway.rows(
    `insert into members (id, org_id, version, email, role, user_id, invited_by, joined_at, created_at, updated_at)
     values ($1, $2, 1, 'eva@example.com', 'owner', $1, 'operator', now(), now(), now())`,
    [userId, context.organizationId],
  );
  await gateway.answer(expose, context, { credentialId });
  const of = [context.organizationId];
  expect(await gateway.rows('select kind, recipient from letters where org_id = $1', of)).toEqual([
    { kind: 'credential_exposed', recipient: 'eva@example.com' },
  ]);
  const eventsSql = `select 1 from outbox where org_id = $1 and subject = 'gateway.credential.exposed'`;
  expect(await gateway.rows(eventsSql, of)).toHaveLength(1);
});

describe('a revocation', () => {
  const manager = { permissions: ['credentials:manage' as const] };
  const nobody: Creator = { permissions: new Set(manager.permissions), isOwner: false };

  it('a revocation also ends credentials that the caller could replace, but not their ancestors', async () => {
    const context = await organization();
    const owner = await key(context);
    const agent = await key(context, nobody, manager);
    const others = await key(context, nobody, { permissions: ['credentials:manage'] });
    expect(await reasonOf(ending(context, owner.credentialId, agent))).toBe('forbidden owner_only');
    const strong = await key(context, { ...operator, isOwner: false });
    expect(await reasonOf(ending(context, strong.credentialId, agent))).toBe(
      'forbidden permission_not_held',
    );
    const proposing = { ...agent, limits: { requiresApproval: true as const } };
    expect(await reasonOf(ending(context, others.credentialId, proposing))).toBe(
      'forbidden limit_not_held',
    );
    const child = await key(context, agent, manager);
    expect(await reasonOf(ending(context, agent.credentialId, child))).toBe(
      'forbidden not_of_family',
    );
    for (const [id, by] of [
      [others.credentialId, agent],
      [child.credentialId, child],
      [agent.credentialId, agent],
    ] as const) {
      expect(await reasonOf(ending(context, id, by))).toBe('done');
    }
    expect((await stored(owner.credentialId))['revoked_at']).toBeNull();
  });

  it('only an operator can revoke the last credential that gives access to an owner', async () => {
    const context = await organization();
    const owner = await key(context);
    const [child, agent] = [await key(context, owner), await key(context, nobody, manager)];
    const { credentialId } = owner;
    expect(await reasonOf(ending(context, credentialId, owner))).toBe('conflict last_credential');
    expect((await stored(child.credentialId))['revoked_at']).toBeNull();
    expect(await reasonOf(ending(context, agent.credentialId, owner))).toBe('done');
    const fresh = await rotating(context, credentialId, owner, { overlapSeconds: 0 });
    const last = fresh['credentialId'] as string;
    const self = { ...owner, credentialId: last };
    expect(await reasonOf(ending(context, credentialId, self))).toBe('done');
    expect(await reasonOf(ending(context, last, self))).toBe('conflict last_credential');
    expect(await reasonOf(gateway.answer(expose, context, { credentialId: last }))).toBe('done');
  });

  it('if two credentials revoke each other concurrently, one of them stays valid', async () => {
    const context = await organization();
    const [one, other] = [await key(context), await key(context)];
    const outcomes = await Promise.all([
      reasonOf(ending(context, one.credentialId, other)),
      reasonOf(ending(context, other.credentialId, one)),
    ]);
    expect(outcomes.sort()).toEqual(['done', 'unauthenticated invalid_token']);
  });

  it('in production, the last API key can be revoked if an owner can log in', async () => {
    const context: CallContext = { ...(await organization()), environment: 'production' };
    const owner = await key(context);
    const { credentialId } = owner;
    expect(await reasonOf(ending(context, credentialId, owner))).toBe('conflict last_credential');
    await gateway.rows(
      `with one as (insert into users (id, email, created_at)
         values (gen_random_uuid(), $1::text || '@example.com', now()) returning id, email)
       insert into members (id, org_id, version, email, role, user_id, invited_by, created_at, updated_at, joined_at)
       select gen_random_uuid(), $1::text::uuid, 1, email, 'owner', id, 'operator', now(), now(), now() from one`,
      [context.organizationId],
    );
    expect(await reasonOf(ending(context, credentialId, owner))).toBe('done');
  });
});
