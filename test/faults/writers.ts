import { setTimeout as sleep } from 'node:timers/promises';
import { created, incomeInput, newCustomer } from '@timbre/testkit/client';
import { deferred } from '../api/accounts/books';
import { booksOf, creditInput, type Books } from '../api/expenses/books';
import { newTill, saleInput, type Till } from '../api/sales-receipts/till';
import {
  clientOf,
  inFlight,
  insist,
  killDuring,
  OutcomeCounts,
  type Client,
  type Kills,
} from './clients';
import { documentItem } from './documents';

/** The API clients of one organization that write receipts, CFDI, payments and expenses concurrently. */
export interface Writers extends Kills {
  api: Client;
  /** The clients that create sales, each with its own API key. */
  sellers: Client[];
  till: Till;
  books: Books;
  customerId: string;
  outcomes: OutcomeCounts;
  /**
   * References of created documents: receipts, stamped CFDI, CFDI with an open balance, and expenses on
   * credit.
   */
  receipts: string[];
  cfdi: string[];
  owed: string[];
  expenses: string[];
  /** The documents that a response acknowledged, each with its UUID after the stamp was acknowledged. */
  acknowledged: Map<string, string | undefined>;
  /**
   * The timeout in milliseconds for one write, and for the services to become consistent after the last
   * write.
   */
  settleMs: number;
}

export async function newWriters(api: Client, settleMs: number): Promise<Writers> {
  return {
    api,
    sellers: [api, await anotherKey(api)],
    till: await newTill(api),
    books: await booksOf(api),
    customerId: await newCustomer(api),
    outcomes: new OutcomeCounts(),
    receipts: [],
    cfdi: [],
    owed: [],
    expenses: [],
    acknowledged: new Map(),
    settleMs,
    kills: 0,
    isOver: false,
  };
}

/** The number of writes and writers in a run. */
export interface Writes {
  writers: number;
  /** The minimum number of writes of each writer. All writers continue until the last kill. */
  writes: number;
  kills: number;
  killEveryMs: number;
}

/** Sends the writes, and kills a process at intervals until all kills are done. */
export async function writeThrough(
  of: Writers,
  { writers, writes, kills, killEveryMs }: Writes,
  kill: (pass: number) => Promise<void>,
): Promise<void> {
  const isDone = (n: number) => n >= writes && of.kills >= kills;
  const writing = inFlight(writers, Array.from({ length: writers }), async (_, writer) => {
    for (let n = 0; !isDone(n) && !of.isOver; n += 1) {
      await turns[(n + writer) % turns.length]!(of);
    }
  });
  await killDuring(writing, of, kills, async (pass) => {
    await Promise.race([writing, sleep(killEveryMs)]);
    await kill(pass);
  });
}

/** Describes the run. */
export const countsOf = ({ receipts, cfdi, owed, expenses, kills, outcomes }: Writers): string =>
  `${receipts.length} receipts, ${cfdi.length} CFDI, ${owed.length} debts, ` +
  `${expenses.length} expenses, ${kills} kills; ${outcomes}`;

/** Error responses that a writer may receive because another writer was faster. */
export const allowed = [
  '200',
  '201',
  '202',
  '409 conflict receipt_canceled',
  '409 conflict not_cancelable',
  '409 conflict already_refunded',
  '409 conflict has_refunds',
  '409 conflict state_conflict',
  '409 conflict cancellation_in_progress',
  '409 conflict exceeds_balance',
  '409 conflict has_settlements',
  // With this response, accounts has not received an invoice yet, or a writer has deleted the expense.
  '404 not_found',
];

const send = async (
  { api, outcomes, settleMs, acknowledged }: Writers,
  path: string,
  body?: object,
  method = 'POST',
) => {
  const answer = await insist({ api, method, path, body }, outcomes, Date.now() + settleMs);
  const data = answer?.json?.data as Record<string, string> | undefined;
  const { documentRef, uuid } = data ?? {};
  if (documentRef) acknowledged.set(documentRef, uuid ?? acknowledged.get(documentRef));
  return data;
};

/** The actions of the writing clients. Only one writer changes each receipt and each document. */
const turns: ((writers: Writers) => Promise<unknown>)[] = [
  sell,
  sell,
  (writers) => change(writers, writers.receipts, 'refunds', { method: 'cash_back' }),
  (writers) => issue(writers, writers.cfdi),
  sell,
  (writers) => change(writers, writers.receipts, 'cancel', { reason: 'Error de captura' }),
  (writers) => issue(writers, writers.cfdi),
  (writers) => change(writers, writers.cfdi, 'cancel', { motive: '02' }),
  (writers) => issue(writers, writers.owed, deferred),
  spend,
  pay,
  settle,
  spend,
  (writers) => issue(writers, writers.owed, deferred),
  pay,
  (writers) => change(writers, writers.owed, 'cancel', { motive: '02' }),
  forget,
];

async function anotherKey(api: Client): Promise<Client> {
  const asked = { name: 'Caja 2', permissions: ['receipts:manage'] };
  const { apiKey } = await created(api, '/v1/credentials', asked);
  return clientOf(api.withApiKey(apiKey as string));
}

async function sell(writers: Writers): Promise<void> {
  const by = { ...writers, api: oneOf(writers.sellers)! };
  const receipt = await send(by, '/v1/sales-receipts', saleInput(writers.till));
  if (receipt) writers.receipts.push(receipt.documentRef!);
}

async function issue(writers: Writers, to: string[], changes: object = {}): Promise<void> {
  const { customerId } = writers;
  const items = [documentItem((100 + to.length).toFixed(2))];
  const draft = await send(writers, '/v1/cfdi', incomeInput(customerId, { items, ...changes }));
  if (!draft) return;
  await send(writers, `/v1/cfdi/${draft.documentRef}/stamp`);
  to.push(draft.documentRef!);
}

const oneOf = <One>(of: One[]): One | undefined => of[Math.floor(Math.random() * of.length)];

async function pay(writers: Writers): Promise<void> {
  const documentRef = oneOf(writers.owed);
  if (documentRef === undefined) return;
  const body = { amount: 40, formCode: '03', paidOn: '2026-01-20' };
  const path = `/v1/accounts/receivables/${writers.customerId}/payments`;
  await send(writers, path, { ...body, applications: [{ documentRef, amount: 40 }] });
}

async function spend(writers: Writers): Promise<void> {
  const expense = await send(writers, '/v1/expenses', creditInput(writers.books));
  if (expense) writers.expenses.push(expense.documentRef!);
}

async function settle(writers: Writers): Promise<void> {
  const documentRef = oneOf(writers.expenses);
  if (documentRef === undefined) return;
  const body = { amount: 1, paidOn: '2026-01-15', paymentForm: '03' };
  await send(writers, `/v1/expenses/${documentRef}/settlements`, body);
}

async function forget({ expenses, ...writers }: Writers): Promise<void> {
  const documentRef = expenses.splice(Math.floor(Math.random() * expenses.length), 1)[0];
  if (documentRef === undefined) return;
  const deleted = await send({ expenses, ...writers }, `/v1/expenses/${documentRef}`, undefined, 'DELETE'); // prettier-ignore
  if (deleted) writers.acknowledged.delete(documentRef);
}

async function change(writers: Writers, of: string[], what: string, body: object): Promise<void> {
  const taken = of.splice(Math.floor(Math.random() * of.length), 1)[0];
  if (taken === undefined) return;
  const area = taken.startsWith('cfdi:') ? 'cfdi' : 'sales-receipts';
  await send(writers, `/v1/${area}/${taken}/${what}`, body);
}
