import { created, dataOf, newCustomer, productInput, type Api } from '@timbre/testkit/client';
import { startDocumented, startDocumentedIssuer } from '../documented';
import { proposerOf } from '../approvals/proposals';
import { issuesOf, refusalOf } from '../refused';
import { until } from '../until';
import { ask, fiscalCustomer, newQuote, newSent, publicly } from './offer';

let api: Api;
beforeAll(async () => void (api = await startDocumented()));

const accept = (documentRef: unknown, changes: object = {}) =>
  ask(api, documentRef, 'accept', { ...publicly, ...changes });
const named = { fiscalTreatment: 'specific_counterparty', invoiceRequested: true };

const settlementTerms = {
  installmentCount: 1,
  firstDue: { kind: 'months_after_transaction', months: 1 },
  recurrence: { kind: 'anchor_day' },
};

/** Creates a quote of 100.00 pesos without tax, to be sold on credit. */
async function onCredit(by: Api) {
  const customerId = await newCustomer(by, { creditEnabled: true });
  const product = { ...productInput, price: 100, taxability: 'zero', taxRate: 0 };
  const { productId } = await created(by, '/v1/products', product);
  const items = [{ kind: 'product', productId, quantity: 1 }];
  const quote = await newSent(by, { customerId, settlementTerms, items });
  return { quote, customerId, productId: productId as string };
}

describe('200', () => {
  it('acceptQuote freezes the totals and the fiscal data', async () => {
    const { documentRef, totals } = await newSent(api);
    const accepted = await dataOf(accept(documentRef, { ...named, fiscalCustomer }));
    expect(accepted).toMatchObject({
      status: 'accepted',
      acceptance: { ...named, fiscalCustomer, fiscalTotals: totals },
    });
  });

  it('acceptQuote requires no fiscal data for sales to the general public', async () => {
    const { documentRef } = await newSent(api);
    const { acceptance } = await dataOf(accept(documentRef));
    expect(acceptance).not.toHaveProperty('fiscalCustomer');
  });
});

describe('200 on credit', () => {
  it('acceptQuote creates the invoice that the buyer requested, if the quote is sold on credit', async () => {
    const issuer = await startDocumentedIssuer();
    const { quote } = await onCredit(issuer);
    const accepted = await dataOf(
      ask(issuer, quote.documentRef, 'accept', { ...publicly, ...named, fiscalCustomer }),
    );
    expect(accepted).toMatchObject({ status: 'converted', invoiceStatus: 'pending' });
    const shown = await until(
      60_000,
      () => dataOf(issuer.request('GET', `/v1/quotes/${quote.documentRef}`)),
      ({ invoiceStatus }) => invoiceStatus === 'issued' || invoiceStatus === 'failed',
    );
    expect(shown).toMatchObject({ invoiceStatus: 'issued' });
    const invoice = await issuer.request('GET', `/v1/cfdi/${shown.cfdiDocumentRef as string}`);
    expect(invoice.json.data).toMatchObject({
      status: 'valid',
      payment: { methodCode: 'PPD' },
      receiver: { rfc: fiscalCustomer.rfc },
    });
  });

  it('acceptQuote answers 409 after the taxes of the quoted product have changed', async () => {
    const { quote, productId } = await onCredit(api);
    const body = { taxability: 'standard', taxRate: 0.16 };
    await dataOf(api.request('PATCH', `/v1/products/${productId}`, { body }));
    expect(refusalOf(await accept(quote.documentRef))).toBe('409 conflict fiscal_drift');
  });
});

