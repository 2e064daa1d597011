import { setTimeout as sleep } from 'node:timers/promises';
import { newCustomer, type Api, type Shown } from '@timbre/testkit/client';
import { fiscalCustomer, publicly } from '../api/quotes/offer';
import type { Send } from './crash-machine';
import { documentItem } from './documents';

/** A till and the API client that performs the steps of a course. */
interface Till {
  api: Api;
  /**
   * @returns the `data` of the response
   * @throws Error if the API rejects the request
   */
  post(path: string, body?: object): Promise<Shown>;
  /** The only line item of all sales. */
  item: object;
}

/**
 * The final state of a receipt after its course. This state must be the same with and without
 * crashes.
 */
export interface Left {
  /** The status of the receipt, and the part of its total that remains to be invoiced. */
  receipt: string;
  /** The CFDI documents that contain this receipt, according to commerce. */
  claims: string[];
  /** The credit notes of the receipt, according to commerce. */
  notes: string[];
  /** The documents of the receipt, according to fiscal-cfdi. */
  cfdi: string[];
  stamps: number;
  payments: string[];
}

export interface ReceiptCourse {
  take(till: Till): Promise<void>;
  leaves: Left;
  /** The events of the receipt, without those of its documents. */
  events: string[];
}

const receipts = '/v1/sales-receipts';

const place = { name: 'Centro', postalCode: '42501' };

async function sold({ api, post, item }: Till): Promise<Shown> {
  const { locationId } = await post('/v1/locations', place);
  const customerId = await newCustomer(api);
  const sale = { saleType: 'paid', paymentForm: '01', locationId, customerId, items: [item] };
  return { ...(await post(receipts, sale)), locationId };
}

const stamp = ({ post }: Till, documentRef: string) => post(`/v1/cfdi/${documentRef}/stamp`);

/** Creates a sale and stamps a global invoice for that day. */
async function summedUp(till: Till): Promise<string> {
  const { documentRef, businessDate: period, locationId } = await sold(till);
  const asked = { periodicity: '01', period, locationId };
  const { documents } = await till.post(`${receipts}/global-invoices`, asked);
  await stamp(till, documents[0].documentRef);
  await until(till.api, `${receipts}/${documentRef}`, ({ status }) => status === 'global_invoiced');
  return documentRef;
}

/**
 * Creates the invoice on the self-service page of a receipt, like a buyer who reloads the page
 * until the invoice is ready.
 */
async function invoicedByBuyer({ post }: Till, documentRef: string): Promise<void> {
  const { url } = await post(`${receipts}/${documentRef}/self-invoice-links`);
  const form = new URLSearchParams({ step: 'details', ...fiscalCustomer });
  const send = (body: URLSearchParams) => fetch(url, { method: 'POST', body, redirect: 'manual' });
  const isReady = async () => (await (await fetch(url)).text()).includes('Tu factura está lista');
  const deadlineMs = Date.now() + waitMsMax;
  while (Date.now() < deadlineMs) {
    // A buyer who received no response submits the form again. If the invoice was already started,
    // `resume` continues it.
    await send(form).catch(() => undefined);
    await send(new URLSearchParams({ step: 'resume' })).catch(() => undefined);
    if (await isReady().catch(() => false)) return;
    await sleep(1_000);
  }
  throw new Error(`the invoice of ${documentRef} is never ready`);
}

/**
 * Submits the form until the invoice is started. After that, the buyer does not open the page
 * again.
 */
async function begunByBuyer({ api, post }: Till, documentRef: string): Promise<void> {
  const { url } = await post(`${receipts}/${documentRef}/self-invoice-links`);
  const body = new URLSearchParams({ step: 'details', ...fiscalCustomer });
  const deadlineMs = Date.now() + waitMsMax;
  const isForm = async () => (await (await fetch(url)).text()).includes('name="rfc"');
  while (await isForm().catch(() => true)) {
    if (Date.now() > deadlineMs) throw new Error(`the invoice of ${documentRef} never begins`);
    await fetch(url, { method: 'POST', body, redirect: 'manual' }).catch(() => undefined);
    await sleep(500);
  }
  await until(api, `${receipts}/${documentRef}`, ({ status }) => status === 'invoiced');
}

