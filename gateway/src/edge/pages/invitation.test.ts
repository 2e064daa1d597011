import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { permissions } from '@timbre/api';
import { commandAcquireMs, createSystemPool, type CallContext } from '@timbre/kit';
import { callContext, serviceRuntime, type ServiceRuntime } from '@timbre/testkit';
import express from 'express';
import type { Pool } from 'pg';
import { createArrivals } from '../http/arrivals';
import { createInvitationLinks } from '../../identity/domain/invitation-links';
import { serverOf } from '../http/server';
import { isArchived } from '../../identity/store/organizations';
import { findInvitation } from '../../identity/operations/accept-invitation';
import { invite } from '../../identity/operations/invite-member';
import { archive } from '../../identity/operations/archive-organization';
import { entities } from '../../identity/store/entities';
import { memberConstraints } from '../../identity/store/members';
import { migrations } from '../../identity/store/migrations';
import { clientOf } from '../../identity';
import { servePages } from './serve';
import type { PageParts } from './answer-link';

const publicUrl = 'https://example.mx/timbre';
const links = createInvitationLinks(randomBytes(32), publicUrl);
const granter = { actor: 'operator', permissions: new Set(permissions), isOwner: true };

let gateway: ServiceRuntime;
let systemPool: Pool;
let server: Server;
let logged: unknown[];
beforeAll(async () => {
  const constraints = memberConstraints;
  gateway = await serviceRuntime({ service: 'gateway', entities, migrations, constraints });
  gateway.setClock(new Date().toISOString());
  const { logger } = gateway.runtime;
  systemPool = createSystemPool(
    { url: gateway.database.systemUrl, acquireTimeoutMs: commandAcquireMs },
    'gateway',
    logger,
  );
  const app = express();
  servePages(app, {
    environment: gateway.runtime.environment,
    publicUrl,
    backend: {
      services: {
        identity: clientOf({
          ...gateway.runtime,
          providers: {} as Parameters<typeof clientOf>[0]['providers'],
        }),
        fiscalCfdi: { getLetterhead: () => Promise.resolve({}) },
      },
    },
    findInvitation: (digest: Buffer) => findInvitation(systemPool, digest),
    isArchived: isArchived(systemPool),
    arrivals: createArrivals(),
    limit: () => Promise.resolve({ isAllowed: true }),
    logger: {
      info: (said: unknown) => logged.push(said),
      error: (said: unknown) => logged.push(said),
    },
  } as unknown as PageParts);
  server = serverOf(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  logged = [];
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await systemPool.end();
  await gateway.close();
});

async function organization(): Promise<CallContext> {
  const context = callContext();
  await gateway.rows(
    `insert into organizations (id, org_id, version, name, created_at, updated_at)
     values ($1, $1, 1, 'Panadería <b>', now(), now())`,
    [context.organizationId],
  );
  return context;
}

/**
 * Invites Eva.
 * @returns the path of the link in the invited person's mail
 */
async function invited(context: CallContext): Promise<string> {
  const asked = { email: 'eva@example.com', role: 'accountant' as const, granter, links };
  const { memberId } = await gateway.answer(invite, context, asked);
  const [row] = await gateway.rows<{ id: string }>(
    'select invitation_id as id from members where id = $1',
    [memberId],
  );
  return links.urlOf(row!.id).slice(publicUrl.length);
}

async function ask(path: string, method = 'GET') {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    redirect: 'manual',
    ...(method === 'POST' && { body: new URLSearchParams() }),
  });
  const html = await response.text();
  const title = /<h1>(.*)<\/h1>/.exec(html)?.[1];
  return { status: response.status, headers: response.headers, html, title };
}
const ended = [404, 'Esta invitación no está abierta'];

const memberOf = ({ organizationId }: CallContext) =>
  gateway.rows('select joined_at is not null as "isMember" from members where org_id = $1', [
    organizationId,
  ]);

it('the invitation page shows inviter, address and role, and opening the page does not accept the invitation', async () => {
  const context = await organization();
  const path = await invited(context);
  for (const method of ['HEAD', 'GET', 'GET']) {
    expect((await ask(path, method)).status).toBe(200);
  }
  const { title, html } = await ask(path);
  expect(title).toBe('Te invitaron');
  expect(html).toContain('Panadería &lt;b&gt; te invita');
  expect(html).toContain('<dd>eva@example.com</dd>');
  expect(html).toContain('<dd>contador</dd>');
  expect(await memberOf(context)).toEqual([{ isMember: false }]);
});

it('the button of the invitation page accepts the invitation once, however often it is pressed', async () => {
  const context = await organization();
  const path = await invited(context);
  const answers = await Promise.all([1, 2, 3].map(() => ask(path, 'POST')));
  const outcomes = answers.map(({ status, title }) => [status, title]).sort();
  expect(outcomes).toEqual([[200, 'Aceptaste la invitación'], ended, ended]);
  expect(await memberOf(context)).toEqual([{ isMember: true }]);
  const again = await ask(path);
  expect([again.status, again.title]).toEqual(ended);
  const [entry] = await gateway.rows<{ actor: string }>(
    `select actor from audit_entries where org_id = $1 and action = 'member.joined'`,
    [context.organizationId],
  );
  expect(entry!.actor).toMatch(/^invitation:/);
});

it('an invitation is no longer valid after it expires or is replaced, or when the organization is archived', async () => {
  const endedAt = async (path: string) => {
    for (const method of ['GET', 'POST']) {
      const { status, title } = await ask(path, method);
      expect([status, title]).toEqual(ended);
    }
  };
  const [expired, replaced, archived] = [
    await organization(),
    await organization(),
    await organization(),
  ];
  const path = await invited(expired);
  const sql = 'update members set invitation_expires_at = now() where org_id = $1';
  await gateway.rows(sql, [expired.organizationId]);
  await endedAt(path);
  const first = await invited(replaced);
  const second = await invited(replaced);
  await endedAt(first);
  expect((await ask(second)).status).toBe(200);
  const last = await invited(archived);
  await gateway.answer(archive, archived, undefined);
  await endedAt(last);
  for (const context of [expired, replaced, archived]) {
    expect(await memberOf(context)).toEqual([{ isMember: false }]);
  }
});

it('the invitation page keeps its URL secret, and rejects other methods, files and tokens', async () => {
  const path = await invited(await organization());
  const { headers } = await ask(path);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cache-control')).toBe('no-store');
  const put = await ask(path, 'PUT');
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  const unknown = [`${path}/logo`, `${path}/x`, `${path}x`, '/invitations/x', '/invitations/%00'];
  for (const other of [...unknown, `/p/${path.split('/')[2]}`]) {
    expect((await ask(other)).status).toBe(404);
  }
  expect((await ask(`/invitations/${'A'.repeat(43)}`)).title).toBe(ended[1]);
  expect(JSON.stringify(logged)).not.toContain(path.split('/')[2]);
});
