import {
  created,
  customItem,
  dataOf,
  holdRow,
  incomeInput,
  newCustomer,
  type Api,
  type ApiResponse,
  type Shown,
} from '@timbre/testkit/client';
import { proposerOf } from './approvals/proposals';
import { call } from './assistant/tools';
import { startDocumentedIssuer } from './documented';
import { booksOf, newCredit } from './expenses/books';
import { calculatedRun } from './payroll/people';
import { ask, newSent, publicly } from './quotes/offer';
import { refusalOf } from './refused';
import { newReceipt, newTill } from './sales-receipts/till';
import { until } from './until';

let api: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
});

async function agentWith(limits: object, more: string[] = []): Promise<Api> {
  const permissions = ['invoices:read', 'invoices:manage', 'files:manage', ...more];
  const { apiKey } = await created(api, '/v1/credentials', { name: 'Agent', permissions, limits });
  return api.withApiKey(apiKey as string);
}

/** An item with this price without tax; the tax adds 16 %. */
const priced = (unitPrice: number) => [{ ...customItem, quantity: 1, unitPrice }];

/** Creates a draft of 11.60 pesos, and the change that raises the draft to 116,000 pesos. */
async function growingDraft() {
  const customerId = await newCustomer(api);
  const input = incomeInput(customerId, { items: priced(10) });
  const documentRef = (await created(api, '/v1/cfdi', input)).documentRef as string;
  const body = incomeInput(customerId, { items: priced(100_000) });
  const path = `/v1/cfdi/${documentRef}`;
  return { documentRef, path, grow: () => api.request('PUT', path, { body }) };
}

const idOf = (documentRef: string): string => documentRef.split(':')[1]!;

/**
 * Lets a change reach a database row before an action that was already checked against the limits. The
 * test locks the row, and both requests wait for the row in this order.
 */
async function overtaken<Answer>(
  row: Parameters<typeof holdRow>,
  change: () => Promise<ApiResponse>,
  act: () => Promise<Answer>,
): Promise<Answer> {
  const held = await holdRow(...row);
  const changing = change();
  await held.waiting(1);
  const acting = act();
  await held.waiting(2);
  await held.release();
  expect((await changing).status).toBeLessThan(300);
  return acting;
}

const stampedBy = (agent: Api, path: string) => () => agent.request('POST', `${path}/stamp`);

const changed = '409 conflict document_changed';

describe('a draft that grows from 11.60 to 116,000 after its stamp was checked against the limits', () => {
  it.each([
    ['the limit of a document', { documentAmountMax: 20 }],
    ['the limit of a day', { dayAmountMax: 100 }],
  ])(
    'a draft whose amount is raised to 116,000 after it was judged is not stamped under %s',
    async (_, limits) => {
      const agent = await agentWith(limits);
      const { documentRef, path, grow } = await growingDraft();
      const row = ['fiscal-cfdi', 'cfdi', idOf(documentRef)] as const;
      expect(refusalOf(await overtaken([...row], grow, stampedBy(agent, path)))).toBe(changed);
      expect(await dataOf(api.request('GET', path))).toMatchObject({ status: 'draft' });
      // A refused stamp does not count toward the daily limit.
      const other = await growingDraft();
      expect((await stampedBy(agent, other.path)()).status).toBe(200);
    },
  );

  it('a draft whose amount is raised to 116,000 after the check is not stamped when a person approves the stamp', async () => {
    const agent = await proposerOf(api);
    const { documentRef, path, grow } = await growingDraft();
    const { json } = await stampedBy(agent, path)();
    const approve = () => api.request('POST', `/v1/approvals/${json.data.approvalId}/approve`);
    const row = ['fiscal-cfdi', 'cfdi', idOf(documentRef)] as const;
    expect(refusalOf(await overtaken([...row], grow, approve))).toBe(changed);
    expect(await dataOf(api.request('GET', path))).toMatchObject({ status: 'draft' });
    const { data } = (await api.request('GET', '/v1/approvals?limit=1')).json;
    expect(data[0]).toMatchObject({ status: 'failed', error: { reason: 'document_changed' } });
  });

  it('a draft whose amount is raised to 116,000 after the check is not stamped when an assistant confirms the stamp', async () => {
    const { documentRef, path, grow } = await growingDraft();
    const { json } = await call(api, 'stamp_cfdi', { documentRef });
    const given = { documentRef, confirmationToken: json.confirmationToken };
    const row = ['fiscal-cfdi', 'cfdi', idOf(documentRef)] as const;
    const answer = await overtaken([...row], grow, () => call(api, 'stamp_cfdi', given));
    expect(answer.json.error.details.reason).toBe('document_changed');
    expect(await dataOf(api.request('GET', path))).toMatchObject({ status: 'draft' });
  });
});

