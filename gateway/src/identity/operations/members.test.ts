import { randomBytes } from 'node:crypto';
import { permissions, permissionsOf, type RoleName } from '@timbre/api';
import {
  commandAcquireMs,
  createSystemPool,
  newId,
  type CallContext,
  type Refusal,
} from '@timbre/kit';
import { callContext, serviceRuntime, type ServiceRuntime } from '@timbre/testkit';
import type { Pool } from 'pg';
import { createInvitationLinks } from '../domain/invitation-links';
import { createPrincipals } from '../workflows/principals';
import { archive } from './archive-organization';
import { entities } from '../store/entities';
import { memberConstraints } from '../store/members';
import { migrations } from '../store/migrations';
import { acceptInvitation, findInvitation } from './accept-invitation';
import { create } from './create-credential';
import { operator, type Creator } from '../workflows/creator';
import { revoke } from './revoke-credential';
import { rotate } from './rotate-credential';
import { createApplications } from '../oauth/applications';
import { changeRole, remove } from './change-member';
import type { Granter } from '../workflows/grants';
import { invite } from './invite-member';

let gateway: ServiceRuntime;
let systemPool: Pool;
beforeAll(async () => {
  const constraints = memberConstraints;
  gateway = await serviceRuntime({ service: 'gateway', entities, migrations, constraints });
  const pool = { url: gateway.database.systemUrl, acquireTimeoutMs: commandAcquireMs };
  systemPool = createSystemPool(pool, 'gateway', gateway.runtime.logger);
});
afterAll(async () => {
  await systemPool.end();
  await gateway.close();
});

const links = createInvitationLinks(randomBytes(32), 'https://timbre.example');
const everything: Granter = {
  actor: 'operator',
  permissions: new Set(permissions),
  isOwner: true,
};

async function organization(): Promise<CallContext> {
  const context = callContext();
  const sql = `insert into organizations (id, org_id, version, name, created_at, updated_at)
    values ($1, $1, 1, 'Panadería', now(), now())`;
  await gateway.rows(sql, [context.organizationId]);
  gateway.setClock(new Date().toISOString());
  return context;
}

const inviting = (context: CallContext, email: string, role: RoleName, granter = everything) =>
  gateway.answer(invite, context, { email, role, granter, links });

/** Returns the digest of the open invitation of an address. */
async function digestOf({ organizationId }: CallContext, email: string): Promise<Buffer> {
  const [row] = await gateway.rows<{ digest: Buffer }>(
    'select invitation_digest as digest from members where org_id = $1 and email = $2',
    [organizationId, email],
  );
  return row!.digest;
}

async function accepting(digest: Buffer): Promise<void> {
  const { organizationId, memberId } = await findInvitation(systemPool, digest);
  const context = { ...callContext(), organizationId };
  await acceptInvitation.run(gateway.runtime, context, { memberId, digest });
}

/** Adds a member to the organization. */
async function joined(context: CallContext, role: RoleName, email = `${newId()}@example.com`) {
  const { memberId } = await inviting(context, email, role);
  await accepting(await digestOf(context, email));
  const [row] = await gateway.rows<{ user_id: string }>(
    'select user_id from members where id = $1',
    [memberId],
  );
  const granter: Granter = {
    actor: `user:${row!.user_id}`,
    permissions: new Set(permissionsOf(role)),
    isOwner: role === 'owner',
  };
  return { memberId: memberId as string, userId: row!.user_id, granter };
}

const reasonOf = (outcome: Promise<unknown>) =>
  outcome.then(
    () => 'done',
    ({ code, details }: Refusal) =>
      [code, details.reason ?? details.issues?.map((issue) => issue.code).join()].join(' '),
  );

const changing = (context: CallContext, memberId: string, role: RoleName, granter = everything) =>
  gateway.answer(changeRole, context, { memberId, role, granter });
const removing = (context: CallContext, memberId: string, granter = everything) =>
  gateway.answer(remove, context, { memberId, granter });

