// The sales of a morning: receipts, refunds, and invoices.
import { call } from '../runtime/api-client.mjs';
import { stamp } from '../runtime/demo-issuer.mjs';
import { creditSale, itemsOf, refunds, sales } from './shop-data.mjs';

/**
 * @typedef {import('./morning.mjs').Morning} Morning
 * @typedef {{ documentRef: string, folio: string, total: { amount: number }, refundedTotal: number }} Receipt
 * a sales receipt of the API
 */

/**
 * Creates all sales one after the other, so that the folios are consecutive.
 * @param {Morning} morning
 * @param {Map<string, string>} productIds
 * @returns {Promise<{ sold: string[], day: string }>} the receipts, and the day of the first receipt
 */
export async function sell({ state, name, shop }, productIds) {
  const made = [];
  for (const [index, sale] of sales.entries()) {
    const step = `${name}-sale-${index + 1}`;
    const receipt = await state.create(step, 'createSalesReceipt', {
      body: {
        saleType: 'paid',
        locationId: shop.locationId,
        items: itemsOf(sale, productIds),
        fields: { register: index % 3 === 0 ? '2' : '1' },
        ...(sale.of && { customerId: shop.companyId }),
        ...sale.sale,
      },
    });
    made.push(receipt);
  }
  return { sold: made.map(({ documentRef }) => documentRef), day: made[0].businessDate };
}

/**
 * Refunds returned goods.
 * @param {Morning} morning
 * @param {string[]} receipts
 */
export async function refund({ state, name }, receipts) {
  for (const { sale, line, quantity, reason } of refunds) {
    const step = `${name}-refund-${sale}`;
    const path = { documentRef: receipts[sale - 1] ?? '' };
    await state.once(step, async () => {
      const { items } = await call(state.demo, 'getSalesReceipt', { path });
      const lines = line && [{ lineRef: items[line - 1].lineRef, quantity }];
      return state.write(step, 'refundSalesReceipt', { path, body: { lines, reason } });
    });
  }
}

/**
 * Reads the current state of the receipts.
 * @param {Morning} morning
 * @param {string[]} receipts
 * @returns {Promise<Receipt[]>}
 */
export const readReceipts = ({ state }, receipts) =>
  Promise.all(
    receipts.map((documentRef) => call(state.demo, 'getSalesReceipt', { path: { documentRef } })),
  );

/**
 * Invoices a receipt to its customer.
 * @param {Morning} morning
 * @param {string} step
 * @param {string} receipt
 * @returns {Promise<any>} the CFDI
 */
async function invoice({ state }, step, receipt) {
  const path = { documentRef: receipt };
  const { documentRef } = await state.create(step, 'invoiceSalesReceipt', { path, body: {} });
  return stamp(state, `${step}-stamp`, documentRef);
}

/**
 * Invoices the sale on credit.
 * @param {Morning} morning
 * @param {string[]} receipts
 */
export const invoiceCredit = (morning, receipts) =>
  invoice(morning, `${morning.name}-invoice`, receipts[creditSale - 1] ?? '');

/**
 * Issues the global invoice for the remaining receipts of the day.
 * @param {Morning} morning
 * @param {string} day
 * @returns {Promise<any>} the CFDI
 */
export async function invoiceDay({ state, name, shop }, day) {
  const body = { periodicity: '01', period: day, locationId: shop.locationId };
  const { documentRef } = await state.once(`${name}-global`, async () => {
    const { documents } = await state.write(`${name}-global`, 'createGlobalInvoice', { body });
    return documents[0];
  });
  return stamp(state, `${name}-global-stamp`, documentRef);
}
