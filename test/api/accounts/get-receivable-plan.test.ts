import { dataOf, newStamped, type Api } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';
import { calendarOf, deferred, monthly, planned } from './books';

let api: Api;
beforeAll(async () => void (api = await startDocumentedIssuer()));

const get = (planId: string, by = api) =>
  by.request('GET', `/v1/accounts/receivable-plans/${planId}`);

it('getReceivablePlan answers 200 with the plan, even after another plan replaced it', async () => {
  const invoice = await newStamped(api, deferred);
  const terms = monthly(2);
  const { plannedAt } = await planned(api, invoice, terms);
  const planId = async () =>
    (await calendarOf(api, `?customerId=${invoice.customerId}`))[0]!.planId as string;
  const first = await planId();
  const shown = await dataOf(get(first));
  expect(shown).toMatchObject({
    planId: first,
    documentRef: invoice.documentRef,
    customerId: invoice.customerId,
    state: 'active',
    settlementTerms: terms,
    plannedAt,
    currency: 'MXN',
    plannedBalance: invoice.total.amount,
  });
  const { installments } = shown;
  expect(installments).toMatchObject([{ number: 1, status: 'pending' }, { number: 2 }]);
  expect(installments[0].amount + installments[1].amount).toBeCloseTo(invoice.total.amount, 6);
  await planned(api, invoice, monthly(1));
  expect(await dataOf(get(first))).toMatchObject({
    state: 'replaced',
    replacedBy: await planId(),
    installments: [{ status: 'canceled', open: 0 }, { status: 'canceled' }],
  });
});

it('getReceivablePlan answers 404 for a plan that does not exist', async () => {
  expect(refusalOf(await get('x'))).toBe('404 not_found');
});