describe('an invitation', () => {
  it('an invitation is mailed, published as an event and audited, and its link is not stored', async () => {
    const context = await organization();
    const member = await inviting(context, 'Eva@Example.com', 'sales');
    expect(member).toMatchObject({ email: 'eva@example.com', role: 'sales', status: 'invited' });
    const of = [context.organizationId];
    const mails = await gateway.rows<{ facts: { invitationId: string } }>(
      `select facts from letters where org_id = $1 and kind = 'invitation' and state = 'due'
         and recipient = 'eva@example.com'`,
      of,
    );
    expect(mails).toHaveLength(1);
    const token = links.urlOf(mails[0]!.facts.invitationId).split('/').at(-1);
    const rows = await gateway.rows(
      'select to_jsonb(m) as row from members m where org_id = $1',
      of,
    );
    expect(JSON.stringify([rows, mails])).not.toContain(token);
    const eventsSql = 'select subject from outbox where org_id = $1 order by id';
    expect(await gateway.rows(eventsSql, of)).toEqual([{ subject: 'gateway.member.invited' }]);
    expect(
      await gateway.rows('select actor, action from audit_entries where org_id = $1', of),
    ).toEqual([{ actor: 'credential:test', action: 'member.invited' }]);
  });

  it('an invitation creates one membership, and its link then becomes invalid', async () => {
    const context = await organization();
    await inviting(context, 'eva@example.com', 'sales');
    const digest = await digestOf(context, 'eva@example.com');
    const outcomes = await Promise.all([1, 2, 3].map(() => reasonOf(accepting(digest))));
    expect(outcomes.sort()).toEqual([
      'done',
      'not_found invitation_ended',
      'not_found invitation_ended',
    ]);
    expect(await reasonOf(inviting(context, 'eva@example.com', 'sales'))).toBe(
      'conflict member_exists',
    );
  });

  it('an invitation ends when another invitation replaces it, and after seven days', async () => {
    const context = await organization();
    const first = await inviting(context, 'eva@example.com', 'sales');
    const replaced = await digestOf(context, 'eva@example.com');
    const second = await inviting(context, 'eva@example.com', 'payroll');
    expect(second).toMatchObject({ memberId: first.memberId, role: 'payroll' });
    expect(await reasonOf(accepting(replaced))).toBe('not_found invitation_ended');
    const expired = `update members set invitation_expires_at = now() where org_id = $1`;
    await gateway.rows(expired, [context.organizationId]);
    const current = await digestOf(context, 'eva@example.com');
    expect(await reasonOf(accepting(current))).toBe('not_found invitation_ended');
  });

  it('an invitation is not accepted in an archived organization', async () => {
    const context = await organization();
    await inviting(context, 'eva@example.com', 'sales');
    await gateway.answer(archive, context, undefined);
    const digest = await digestOf(context, 'eva@example.com');
    expect(await reasonOf(accepting(digest))).toBe('not_found invitation_ended');
  });

  it('invitations of one address to two organizations create one user', async () => {
    const email = `${newId()}@example.com`;
    const [one, other] = [await organization(), await organization()];
    const users = [await joined(one, 'sales', email), await joined(other, 'owner', email)];
    expect(users[0]!.userId).toBe(users[1]!.userId);
  });

  it('after fifty invitations in an hour, an organization cannot send another invitation', async () => {
    const context = await organization();
    await gateway.rows(
      `insert into letters (id, org_id, version, kind, recipient, facts, state, attempts, created_at)
       select gen_random_uuid(), $1, 1, 'invitation', 'x@example.com', '{}', 'queued', 1, now()
       from generate_series(1, 50)`,
      [context.organizationId],
    );
    expect(await reasonOf(inviting(context, 'eva@example.com', 'sales'))).toBe(
      'rate_limited invitations_per_hour',
    );
  });
});

