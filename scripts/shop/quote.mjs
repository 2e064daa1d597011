// A quote that a company accepts and pays.
import { call } from '../runtime/api-client.mjs';
import { SetupError } from '../runtime/command.mjs';
import { company, quoteLines } from './shop-data.mjs';
import { until } from '../runtime/until.mjs';

/** @typedef {import('./morning.mjs').Morning} Morning */

/**
 * Publishes a quote, which its customer accepts and pays. The quote becomes a receipt and, automatically, an
 * invoice.
 * @param {Morning} morning
 * @param {Map<string, string>} productIds
 * @returns {Promise<{ quote: any, page: string, sale: any }>} the quote, the address of its page, and the CFDI of the sale
 */
export async function sellByQuote(morning, productIds) {
  const { state, name, shop } = morning;
  const items = quoteLines.map(([sku, quantity]) => ({
    kind: 'product',
    productId: productIds.get(sku),
    quantity,
  }));
  const { documentRef } = await state.create(`${name}-quote`, 'createQuote', {
    body: {
      customerId: shop.companyId,
      locationId: shop.locationId,
      items,
      notes: 'Entrega en su domicilio en dos días hábiles.',
    },
  });
  const path = { documentRef };
  const body = { sendEmail: false };
  const published = await state.write(`${name}-publish`, 'publishQuote', { path, body });
  const { legalName, rfc, taxSystem, address, cfdiUse, email } = company;
  const { postalCode } = address;
  await state.create(`${name}-accept`, 'acceptQuote', {
    path,
    body: {
      revisionNumber: 1,
      invoiceRequested: true,
      fiscalTreatment: 'specific_counterparty',
      fiscalCustomer: { legalName, rfc, taxSystem, postalCode, cfdiUse, email },
    },
  });
  await state.create(`${name}-pay`, 'recordQuotePayment', { path, body: { paymentForm: '03' } });
  const quote = await until(
    () => call(state.demo, 'getQuote', { path }),
    ({ payment }) => payment.applicationError ?? payment.invoiceError ?? payment.cfdiDocumentRef,
  );
  const { applicationError, invoiceError, cfdiDocumentRef } = quote.payment;
  const fault = applicationError ?? invoiceError;
  if (fault) throw new SetupError(`${documentRef} is paid, but ${fault}`);
  const sale = await call(state.demo, 'getCfdi', { path: { documentRef: cfdiDocumentRef } });
  return { quote, page: published.publicLink.url, sale };
}
