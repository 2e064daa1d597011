import { created, dataOf, type Api } from '@timbre/testkit/client';
import { operations } from '../../../gateway/src/edge/operations';
import { bodies } from '../request-examples';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';
import { proposerOf } from './proposals';

let api: Api;
let agent: Api;
beforeAll(async () => {
  api = await startDocumented();
  const { permissions } = await dataOf(api.request('GET', '/v1/credentials/current'));
  agent = await proposerOf(api, permissions as string[]);
});

const areas = /^(credentials|members|organization|webhooks|approvals|settings|fiscal):/;

/** The write operations in these areas that grant no rights and reveal no secrets. */
const harmless = [
  'approveRequest',
  'rejectRequest',
  'testWebhook',
  'redeliverWebhook',
  'recoverWebhook',
];

/**
 * All write operations in the areas of credentials, members and webhooks. The list is computed from
 * the operations, so that it includes new operations.
 */
const writes = operations.filter(
  ({ isIdempotent, permissions, id, environments }) =>
    isIdempotent &&
    permissions.some((name) => areas.test(name)) &&
    environments !== 'production' &&
    !harmless.includes(id),
);

const others = ['createCollectionFeed', 'revokeCollectionFeed', 'createTaxInfoLink'];

describe('202', () => {
  it.each([...writes.map(({ id }) => id), ...others])(
    '%s of a credential that only proposes waits for a person',
    async (id) => {
      const { method, path, body } = operations.find((row) => row.id === id)!;
      const given = body && bodies[id];
      const named = path.replaceAll(/\{\w+\}/g, '01890000-0000-7000-8000-000000000000');
      const { status, json } = await agent.request(method, named, given ? { body: given } : {});
      expect([status, json.data?.status ?? json]).toEqual([202, 'pending']);
      expect(JSON.stringify(json)).not.toContain('12345678a');
    },
  );
});

describe('a credential whose creation was approved', () => {
  const asking = (key: string) =>
    agent.request('POST', '/v1/credentials', {
      body: { name: 'Proposed', permissions: ['contacts:read'] },
      headers: { 'idempotency-key': key },
    });

  it('a credential created by an approved action is shown to the proposer, and is revoked with the proposer', async () => {
    const { json } = await asking('one');
    const { approvalId } = json.data as { approvalId: string };
    const approved = await api.request('POST', `/v1/approvals/${approvalId}/approve`);
    expect(approved.json.data).toMatchObject({ status: 'approved' });
    const { status, json: made } = await asking('one');
    expect(status).toBe(201);
    const own = await dataOf(agent.request('GET', '/v1/credentials/current'));
    expect(made.data).toMatchObject({
      parentCredentialId: own.credentialId,
      limits: { requiresApproval: true },
    });
    const use = () => api.withApiKey(made.data.apiKey as string).request('GET', '/v1/contacts');
    expect((await use()).status).toBe(200);
    expect(approved.bytes.toString()).not.toContain(made.data.apiKey);
    await dataOf(api.request('POST', `/v1/credentials/${String(own.credentialId)}/revoke`));
    expect(refusalOf(await use())).toBe('401 unauthenticated invalid_token');
  });

  it('an approved action revokes another credential with the authority of the proposer and of the approver', async () => {
    const agentOf = await proposerOf(api, ['credentials:manage', 'contacts:read']);
    const doomed = await created(api, '/v1/credentials', {
      name: 'Doomed',
      permissions: ['contacts:read'],
    });
    const path = `/v1/credentials/${String(doomed.credentialId)}`;
    const { json } = await agentOf.request('POST', `${path}/revoke`);
    expect([json.data.status, (await dataOf(api.request('GET', path))).status]).toEqual([
      'pending',
      'active',
    ]);
    const approval = `/v1/approvals/${String(json.data.approvalId)}/approve`;
    expect((await api.request('POST', approval)).json.data).toMatchObject({ status: 'approved' });
    expect((await dataOf(api.request('GET', path))).status).toBe('revoked');
  });
});
