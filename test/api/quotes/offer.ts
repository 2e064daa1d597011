import { created, customItem, dataOf, type Api } from '@timbre/testkit/client';
import { until } from '../until';

/** The fiscal data of a company that requests an invoice for a quote. */
export const fiscalCustomer = {
  rfc: 'URE180429TM6',
  legalName: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  taxSystem: '601',
  postalCode: '86991',
  cfdiUse: 'G03',
  email: 'compras@example.com',
};

export const quoteBody = { customerName: 'Eva', items: [customItem] };

/** Creates a quote as a draft. */
export const newQuote = (api: Api, changes: object = {}) =>
  created(api, '/v1/quotes', { ...quoteBody, ...changes });

/** Sends a request for an action on a quote, such as `publish` or `accept`. */
export const ask = (api: Api, documentRef: unknown, action: string, body: object = {}) =>
  api.request('POST', `/v1/quotes/${documentRef as string}/${action}`, { body });

/** Creates and publishes a quote. */
export async function newSent(api: Api, changes: object = {}) {
  const { documentRef } = await newQuote(api, changes);
  return dataOf(ask(api, documentRef, 'publish'));
}

export const publicly = {
  revisionNumber: 1,
  invoiceRequested: false,
  fiscalTreatment: 'public_general',
};

/**
 * Waits until the payment of a quote is applied or needs manual attention, and returns the quote.
 */
export const applied = (api: Api, documentRef: unknown) =>
  until(
    60_000,
    () => dataOf(api.request('GET', `/v1/quotes/${documentRef as string}`)),
    ({ payment }) =>
      ['applied', 'failed', 'conflict'].includes(
        (payment as { applicationStatus: string }).applicationStatus,
      ),
  );
