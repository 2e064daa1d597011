import { dataOf, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { list, narrowed, owedIn, postedBooks } from './books';

let api: Api;
let invoice: Shown;
let expense: Shown;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  ({ invoice, expense } = await postedBooks(api));
});

const reverse = (transactionId: string, body: object = { reason: 'Bounced' }, by = api) =>
  by.request('POST', `/v1/accounts/transactions/${transactionId}/reverse`, { body });

const pay = () =>
  dataOf(
    api.request('POST', `/v1/accounts/receivables/${invoice.customerId}/payments`, {
      body: { amount: 10, formCode: '03', paidOn: '2026-01-20' },
    }),
  );

it('reverseAccountTransaction answers 201: the reversal undoes the payment, and each transaction refers to the other', async () => {
  const { transactionId } = await pay();
  const undone = await dataOf(reverse(transactionId));
  expect(undone).toMatchObject({
    kind: 'reversal',
    amount: 10,
    reverses: transactionId,
    reason: 'Bounced',
  });
  const original = await dataOf(api.request('GET', `/v1/accounts/transactions/${transactionId}`));
  expect(original.reversedBy).toBe(undone.transactionId);
  const again = await reverse(transactionId);
  expect(refusalOf(again)).toBe('409 conflict already_reversed');
});

it('reverseAccountTransaction answers 201: the reversal of a settlement reopens its expense', async () => {
  const { documentRef, openAmount } = expense;
  const body = { amount: openAmount, paidOn: '2026-01-20', paymentForm: '03' };
  await dataOf(api.request('POST', `/v1/expenses/${documentRef}/settlements`, { body }));
  const [settlement] = await owedIn(
    api,
    `/v1/accounts/transactions?documentRef=${documentRef}&kind=settlement`,
  );
  const undone = await dataOf(reverse(settlement!.transactionId as string));
  expect(undone).toMatchObject({
    kind: 'reversal',
    side: 'payable',
    amount: openAmount,
    reason: 'Bounced',
    reverses: settlement!.transactionId,
    documentRef,
  });
  expect(await dataOf(api.request('GET', `/v1/expenses/${documentRef}`))).toMatchObject({
    settlementState: 'open',
    openAmount,
    settlements: [],
  });
  const again = await reverse(settlement!.transactionId as string);
  expect(refusalOf(again)).toBe('409 conflict already_reversed');
  const settled = await api.request('POST', `/v1/expenses/${documentRef}/settlements`, { body });
  expect(settled.status).toBe(201);
});

it('reverseAccountTransaction answers 400 for a reversal without a reason', async () => {
  expect(issuesOf(await reverse('x', {}))).toEqual(['reason: required']);
});

it('reverseAccountTransaction answers 404 for a transaction that the API key may not change', async () => {
  const { transactionId } = await pay();
  const payables = await narrowed(api, ['payables:manage']);
  expect(refusalOf(await reverse(transactionId, undefined, payables))).toBe('404 not_found');
});

it('reverseAccountTransaction answers 409 for a transaction that a document has caused', async () => {
  const rows = (await list(api, `?documentRef=${invoice.documentRef}&kind=invoice`)).json.data;
  const refused = await reverse((rows as Shown[])[0]!.transactionId as string);
  expect(refusalOf(refused)).toBe('409 conflict fiscal_document');
});