describe('an action on a quote, payroll run or expense that changes after the check', () => {
  it('a payroll run is not stamped if one of its receipts grows after the check against the limits', async () => {
    await created(api, '/v1/settings/series', { code: 'N', kind: 'payroll' });
    const { runId, rowId } = await calculatedRun(api);
    const agent = await agentWith({ documentAmountMax: 10_000 }, [
      'employees:read',
      'employees:manage',
    ]);
    const earnings = [{ type: '001', taxableAmount: 80_000.1, exemptAmount: 0 }];
    const otherPayments = [{ type: '002', amount: 0, employmentSubsidy: 0 }];
    const body = { paidDays: 15, earnings, otherPayments };
    const path = `/v1/payroll/runs/${runId}`;
    const grow = () => api.request('PATCH', `/v1/payroll/rows/${rowId}`, { body });
    const answer = await overtaken(
      ['payroll', 'payroll_runs', runId],
      grow,
      stampedBy(agent, path),
    );
    expect(refusalOf(answer)).toBe(changed);
    expect(await dataOf(api.request('GET', path))).toMatchObject({ rowCounts: { ready: 1 } });
  });

  it('a quote is not accepted if a new revision is published after the check against the limits', async () => {
    const { documentRef } = await newSent(api);
    const agent = await agentWith({ documentAmountMax: 1_000_000 }, ['quotes:manage']);
    const publish = () => ask(api, documentRef, 'publish', { sendEmail: false });
    const accept = () => ask(agent, documentRef, 'accept', publicly);
    const row = ['commerce', 'quotes', idOf(documentRef as string)] as const;
    expect(refusalOf(await overtaken([...row], publish, accept))).toBe(changed);
  });

  it('a payment of an expense is not recorded if the expense gets another supplier after the check against the limits', async () => {
    const books = await booksOf(api);
    const { documentRef } = await newCredit(books);
    const supplier = { kind: 'supplier', legalName: 'Otro', rfc: 'URE180429TM6' };
    const { contactId: supplierId } = await created(api, '/v1/contacts', supplier);
    const agent = await agentWith({ receivers: [books.supplierId] }, ['expenses:manage']);
    const path = `/v1/expenses/${documentRef as string}`;
    const change = () => api.request('PATCH', path, { body: { supplierId } });
    const body = { amount: 1, paidOn: '2026-11-20', paymentForm: '03' };
    const settle = () => agent.request('POST', `${path}/settlements`, { body });
    const row = ['commerce', 'expenses', idOf(documentRef as string)] as const;
    expect(refusalOf(await overtaken([...row], change, settle))).toBe(changed);
  });
});