describe('a credential with limits', () => {
  const invoiced = { ...publicly, ...named, fiscalCustomer };
  const both = ['quotes:manage', 'invoices:manage'];
  async function agentWith(limits: object, permissions = both): Promise<Api> {
    const body = { name: 'Agent', permissions, limits };
    const { apiKey } = await created(api, '/v1/credentials', body);
    return api.withApiKey(apiKey as string);
  }
  const statusOf = async (documentRef: unknown) =>
    (await dataOf(api.request('GET', `/v1/quotes/${documentRef as string}`))).status;

  it.each([
    ['its amount', { documentAmountMax: 10 }, 'document_limit_exceeded'],
    ['the invoice that it asks for', { kinds: ['quote'] }, 'kind_not_allowed'],
    ['the receiver of that invoice', { receivers: ['XAXX010101000'] }, 'receiver_not_allowed'],
  ])('a credential with limits gets 403 for %s', async (_, limits, reason) => {
    const { quote } = await onCredit(api);
    const answer = await ask(await agentWith(limits), quote.documentRef, 'accept', invoiced);
    expect(refusalOf(answer)).toBe(`403 forbidden ${reason}`);
    expect(await statusOf(quote.documentRef)).toBe('sent');
  });

  it('a credential with limits gets 403 from acceptQuote if the limits do not allow the receiver of the invoice, even if they allow the customer', async () => {
    const { quote, customerId } = await onCredit(api);
    const agent = await agentWith({ receivers: [customerId] });
    const other = { ...invoiced, fiscalCustomer: { ...fiscalCustomer, rfc: 'EKU9003173C9' } };
    const answer = await ask(agent, quote.documentRef, 'accept', other);
    expect(refusalOf(answer)).toBe('403 forbidden receiver_not_allowed');
  });

  it('acceptQuote answers 403 if the buyer requests an invoice and the API key has no permission for invoices', async () => {
    const { quote } = await onCredit(api);
    const agent = await agentWith({}, ['quotes:manage']);
    const answer = await ask(agent, quote.documentRef, 'accept', invoiced);
    expect(refusalOf(answer)).toContain('403 forbidden');
    expect(await dataOf(ask(agent, quote.documentRef, 'accept', publicly))).toMatchObject({
      status: 'converted',
    });
  });

  it('a credential with limits gets 202 from acceptQuote, which waits for an approval and then accepts the quote', async () => {
    const { quote } = await onCredit(api);
    const proposer = await proposerOf(api, both);
    const { status, json } = await ask(proposer, quote.documentRef, 'accept', publicly);
    expect([status, await statusOf(quote.documentRef)]).toEqual([202, 'sent']);
    const path = `/v1/approvals/${json.data.approvalId as string}/approve`;
    await dataOf(api.request('POST', path));
    expect(await statusOf(quote.documentRef)).toBe('converted');
  });

  it('a credential with limits gets 403 from acceptQuote if the buyer of a prepaid quote requested an invoice', async () => {
    const { documentRef } = await newSent(api);
    await dataOf(accept(documentRef, { ...named, fiscalCustomer }));
    const pay = async (limits: object) =>
      refusalOf(await ask(await agentWith(limits), documentRef, 'payments', {}));
    expect(await pay({ kinds: ['quote'] })).toBe('403 forbidden kind_not_allowed');
    const receivers = ['XAXX010101000'];
    expect(await pay({ receivers })).toBe('403 forbidden receiver_not_allowed');
    const paying = await agentWith({ kinds: ['quote', 'income'], receivers: [fiscalCustomer.rfc] });
    expect((await ask(paying, documentRef, 'payments', {})).status).toBe(202);
  });
});

describe('400', () => {
  it('acceptQuote reports all faults at once', async () => {
    const { documentRef } = await newSent(api);
    const wrong = await accept(documentRef, { invoiceRequested: true, fiscalCustomer });
    expect(issuesOf(wrong)).toEqual([
      'fiscalCustomer: fiscal_customer_not_allowed',
      'invoiceRequested: invoice_not_allowed',
    ]);
    const { email: _, ...partial } = { ...fiscalCustomer, rfc: 'X' };
    expect(issuesOf(await accept(documentRef, { ...named, fiscalCustomer: partial }))).toEqual([
      'fiscalCustomer.email: required',
      'fiscalCustomer.rfc: rfc_invalid',
    ]);
    expect(issuesOf(await accept(documentRef, named))).toContain('fiscalCustomer.rfc: required');
    const closed = { ...fiscalCustomer, taxSystem: '605' };
    expect(issuesOf(await accept(documentRef, { ...named, fiscalCustomer: closed }))).toContain(
      'fiscalCustomer.taxSystem: tax_system_not_allowed',
    );
  });
});

describe('409 conflict', () => {
  it('acceptQuote refuses a revision that is not the published revision', async () => {
    const { documentRef } = await newSent(api);
    const answer = await accept(documentRef, { revisionNumber: 2 });
    expect(refusalOf(answer)).toBe('409 conflict revision_changed');
    expect(issuesOf(answer)).toEqual(['revisionNumber: revision_changed']);
  });

  it('only one of two concurrent requests accepts a quote', async () => {
    const { documentRef } = await newSent(api);
    const answers = await Promise.all([accept(documentRef), accept(documentRef)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = answers.find(({ status }) => status === 409)!;
    expect(refusalOf(late)).toBe('409 conflict accepted');
  });

  it('acceptQuote refuses to accept a draft', async () => {
    const { documentRef } = await newQuote(api);
    expect(refusalOf(await accept(documentRef))).toBe('409 conflict draft');
  });
});