describe('a role', () => {
  it('a member cannot assign a role that has a permission that the member lacks', async () => {
    const context = await organization();
    const weak = { ...everything, permissions: new Set(['members:manage']), isOwner: false };
    expect(await reasonOf(inviting(context, 'eva@example.com', 'sales', weak))).toBe(
      'validation_error permission_not_held',
    );
    const { granter } = await joined(context, 'administrator');
    expect(await reasonOf(inviting(context, 'eva@example.com', 'owner', granter))).toBe(
      'forbidden owner_only',
    );
  });

  it('a credential with limits cannot assign roles, because members have no limits', async () => {
    const context = await organization();
    const limited: Granter = { ...everything, limits: { requiresApproval: true } };
    expect(await reasonOf(inviting(context, 'eva@example.com', 'sales', limited))).toBe(
      'forbidden limit_not_held',
    );
    const { memberId } = await joined(context, 'sales');
    expect(await reasonOf(changing(context, memberId, 'administrator', limited))).toBe(
      'forbidden limit_not_held',
    );
  });

  it('a caller cannot change the role of a member who has more permissions than the caller', async () => {
    const context = await organization();
    const [administrator, owner] = [
      await joined(context, 'administrator'),
      await joined(context, 'owner'),
    ];
    const weak = { ...everything, permissions: new Set(['members:manage']), isOwner: false };
    expect(await reasonOf(removing(context, administrator.memberId, weak))).toBe(
      'forbidden permission_not_held',
    );
    const { granter } = administrator;
    expect(await reasonOf(changing(context, owner.memberId, 'sales', granter))).toBe(
      'forbidden owner_only',
    );
    expect(await reasonOf(changing(context, administrator.memberId, 'sales', granter))).toBe(
      'forbidden own_role',
    );
  });

  it('the last owner keeps the role, even if two owners leave concurrently', async () => {
    const context = await organization();
    const owners = [await joined(context, 'owner'), await joined(context, 'owner')];
    const outcomes = await Promise.all([
      reasonOf(changing(context, owners[0]!.memberId, 'sales')),
      reasonOf(removing(context, owners[1]!.memberId)),
    ]);
    expect(outcomes.sort()).toEqual(['conflict last_owner', 'done']);
  });

  it('the last owner keeps the role, even if an SQL statement tries to change it', async () => {
    const context = await organization();
    const { memberId } = await joined(context, 'owner');
    const sql = `update members set role = 'sales' where id = $1`;
    await expect(gateway.rows(sql, [memberId])).rejects.toMatchObject({
      constraint: 'members_one_owner',
    });
  });
});

describe('principalOf', () => {
  it('principalOf returns the permissions of the current role, and undefined for a removed member', async () => {
    const context = await organization();
    await joined(context, 'owner');
    const { memberId, userId } = await joined(context, 'administrator');
    const principals = createPrincipals(systemPool);
    const now = () => principals.principalOf(userId, context.organizationId);
    expect(await now()).toMatchObject({ actor: `user:${userId}`, isOwner: false });
    expect((await now())!.permissions.has('members:manage')).toBe(true);
    await changing(context, memberId, 'sales');
    // The test clears the cache, as the gateway that makes a change does. Other gateways can cache
    // members for up to four seconds.
    principals.forget(context.organizationId);
    expect((await now())!.permissions.has('members:manage')).toBe(false);
    await removing(context, memberId);
    principals.forget(context.organizationId);
    expect(await now()).toBeUndefined();
    expect(await principals.principalOf(userId, newId())).toBeUndefined();
  });
});

