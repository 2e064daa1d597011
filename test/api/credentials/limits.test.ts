import { randomUUID } from 'node:crypto';
import {
  created,
  dataOf,
  newCustomer,
  newDraft,
  startIssuer,
  type Api,
} from '@timbre/testkit/client';
import { call } from '../assistant/tools';
import { newQuote } from '../quotes/offer';
import { issuesOf, refusalOf } from '../refused';
import { newReceipt, newTill } from '../sales-receipts/till';

let api: Api;
beforeAll(async () => {
  api = await startIssuer();
});

const permissions = ['invoices:read', 'invoices:manage', 'files:manage', 'credentials:manage'];

async function agentWith(limits: object): Promise<Api> {
  const made = await created(api, '/v1/credentials', { name: 'Agent', permissions, limits });
  expect(made.limits).toEqual(limits);
  return api.withApiKey(made.apiKey as string);
}

/**
 * Returns the response status to the stamp request of a 233.16 MXN draft, with the reason if the
 * request was refused.
 */
async function stamping(by: Api, documentRef: string, key?: string): Promise<string> {
  const { status, json } = await by.request('POST', `/v1/cfdi/${documentRef}/stamp`, {
    ...(key && { headers: { 'idempotency-key': key } }),
  });
  return [status, json.error?.details?.reason].filter(Boolean).join(' ');
}