describe('the amount of a refund', () => {
  /** Creates a receipt of five units for 50 pesos, with a refund of 25 pesos in money only. */
  async function halfRefunded() {
    const till = await newTill(api);
    const items = [{ kind: 'product', productId: till.productId, quantity: 5, unitPrice: 10 }];
    const receipt = await newReceipt(api, till, { items });
    const path = `/v1/sales-receipts/${receipt.documentRef as string}`;
    const [{ lineRef }] = receipt.items as [Shown];
    const refund = (by: Api, line: object) =>
      by.request('POST', `${path}/refunds`, { body: { lines: [{ lineRef, ...line }] } });
    return { path, lineRef: lineRef as string, refund, total: receipt.total as Shown, receipt };
  }

  it('the amount of a refund that limits and approvals use is computed by commerce', async () => {
    const { path, lineRef, refund, receipt } = await halfRefunded();
    const total = Number(receipt.total.amount);
    const share = total / 5;
    // Refunding only money does not change the quantity of the line, so each unit still has its share
    // of the sale's amount.
    expect((await refund(api, { amount: total / 2 })).status).toBe(201);
    const agent = await agentWith({ documentAmountMax: share - 0.01 }, ['receipts:manage']);
    expect(refusalOf(await refund(agent, { quantity: 1 }))).toBe(
      '403 forbidden document_limit_exceeded',
    );
    const proposer = await proposerOf(api, ['receipts:manage', 'receipts:read']);
    const { json } = await refund(proposer, { quantity: 1 });
    expect(json.data.summary).toContain(`- Refunded now: ${share.toFixed(2)} MXN`);
    const asked = { documentRef: receipt.documentRef, lines: [{ lineRef, quantity: 1 }] };
    const { json: confirming } = await call(api, 'refund_sales_receipt', asked);
    expect(confirming.summary).toContain(`- Refunded now: ${share.toFixed(2)} MXN`);
    const wide = await agentWith({ documentAmountMax: share }, ['receipts:manage']);
    const key = { headers: { 'idempotency-key': `refund ${path}` } };
    const body = { lines: [{ lineRef, quantity: 1 }] };
    const refunded = await wide.request('POST', `${path}/refunds`, { body, ...key });
    expect(refunded.json.data.total.amount).toBe(share);
    // A repeated request gets the first response, even if nothing more could be refunded.
    await dataOf(api.request('POST', `${path}/refunds`, { body: {} }));
    const again = await wide.request('POST', `${path}/refunds`, { body, ...key });
    expect(again.json.data).toEqual(refunded.json.data);
  });

  it('the amount of a refund is checked for the refunded receipt, not for an earlier receipt', async () => {
    const { refund, receipt } = await halfRefunded();
    const total = Number(receipt.total.amount);
    const agent = await agentWith({ documentAmountMax: total }, ['receipts:manage']);
    const row = ['commerce', 'sales_receipts', idOf(receipt.documentRef as string)] as const;
    const first = () => refund(api, { amount: total / 2 });
    const held = await holdRow(...row);
    const changing = first();
    await held.waiting(1);
    const acting = refund(agent, { quantity: 1 });
    await held.waiting(2);
    await held.release();
    expect((await changing).status).toBe(201);
    expect(refusalOf(await acting)).toBe(changed);
  });
});

it('the limits of a credential count the credit that a payment applies in addition to its money', async () => {
  const customerId = await newCustomer(api);
  const path = `/v1/accounts/receivables/${customerId}/payments`;
  const pay = (by: Api, more: object = {}) => {
    const body = { amount: 10, formCode: '03', paidOn: '2026-01-20', ...more };
    return by.request('POST', path, { body });
  };
  await dataOf(pay(api, { amount: 500 }));
  const owed = incomeInput(customerId, {
    payment: { timing: 'deferred_or_installments', formCode: '99' },
    items: priced(100),
  });
  const { documentRef } = await created(api, '/v1/cfdi', owed);
  await dataOf(api.request('POST', `/v1/cfdi/${documentRef as string}/stamp`));
  // The service accounts is informed about the invoice by an event.
  await until(
    60_000,
    () => dataOf(api.request('GET', `/v1/accounts/receivables/${customerId}`)),
    ({ balances }) => balances.some(({ applicableCredit }: Shown) => applicableCredit === 116),
  );
  const agent = await agentWith({ documentAmountMax: 115 }, ['receivables:manage']);
  expect(refusalOf(await pay(agent, { useCredit: true }))).toBe(
    '403 forbidden document_limit_exceeded',
  );
  expect(refusalOf(await pay(agent))).toBe('201');
  const wide = await agentWith({ documentAmountMax: 116 }, ['receivables:manage']);
  expect(refusalOf(await pay(wide, { useCredit: true }))).toBe('201');
});
