import {
  created,
  dataOf,
  newStamped,
  type Api,
  type ApiResponse,
  type Shown,
} from '@timbre/testkit/client';
import { until } from '../until';
import { booksOf, newCredit } from '../expenses/books';

export const list = (api: Api, query = '') =>
  api.request('GET', `/v1/accounts/transactions${query}`);

/** The payment terms of an invoice with deferred payment. */
export const deferred = { payment: { timing: 'deferred_or_installments', formCode: '99' } };

/**
 * Creates an invoice and an expense, both with an open balance, and waits until accounts has posted
 * them.
 */
export async function postedBooks(api: Api): Promise<{ invoice: Shown; expense: Shown }> {
  const invoice = await newStamped(api, deferred);
  const expense = await newCredit(await booksOf(api));
  await until(
    60_000,
    async () => (await list(api)).json.data as Shown[],
    (rows) => rows.length >= 2,
  );
  return { invoice, expense };
}

/** Returns a client of the same organization whose API key has only the given permissions. */
export async function narrowed(api: Api, permissions: string[]): Promise<Api> {
  const { apiKey } = await created(api, '/v1/credentials', { name: 'Narrow', permissions });
  return api.withApiKey(apiKey as string);
}

/**
 * Returns payment terms with this number of monthly installments. The first installment is due a
 * month after the transaction.
 */
export const monthly = (installmentCount: number): object => ({
  installmentCount,
  firstDue: { kind: 'months_after_transaction', months: 1 },
  recurrence: { kind: 'anchor_day' },
});

/** Sets the installment plan of an invoice; `null` removes the plan. */
export const plan = (
  api: Api,
  { customerId, documentRef }: Shown,
  settlementTerms: unknown,
): Promise<ApiResponse> => {
  const path = `/v1/accounts/receivables/${customerId}/invoices/${documentRef}/plan`;
  return api.request('PUT', path, { body: { settlementTerms } });
};

export const planned = (api: Api, invoice: Shown, terms: object | null): Promise<Shown> =>
  dataOf(plan(api, invoice, terms));

/** Reads the first page of the collection calendar. */
export const calendarOf = async (api: Api, query = ''): Promise<Shown[]> =>
  (await api.request('GET', `/v1/accounts/collection-calendar${query}`)).json.data as Shown[];

/** Waits until accounts has posted the first document, and returns the balances. */
export const owedIn = (api: Api, path: string): Promise<Shown[]> =>
  until(
    60_000,
    async () => (await api.request('GET', path)).json.data as Shown[],
    (rows) => rows.length > 0,
  );

export const feed = '/v1/accounts/collection-calendar/feed';

/** Creates an invoice with a plan, and waits until its installment is in the calendar. */
export async function newDue(api: Api): Promise<Shown> {
  await planned(api, await newStamped(api, deferred), monthly(1));
  return (await calendarOf(api))[0]!;
}