describe('member keys', () => {
  const keyOf = async (context: CallContext, creator: Creator) => {
    const asked = {
      name: 'Key',
      permissions: ['contacts:read' as const],
      entropy: randomBytes(32),
    };
    return (await gateway.answer(create, context, { ...asked, creator }))['credentialId'] as string;
  };
  const creatorFor = (userId: string, grantId?: string): Creator => ({
    permissions: everything.permissions,
    isOwner: false,
    userId,
    grantId,
  });
  const isRevoked = async (id: string) => {
    const sql = 'select revoked_at from credentials where id = $1';
    return (await gateway.rows<{ revoked_at: unknown }>(sql, [id]))[0]!.revoked_at !== null;
  };

  it('an API key ends with the membership, with all its descendants, except if an owner has rotated the key', async () => {
    const context = await organization();
    await joined(context, 'owner');
    const { userId, memberId } = await joined(context, 'developer');
    const [made, kept] = [
      await keyOf(context, creatorFor(userId)),
      await keyOf(context, creatorFor(userId)),
    ];
    const child = await keyOf(context, { ...creatorFor(userId), credentialId: made });
    const other = await keyOf(context, operator);
    const rotated = async (credentialId: string, creator: Creator) => {
      const asked = { credentialId, overlapSeconds: 60, entropy: randomBytes(32), creator };
      return (await gateway.answer(rotate, context, asked))['credentialId'] as string;
    };
    const own = await rotated(made, { ...creatorFor(userId), credentialId: made });
    const ownersOwn = await rotated(kept, operator);
    await removing(context, memberId as string);
    for (const id of [made, own, child]) expect([id, await isRevoked(id)]).toEqual([id, true]);
    for (const id of [other, ownersOwn]) expect([id, await isRevoked(id)]).toEqual([id, false]);
    const eventsSql = `select 1 from outbox where org_id = $1 and subject = 'gateway.credential.revoked'`;
    expect((await gateway.rows(eventsSql, [context.organizationId])).length).toBeGreaterThanOrEqual(
      3,
    );
  });

  it('an API key ends when the application that created it is disconnected, and stays when another application is disconnected', async () => {
    const context = await organization();
    const { userId } = await joined(context, 'owner');
    const applications = createApplications(gateway.runtime, systemPool);
    const [one, other] = [newId(), newId()];
    for (const id of [one, other]) {
      await applications.connect(context, {
        id,
        userId,
        clientId: 'c',
        clientName: 'C',
        redirectHost: 'h',
        scope: [],
        expiresAt: new Date(Date.now() + 3_600_000),
      });
    }
    const [made, remains] = [
      await keyOf(context, creatorFor(userId, one)),
      await keyOf(context, creatorFor(userId, other)),
    ];
    await applications.disconnect(context, one);
    expect([await isRevoked(made), await isRevoked(remains)]).toEqual([true, false]);
    const sql = 'delete from connected_applications where id = $1';
    await gateway.asOrganization(context.organizationId, sql, [other]);
    expect(await isRevoked(remains)).toBe(true);
  });
});

