// A quote that a company accepts and pays.
import { call } from '../runtime/api-client.mjs';
import { SetupError } from '../runtime/command.mjs';
import { company, quoteLines } from './shop-data.mjs';
import { until } from '../runtime/until.mjs';

/** @typedef {import('./morning.mjs').Morning} Morning */

/** Publishes a quote, which its customer accepts and pays: it becomes a receipt and, by itself, an invoice.
 * @param {Morning} morning @param {Map<string, string>} productIds
 * @returns {Promise<{ quote: any, page: string, sale: any }>} its page, and the CFDI of its sale */
export async function sellByQuote(morning, productIds) {
  const { state, name, shop } = morning;
  const items = quoteLines.map(([sku, quantity]) => ({
    kind: 'product',
    productId: productIds.get(sku),
    quantity,
  }));
  const { documentRef } = await state.create(`${name}-quote`, '/v1/quotes', {
    customerId: shop.companyId,
    locationId: shop.locationId,
    items,
    notes: 'Entrega en su domicilio en dos días hábiles.',
  });
  const path = `/v1/quotes/${documentRef}`;
  const publish = { sendEmail: false };
  const published = await state.write(`${name}-publish`, 'POST', `${path}/publish`, publish);
  const { legalName, rfc, taxSystem, address, cfdiUse, email } = company;
  const { postalCode } = address;
  await state.create(`${name}-accept`, `${path}/accept`, {
    revisionNumber: 1,
    invoiceRequested: true,
    fiscalTreatment: 'specific_counterparty',
    fiscalCustomer: { legalName, rfc, taxSystem, postalCode, cfdiUse, email },
  });
  await state.create(`${name}-pay`, `${path}/payments`, { paymentForm: '03' });
  const quote = await until(
    () => call(state.demo, 'GET', path),
    ({ payment }) => payment.applicationError ?? payment.invoiceError ?? payment.cfdiDocumentRef,
  );
  const { applicationError, invoiceError, cfdiDocumentRef } = quote.payment;
  const fault = applicationError ?? invoiceError;
  if (fault) throw new SetupError(`${documentRef} is paid, but ${fault}`);
  const sale = await call(state.demo, 'GET', `/v1/cfdi/${cfdiDocumentRef}`);
  return { quote, page: published.publicLink.url, sale };
}