describe('the limits of a credential', () => {
  it('the limits of a credential cap the amount of a document to the cent', async () => {
    const documentRef = await newDraft(api);
    const tight = await agentWith({ documentAmountMax: 233.15 });
    expect(await stamping(tight, documentRef)).toBe('403 document_limit_exceeded');
    const wide = await agentWith({ documentAmountMax: 233.16 });
    expect(await stamping(wide, documentRef)).toBe('200');
  });

  it('the limits of a credential cap the total amount of a day over concurrent actions; a repeated request counts once', async () => {
    const agent = await agentWith({ dayAmountMax: 500 });
    const drafts = await Promise.all([1, 2, 3, 4].map(() => newDraft(api)));
    const outcomes = await Promise.all(
      drafts.map((documentRef) => stamping(agent, documentRef, `day ${documentRef}`)),
    );
    expect(outcomes.filter((outcome) => outcome === '200')).toHaveLength(2);
    expect(outcomes.filter((outcome) => outcome === '403 day_limit_exceeded')).toHaveLength(2);
    const stamped = drafts[outcomes.indexOf('200')]!;
    expect(await stamping(agent, stamped, `day ${stamped}`)).toBe('200');
    // A refused stamp does not count toward the daily limit.
    const other = await agentWith({ dayAmountMax: 300 });
    expect(await stamping(other, stamped)).toMatch(/^409/);
    expect(await stamping(other, drafts[outcomes.indexOf('403 day_limit_exceeded')]!)).toBe('200');
  });

  it('the limits of a credential restrict the kinds of documents and the receivers, by RFC, contact and email address', async () => {
    const customerId = await newCustomer(api);
    const documentRef = await newDraft(api);
    const { customerId: own } = await dataOf(api.request('GET', `/v1/cfdi/${documentRef}`));
    const reasons = await Promise.all(
      [{ kinds: ['payroll'] }, { receivers: ['XAXX010101000'] }].map(async (limits) =>
        stamping(await agentWith(limits), documentRef),
      ),
    );
    expect(reasons).toEqual(['403 kind_not_allowed', '403 receiver_not_allowed']);
    expect(customerId).not.toBe(own);
    const agent = await agentWith({ kinds: ['income'], receivers: [own, 'a@example.com'] });
    expect(await stamping(agent, documentRef)).toBe('200');
    const send = async (...recipients: string[]) =>
      (await agent.request('POST', `/v1/documents/${documentRef}/send`, { body: { recipients } }))
        .status;
    expect(await send('a@example.com', 'b@example.com')).toBe(403);
    expect(await send('A@example.com')).toBe(202);
  });

  it('the limits of a credential apply when a buyer invoices a receipt on its page', async () => {
    const { documentRef } = await newReceipt(api, await newTill(api));
    const lets = async (limits: object) => {
      const more = { name: 'Till', permissions: ['receipts:manage'], limits };
      const { apiKey } = await created(api, '/v1/credentials', more);
      const path = `/v1/sales-receipts/${documentRef as string}/self-invoice-links`;
      return refusalOf(await api.withApiKey(apiKey as string).request('POST', path, { body: {} }));
    };
    expect(await lets({ documentAmountMax: 1_159.99 })).toBe(
      '403 forbidden document_limit_exceeded',
    );
    expect(await lets({ kinds: ['credit_note'] })).toBe('403 forbidden kind_not_allowed');
    // The buyer enters the fiscal data on the page, so the receiver of the invoice is still
    // unknown.
    expect(await lets({ receivers: ['XAXX010101000'] })).toBe('403 forbidden receiver_not_allowed');
    expect(await lets({ requiresApproval: true })).toBe('202');
    expect(await lets({ documentAmountMax: 1_160, kinds: ['income'] })).toBe('201');
  });

  it('the limits of a credential apply to the retry of a quote payment, which may state a different amount', async () => {
    const { documentRef } = await newQuote(api);
    const more = {
      name: 'Sales',
      permissions: ['quotes:manage'],
      limits: { documentAmountMax: 1 },
    };
    const { apiKey } = await created(api, '/v1/credentials', more);
    const path = `/v1/quotes/${documentRef as string}/payments/${randomUUID()}/apply`;
    const retry = (amount: number) =>
      api.withApiKey(apiKey as string).request('POST', path, { body: { amount } });
    expect(refusalOf(await retry(1.01))).toBe('403 forbidden document_limit_exceeded');
    expect(refusalOf(await retry(1))).toBe('404 not_found');
  });

  it('with a dry-run limit, a credential can read and preview, and writes return what would have been done', async () => {
    const documentRef = await newDraft(api);
    const agent = await agentWith({ dryRun: true });
    expect((await agent.request('GET', `/v1/cfdi/${documentRef}`)).status).toBe(200);
    const { status, json } = await agent.request('POST', `/v1/cfdi/${documentRef}/stamp`);
    expect([status, json.error.details.reason]).toEqual([403, 'dry_run_only']);
    expect(json.error.message).toContain('Stamp this draft as a fiscal document');
    const draft = await agent.request('DELETE', `/v1/cfdi/${documentRef}`);
    expect(draft.json.error.details.reason).toBe('dry_run_only');
    expect((await dataOf(api.request('GET', `/v1/cfdi/${documentRef}`))).status).toBe('draft');
  });

  it('the limits of a credential are checked before an assistant asks a person to confirm the action', async () => {
    const agent = await agentWith({ documentAmountMax: 1 });
    const { isError, json } = await call(agent, 'stamp_cfdi', { documentRef: await newDraft(api) });
    expect(isError).toBe(true);
    expect(json.error.details.reason).toBe('document_limit_exceeded');
  });

  it('the limits of a child credential or a rotation cannot exceed the limits of the credential', async () => {
    const agent = await agentWith({ documentAmountMax: 10, kinds: ['income'] });
    const body = { name: 'Child', permissions: ['invoices:read'] };
    const child = await created(agent, '/v1/credentials', { ...body, limits: { dryRun: true } });
    expect(child.limits).toEqual({ documentAmountMax: 10, kinds: ['income'], dryRun: true });
    const limits = { documentAmountMax: 11, kinds: ['income', 'payroll'] };
    const refused = await agent.request('POST', '/v1/credentials', { body: { ...body, limits } });
    expect(issuesOf(refused)).toEqual([
      'limits.documentAmountMax: limit_not_held',
      'limits.kinds.1: limit_not_held',
    ]);
    const { credentialId } = await created(api, '/v1/credentials', body);
    const rotated = await agent.request('POST', `/v1/credentials/${credentialId}/rotate`);
    expect(rotated.json.error.details.reason).toBe('limit_not_held');
  });

  it('limits of a credential that restrict nothing are refused with their paths', async () => {
    const limits = {
      documentAmountMax: -1,
      dayAmountMax: 1.001,
      kinds: ['nothing'],
      dryRun: 'yes',
      receivers: ['not a receiver', '\u0000'],
      more: 1,
    };
    const body = { name: 'Agent', permissions, limits };
    const refused = await api.request('POST', '/v1/credentials', { body });
    expect(issuesOf(refused).sort()).toEqual([
      'limits.dayAmountMax: too_many_decimals',
      'limits.documentAmountMax: too_small',
      'limits.dryRun: invalid_type',
      'limits.kinds.0: invalid_value',
      'limits.more: unknown_field',
      'limits.receivers.0: receiver_invalid',
      'limits.receivers.1: receiver_invalid',
    ]);
  });
});
