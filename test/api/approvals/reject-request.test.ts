import { created, dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented, startDocumentedIssuer } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { proposal, proposerOf, stamping } from './proposals';

let api: Api;
let agent: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  agent = await proposerOf(api);
});

const reject = (by: Api, approvalId: string, body: unknown = { reason: 'Too early.' }) =>
  by.request('POST', `/v1/approvals/${approvalId}/reject`, { body });

describe('200', () => {
  it('rejectRequest prevents the action, and the proposer can read the reason', async () => {
    const { approvalId, documentRef, key } = await proposal(api, agent);
    const { status, json } = await reject(api, approvalId);
    expect([status, json.data]).toMatchObject([200, { status: 'rejected', reason: 'Too early.' }]);
    const refused = await stamping(agent, documentRef, key);
    expect(refusalOf(refused)).toBe('409 conflict approval_rejected');
    expect(refused.json.error.message).toContain('Too early.');
    const draft = await dataOf(api.request('GET', `/v1/cfdi/${documentRef}`));
    expect(draft.status).toBe('draft');
  });
});

describe('400', () => {
  it.each([
    [{}, 'reason: required'],
    [{ reason: ' ' }, 'reason: too_small'],
    [{ reason: 'x'.repeat(501) }, 'reason: too_big'],
    [{ reason: '\u0000' }, 'reason: character_not_allowed'],
    [{ reason: 7 }, 'reason: invalid_type'],
    [{ reason: 'No', more: 1 }, 'more: unknown_field'],
  ])('rejectRequest refuses the rejection %j', async (body, issue) => {
    const { approvalId } = await proposal(api, agent);
    const answer = await reject(api, approvalId, body);
    expect([answer.status, issuesOf(answer)]).toEqual([400, [issue]]);
  });
});

describe('403', () => {
  it('rejectRequest refuses callers who may not perform the action or may not see it', async () => {
    const { approvalId } = await proposal(api, agent);
    const body = { name: 'Reader', permissions: ['approvals:manage', 'approvals:read'] };
    const { apiKey } = await created(api, '/v1/credentials', body);
    const refused = await reject(api.withApiKey(apiKey as string), approvalId);
    expect(refusalOf(refused)).toBe('403 forbidden insufficient_scope');
    expect(JSON.stringify(refused.json)).not.toContain('233.16');
  });
});

describe('404', () => {
  it('rejectRequest refuses an approval of another organization', async () => {
    const { approvalId } = await proposal(api, agent);
    expect(refusalOf(await reject(await startDocumented(), approvalId))).toBe('404 not_found');
  });
});

describe('409', () => {
  it('rejectRequest refuses a proposal that was already approved or rejected', async () => {
    const { approvalId } = await proposal(api, agent);
    await reject(api, approvalId);
    expect(refusalOf(await reject(api, approvalId))).toBe('409 conflict approval_decided');
    const approving = await api.request('POST', `/v1/approvals/${approvalId}/approve`);
    expect(refusalOf(approving)).toBe('409 conflict approval_decided');
  });
});
