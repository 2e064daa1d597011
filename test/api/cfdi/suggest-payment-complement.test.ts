import { randomUUID } from 'node:crypto';
import { customItem, dataOf, newCustomer, newStamped, type Api } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
});

const suggest = (body: object) =>
  api.request('POST', '/v1/cfdi/payment-complement-suggestions', { body });

describe('200', () => {
  it("suggestPaymentComplement proposes a payment of the balances of the customer's invoices", async () => {
    const customerId = await newCustomer(api);
    const payment = { timing: 'deferred_or_installments', formCode: '99' };
    const { uuid } = await newStamped(api, { customerId, items: [customItem], payment });
    const suggestion = await dataOf(suggest({ customerId, documents: [{ uuid }] }));
    expect(suggestion).toMatchObject({
      documents: [{ uuid, installment: 1, remainingBalance: 0 }],
    });
  });
});

describe('400', () => {
  it('suggestPaymentComplement requires at least one document', async () => {
    const answer = await suggest({ customerId: randomUUID(), documents: [] });
    expect(refusalOf(answer)).toBe('400 validation_error');
  });
});

describe('404', () => {
  it('suggestPaymentComplement refuses an unknown customer', async () => {
    const documents = [{ uuid: randomUUID() }];
    expect(refusalOf(await suggest({ customerId: randomUUID(), documents }))).toBe('404 not_found');
  });
});
