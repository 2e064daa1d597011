import { created, type Api } from '@timbre/testkit/client';
import { startDocumented, startDocumentedIssuer } from '../documented';
import { issuesOf } from '../refused';
import { proposal, proposerOf } from './proposals';

let api: Api;
let agent: Api;
let pending: string;
let rejected: string;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  agent = await proposerOf(api);
  rejected = (await proposal(api, agent)).approvalId;
  const body = { reason: 'No' };
  await api.request('POST', `/v1/approvals/${rejected}/reject`, { body });
  pending = (await proposal(api, agent)).approvalId;
});

interface Shown {
  approvalId: string;
  credentialId: string;
}

const list = async (by: Api, query = ''): Promise<Shown[]> => {
  const { status, json } = await by.request('GET', `/v1/approvals${query}`);
  expect(status).toBe(200);
  return json.data as Shown[];
};

const idsOf = async (by: Api, query = ''): Promise<string[]> =>
  (await list(by, query)).map(({ approvalId }) => approvalId);

describe('200', () => {
  it('listApprovals lists proposals by status and credential, the newest first, page by page', async () => {
    expect(await idsOf(api)).toEqual([pending, rejected]);
    expect(await idsOf(api, '?status=pending')).toEqual([pending]);
    const [{ credentialId }] = (await list(api)) as [Shown];
    expect(await idsOf(api, `?credentialId=${credentialId}&status=rejected`)).toEqual([rejected]);
    for (const none of ['other', '%ED%A0%80', '9'.repeat(40)]) {
      expect(await idsOf(api, `?credentialId=${none}`)).toEqual([]);
    }
    const { json } = await api.request('GET', '/v1/approvals?limit=1');
    expect(json.data).toHaveLength(1);
    const { nextCursor } = json.pagination as { nextCursor: string };
    expect(await idsOf(api, `?limit=1&cursor=${nextCursor}`)).toEqual([rejected]);
  });

  it('listApprovals returns the own proposals of a credential, and the proposals of actions that the credential may perform', async () => {
    expect(await idsOf(agent)).toEqual([pending, rejected]);
    const body = { name: 'Other', permissions: ['approvals:read', 'employees:read'] };
    const { apiKey } = await created(api, '/v1/credentials', body);
    expect(await idsOf(api.withApiKey(apiKey as string))).toEqual([]);
    expect(await idsOf(await startDocumented())).toEqual([]);
  });
});

describe('400', () => {
  it('listApprovals refuses unknown filters', async () => {
    const answer = await api.request('GET', '/v1/approvals?status=done&query=x&limit=0');
    expect([answer.status, issuesOf(answer)]).toEqual([
      400,
      ['limit: too_small', 'query: unknown_field', 'status: invalid_value'],
    ]);
  });
});
