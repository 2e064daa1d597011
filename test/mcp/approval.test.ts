import { created, dataOf, newDraft, startIssuer, type Api } from '@timbre/testkit/client';
import { newAssistant, oldAssistant, type Assistant } from './client';

let api: Api;
beforeAll(async () => {
  api = await startIssuer();
});

describe.each<[string, (api: Api) => Promise<Assistant>]>([
  ['of 2026', newAssistant],
  ['of 2025', oldAssistant],
])('an agent %s that only proposes', (_, connect) => {
  let agent: Assistant;
  beforeAll(async () => {
    const { apiKey } = await created(api, '/v1/credentials', {
      name: 'Agent',
      permissions: ['invoices:read', 'invoices:manage'],
      limits: { requiresApproval: true, documentAmountMax: 1_000 },
    });
    agent = await connect(api.withApiKey(apiKey as string));
  });
  afterAll(() => agent.close());

  it('an agent that may only propose actions sees that its action was performed after a member approved the action', async () => {
    const documentRef = await newDraft(api);
    const proposed = await agent.call('stamp_cfdi', { documentRef });
    expect(proposed).toMatchObject({
      status: 'waiting_for_approval',
      summary: expect.stringContaining('Total: 233.16 MXN'),
    });
    const { approvalId, idempotencyKey } = proposed;
    const again = await agent.call('stamp_cfdi', { documentRef, idempotencyKey });
    expect(again).toMatchObject({ status: 'waiting_for_approval', approvalId });
    const approved = await api.request('POST', `/v1/approvals/${approvalId}/approve`);
    expect([approved.status, approved.json.data]).toMatchObject([200, { status: 'approved' }]);
    const done = await agent.call('stamp_cfdi', { documentRef, idempotencyKey });
    expect(done.data).toMatchObject({ status: 'valid', documentRef });
  });

  it('an agent that may only propose actions sees the reason why a member rejected its action', async () => {
    const documentRef = await newDraft(api);
    const { approvalId, idempotencyKey } = await agent.call('stamp_cfdi', { documentRef });
    const body = { reason: 'The price is last year’s.' };
    await api.request('POST', `/v1/approvals/${approvalId}/reject`, { body });
    const refused = await agent.call('stamp_cfdi', { documentRef, idempotencyKey });
    expect(refused).toMatchObject({
      isError: true,
      error: {
        message: expect.stringContaining(body.reason),
        details: { reason: 'approval_rejected' },
      },
    });
    const draft = await dataOf(api.request('GET', `/v1/cfdi/${documentRef}`));
    expect(draft.status).toBe('draft');
  });
});
