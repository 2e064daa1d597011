import { randomUUID } from 'node:crypto';
import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { applied, ask, newSent } from './offer';

let api: Api;
beforeAll(async () => void (api = await startDocumented()));

const retry = (documentRef: unknown, paymentId: string, body: object = {}) =>
  ask(api, documentRef, `payments/${paymentId}/apply`, body);

it('retryQuotePayment answers 202 and applies the payment after the cause of its failure was corrected', async () => {
  const { documentRef } = await newSent(api);
  await ask(api, documentRef, 'payments');
  const { payment } = await applied(api, documentRef);
  expect(payment).toMatchObject({ applicationErrorCode: 'payment_form_required' });
  const { paymentId } = payment as { paymentId: string };
  const again = await ask(api, documentRef, `payments/${paymentId}/apply`, { paymentForm: '01' });
  expect([again.status, again.json.data.payment.applicationStatus]).toEqual([202, 'processing']);
  expect(await applied(api, documentRef)).toMatchObject({ status: 'converted' });
  const late = await ask(api, documentRef, `payments/${paymentId}/apply`);
  expect(refusalOf(late)).toBe('409 conflict applied');
});

it('retryQuotePayment answers 400 for an unknown form of payment', async () => {
  const { documentRef } = await newSent(api);
  expect(issuesOf(await retry(documentRef, randomUUID(), { paymentForm: '99' }))).toEqual([
    'paymentForm: form_code_not_allowed',
  ]);
});

it('retryQuotePayment answers 404 for an unknown payment, and for a payment of another quote', async () => {
  const [one, other] = [await newSent(api), await newSent(api)];
  const { json } = await ask(api, other.documentRef, 'payments');
  for (const id of [randomUUID(), 'x', json.data.payment.paymentId as string]) {
    expect(refusalOf(await retry(one.documentRef, id))).toBe('404 not_found');
  }
});
