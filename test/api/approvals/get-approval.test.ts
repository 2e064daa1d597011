import { randomUUID } from 'node:crypto';
import { created, dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented, startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';
import { proposal, proposerOf } from './proposals';

let api: Api;
let agent: Api;
let approvalId: string;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  agent = await proposerOf(api, ['invoices:read', 'invoices:manage']);
  ({ approvalId } = await proposal(api, agent));
});

const get = (by: Api, id = approvalId) => by.request('GET', `/v1/approvals/${id}`);

describe('200', () => {
  it('getApproval shows the outcome to the proposer, even without approvals:read', async () => {
    expect(await dataOf(get(agent))).toMatchObject({ approvalId, status: 'pending' });
    const other = await proposal(api, agent);
    const body = { reason: 'Not this month' };
    await dataOf(api.request('POST', `/v1/approvals/${other.approvalId}/reject`, { body }));
    const { status, reason } = await dataOf(get(agent, other.approvalId));
    expect({ status, reason }).toEqual({ status: 'rejected', reason: 'Not this month' });
  });

  it('getApproval shows an approver the actions that the approver may perform', async () => {
    expect(await dataOf(get(api))).toEqual(await dataOf(get(agent)));
  });
});

describe('404', () => {
  it('getApproval refuses an API key that has no permission for approvals and did not make the proposal', async () => {
    const keyWith = async (permissions: string[]) => {
      const { apiKey } = await created(api, '/v1/credentials', { name: 'Other', permissions });
      return api.withApiKey(apiKey as string);
    };
    for (const permissions of [['invoices:manage'], ['approvals:read', 'employees:read']]) {
      expect(refusalOf(await get(await keyWith(permissions)))).toBe('404 not_found');
    }
  });

  it('getApproval refuses an unknown approval, and an approval of another organization', async () => {
    expect(refusalOf(await get(await startDocumented()))).toBe('404 not_found');
    for (const id of [randomUUID(), 'x']) {
      expect(refusalOf(await get(api, id))).toBe('404 not_found');
    }
  });
});