const waitMsMax = 90_000;

/**
 * Waits until a document has reached the expected state.
 * @throws Error if the document does not reach the state in time
 */
async function until(api: Api, path: string, isThere: (shown: Shown) => boolean): Promise<void> {
  const deadlineMs = Date.now() + waitMsMax;
  for (;;) {
    const { data } = (await api.request('GET', path)).json;
    if (isThere(data)) return;
    if (Date.now() > deadlineMs) throw new Error(`${path} stays ${JSON.stringify(data)}`);
    await sleep(200);
  }
}

const alone: Omit<Left, 'receipt' | 'claims'> = {
  notes: [],
  cfdi: ['income stamped'],
  stamps: 1,
  payments: [],
};
const invoice = { receipt: 'invoiced', claims: ['invoice stamped sale in_force'] };
const noted = { notes: ['stamped'], cfdi: ['credit_note stamped', 'income stamped'], stamps: 2 };

/** The test courses of a receipt, keyed by name. */
export const receiptCourses: Record<string, ReceiptCourse> = {
  invoiced: {
    async take(till) {
      const { documentRef } = await sold(till);
      const drafted = await till.post(`${receipts}/${documentRef}/invoice`);
      await stamp(till, drafted['documentRef']);
    },
    leaves: { ...alone, ...invoice },
    events: ['created', 'invoiced'],
  },
  summed_up: {
    take: async (till) => void (await summedUp(till)),
    leaves: {
      ...alone,
      receipt: 'global_invoiced',
      claims: ['global stamped sale in_force'],
    },
    events: ['created', 'global_invoiced'],
  },
  refunded: {
    async take(till) {
      const documentRef = await summedUp(till);
      await till.post(`${receipts}/${documentRef}/refunds`, { stamp: true });
    },
    leaves: {
      ...alone,
      ...noted,
      receipt: 'global_invoiced, refunded',
      claims: ['global stamped sale in_force'],
    },
    events: ['created', 'global_invoiced', 'refunded'],
  },
  paid: {
    async take({ api, post, item }) {
      const { locationId } = await post('/v1/locations', place);
      const offer = { customerName: 'Eva', items: [item], locationId };
      const { documentRef } = await post('/v1/quotes', offer);
      const path = `/v1/quotes/${documentRef}`;
      await post(`${path}/publish`);
      const named = { fiscalTreatment: 'specific_counterparty', invoiceRequested: true };
      await post(`${path}/accept`, { ...publicly, ...named, fiscalCustomer });
      await post(`${path}/payments`, { paymentForm: '03' });
      await until(api, path, ({ payment }) => payment.invoiceStatus === 'issued');
    },
    leaves: { ...alone, ...invoice, payments: ['applied, issued'] },
    events: ['published', 'accepted', 'converted', 'created', 'invoiced'],
  },
  by_buyer: {
    take: async (till) => invoicedByBuyer(till, (await sold(till))['documentRef']),
    leaves: { ...alone, ...invoice },
    events: ['created', 'invoiced'],
  },
  by_buyer_who_leaves: {
    take: async (till) => begunByBuyer(till, (await sold(till))['documentRef']),
    leaves: { ...alone, ...invoice },
    events: ['created', 'invoiced'],
  },
  by_buyer_later: {
    take: async (till) => invoicedByBuyer(till, await summedUp(till)),
    leaves: {
      ...alone,
      ...invoice,
      notes: ['stamped'],
      stamps: 3,
      cfdi: ['credit_note stamped', 'income stamped', 'income stamped'],
    },
    events: ['created', 'global_invoiced', 'invoiced'],
  },
};

/** Performs all steps of a course with a new receipt, as an API client. */
export function takeReceipt(api: Api, send: Send, course: ReceiptCourse, total: string) {
  const post = async (path: string, body: object = {}): Promise<Shown> => {
    const { status, json } = await send('POST', path, body);
    if (status >= 300) throw new Error(`POST ${path}: ${JSON.stringify(json)}`);
    return json.data as Shown;
  };
  return course.take({ api, post, item: documentItem(total) });
}