describe('member invitations', () => {
  const application = (userId: string, id: string) => ({
    id,
    userId,
    clientId: 'c',
    clientName: 'C',
    redirectHost: 'h',
    scope: [],
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  const listed = async ({ organizationId }: CallContext) => {
    const sql = 'select email from members where org_id = $1 and joined_at is null order by email';
    const rows = await gateway.rows<{ email: string }>(sql, [organizationId]);
    return rows.map(({ email }) => email);
  };

  it('an invitation ends with the membership of its sender, even if the sender used an API key', async () => {
    const context = await organization();
    const { userId, memberId, granter } = await joined(context, 'administrator');
    const other = await joined(context, 'administrator');
    const creator = { permissions: everything.permissions, isOwner: false, userId };
    const asked = { name: 'Key', permissions: ['contacts:read' as const], creator };
    const key = await gateway.answer(create, context, { ...asked, entropy: randomBytes(32) });
    const byKey = { ...granter, actor: `credential:${String(key['credentialId'])}` };
    await inviting(context, 'by-member@example.com', 'sales', granter);
    await inviting(context, 'by-key@example.com', 'sales', byKey);
    await inviting(context, 'by-other@example.com', 'sales', other.granter);
    await inviting(context, 'taken-over@example.com', 'sales', granter);
    await inviting(context, 'taken-over@example.com', 'sales', other.granter);
    const digest = await digestOf(context, 'by-member@example.com');
    await removing(context, memberId);
    expect(await listed(context)).toEqual(['by-other@example.com', 'taken-over@example.com']);
    expect(await reasonOf(accepting(digest))).toBe('not_found invitation_ended');
    const told = `select before->>'email' as email from audit_entries
      where org_id = $1 and action = 'member.removed' order by 1`;
    expect(await gateway.rows(told, [context.organizationId])).toMatchObject([
      { email: expect.stringMatching(/^[0-9a-f-]{36}@/) as string },
      { email: 'by-key@example.com' },
      { email: 'by-member@example.com' },
    ]);
  });

  it('an invitation ends with the application that sent it, whichever SQL statement removes the application', async () => {
    const context = await organization();
    const { userId, granter } = await joined(context, 'owner');
    const applications = createApplications(gateway.runtime, systemPool);
    const [one, other] = [newId(), newId()];
    for (const id of [one, other]) {
      await applications.connect(context, application(userId, id));
      const through = { ...granter, grantId: id };
      await inviting(context, `${id}@example.com`, 'sales', through);
    }
    await inviting(context, 'own@example.com', 'sales', granter);
    await applications.disconnect(context, one);
    expect(await listed(context)).toEqual([`${other}@example.com`, 'own@example.com'].sort());
    const sql = 'delete from connected_applications where id = $1';
    await gateway.asOrganization(context.organizationId, sql, [other]);
    expect(await listed(context)).toEqual(['own@example.com']);
  });

  it('a removed member cannot send an invitation through a gateway that still caches the member', async () => {
    const context = await organization();
    await joined(context, 'owner');
    const { userId, memberId, granter } = await joined(context, 'administrator');
    const victim = await joined(context, 'sales');
    const creator = { permissions: everything.permissions, isOwner: false, userId };
    const key = { name: 'Key', permissions: ['contacts:read' as const], creator };
    const other = await gateway.answer(create, context, {
      ...key,
      entropy: randomBytes(32),
      creator: operator,
    });
    const credentialId = other['credentialId'] as string;
    await removing(context, memberId);
    const ended = 'unauthenticated invalid_token';
    const entropy = randomBytes(32);
    const attempts = {
      invite: inviting(context, 'late@example.com', 'sales', granter),
      change: changing(context, victim.memberId, 'read_only', granter),
      remove: removing(context, victim.memberId, granter),
      create: gateway.answer(create, context, { ...key, entropy }),
      rotate: gateway.answer(rotate, context, {
        credentialId,
        overlapSeconds: 0,
        entropy,
        creator,
      }),
      revoke: gateway.answer(revoke, context, { credentialId, creator }),
    };
    for (const [name, attempt] of Object.entries(attempts))
      expect([name, await reasonOf(attempt)]).toEqual([name, ended]);
    expect(await listed(context)).toEqual([]);
  });

  it('an invitation ends even if its sender is removed while sending it', async () => {
    const context = await organization();
    const { userId, memberId, granter } = await joined(context, 'administrator');
    const creator = { permissions: everything.permissions, isOwner: false, userId };
    const made = { name: 'Key', permissions: ['contacts:read' as const], creator };
    const both = (n: number) => [
      reasonOf(inviting(context, `${n}@example.com`, 'sales', granter)),
      reasonOf(gateway.answer(create, context, { ...made, entropy: randomBytes(32) })),
    ];
    const outcomes = await Promise.all([
      ...both(0),
      reasonOf(removing(context, memberId)),
      ...[1, 2, 3].flatMap(both),
    ]);
    expect(outcomes[2]).toBe('done');
    const possible = new Set(['done', 'unauthenticated invalid_token']);
    expect(outcomes.filter((outcome) => !possible.has(outcome))).toEqual([]);
    expect(await listed(context)).toEqual([]);
    const alive = 'select id from credentials where org_id = $1 and revoked_at is null';
    expect(await gateway.rows(alive, [context.organizationId])).toEqual([]);
  });

  it('an application that has just been disconnected cannot send an invitation', async () => {
    const context = await organization();
    const { userId, granter } = await joined(context, 'owner');
    const grantId = newId();
    const applications = createApplications(gateway.runtime, systemPool);
    await applications.connect(context, application(userId, grantId));
    await applications.disconnect(context, grantId);
    const through = { ...granter, grantId };
    expect(await reasonOf(inviting(context, 'late@example.com', 'sales', through))).toBe(
      'unauthenticated invalid_token',
    );
  });
});
