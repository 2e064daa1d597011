import { randomUUID } from 'node:crypto';
import { created, dataOf, type Api, type ApiResponse } from '@timbre/testkit/client';
import { startDocumented, startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';
import { proposal, proposerOf, stamping } from './proposals';

let api: Api;
let agent: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  agent = await proposerOf(api);
});

const approve = (by: Api, approvalId: string, key?: string): Promise<ApiResponse> =>
  by.request('POST', `/v1/approvals/${approvalId}/approve`, {
    ...(key && { headers: { 'idempotency-key': key } }),
  });

const statusOf = async (documentRef: string): Promise<unknown> =>
  (await dataOf(api.request('GET', `/v1/cfdi/${documentRef}`))).status;

describe('200', () => {
  it('approveRequest performs the action once, even if it is approved several times, and informs the proposer', async () => {
    const { approvalId, documentRef, key } = await proposal(api, agent);
    expect(await statusOf(documentRef)).toBe('draft');
    const answers = await Promise.all([1, 2].map(() => approve(api, approvalId, `once ${key}`)));
    const repeated = await approve(api, approvalId, `once ${key}`);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).not.toEqual([]);
    expect(repeated.json.data).toMatchObject({
      approvalId,
      status: 'approved',
      operation: 'stampCfdi',
      documentRef,
      decidedBy: expect.stringMatching(/^credential:/),
    });
    const outcome = await stamping(agent, documentRef, key);
    expect(outcome).toMatchObject({
      status: 200,
      json: { data: { status: 'valid', documentRef } },
    });
    expect(refusalOf(await approve(api, approvalId))).toBe('409 conflict approval_decided');
  });
});

describe('202 of the action', () => {
  it('a repeated proposal gets the same approval, and a different request with the same idempotency key gets a conflict', async () => {
    const { approvalId, documentRef, key } = await proposal(api, agent);
    const again = await stamping(agent, documentRef, key);
    expect([again.status, again.json.data]).toMatchObject([202, { approvalId, status: 'pending' }]);
    expect(again.json.data.summary).toContain('Total: 233.16 MXN');
    const other = await proposal(api, agent);
    expect(refusalOf(await stamping(agent, other.documentRef, key))).toBe(
      '409 idempotency_conflict',
    );
  });
});

describe('403', () => {
  it('approveRequest refuses an approval by the proposer, and by any other credential that may only propose actions', async () => {
    const { approvalId } = await proposal(api, agent);
    expect(refusalOf(await approve(agent, approvalId))).toBe('403 forbidden own_proposal');
    const other = await proposerOf(api);
    expect(refusalOf(await approve(other, approvalId))).toBe('403 forbidden approver_limited');
  });

  it('approveRequest refuses an approver without the permissions of the proposed operation', async () => {
    const { approvalId } = await proposal(api, agent);
    const body = { name: 'Reader', permissions: ['approvals:manage', 'invoices:read'] };
    const { apiKey } = await created(api, '/v1/credentials', body);
    const reader = api.withApiKey(apiKey as string);
    expect(refusalOf(await approve(reader, approvalId))).toBe('403 forbidden insufficient_scope');
  });

  it('approveRequest refuses an approval after the proposing credential was revoked', async () => {
    const own = await proposerOf(api);
    const { approvalId, documentRef } = await proposal(api, own);
    const { json } = await api.request('GET', '/v1/approvals?limit=1');
    const { credentialId } = json.data[0] as { credentialId: string };
    await api.request('POST', `/v1/credentials/${credentialId}/revoke`);
    expect(refusalOf(await approve(api, approvalId))).toBe('403 forbidden proposer_ended');
    expect(await statusOf(documentRef)).toBe('draft');
  });

  it("approveRequest refuses an action that exceeds the proposer's daily amount, and can approve it later", async () => {
    const limited = await proposerOf(api, ['invoices:read', 'invoices:manage'], {
      dayAmountMax: 300,
    });
    const [first, second] = [await proposal(api, limited), await proposal(api, limited)];
    expect((await approve(api, first.approvalId)).status).toBe(200);
    expect(refusalOf(await approve(api, second.approvalId))).toBe(
      '403 forbidden day_limit_exceeded',
    );
    expect((await stamping(limited, second.documentRef, second.key)).status).toBe(202);
  });
});

describe('404', () => {
  it('approveRequest refuses an unknown approval, and an approval of another organization', async () => {
    const { approvalId } = await proposal(api, agent);
    const stranger = await startDocumented();
    for (const [by, id] of [
      [stranger, approvalId],
      [api, randomUUID()],
      [api, 'nothing'],
    ] as const) {
      expect(refusalOf(await approve(by, id))).toBe('404 not_found');
    }
  });
});

describe('409', () => {
  it('approveRequest refuses to approve a document that has changed since the proposal', async () => {
    const { approvalId, documentRef } = await proposal(api, agent);
    await api.request('DELETE', `/v1/cfdi/${documentRef}`);
    expect(refusalOf(await approve(api, approvalId))).toBe('409 conflict document_changed');
    const other = await proposal(api, agent);
    expect((await stamping(api, other.documentRef)).status).toBe(200);
    expect(refusalOf(await approve(api, other.approvalId))).toBe('409 conflict document_changed');
  });
});
