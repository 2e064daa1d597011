// A morning of a shop over the public API, from a spreadsheet of products to the invoices of the day.
import { join } from 'node:path';
import { saveFiles } from '../runtime/demo-issuer.mjs';
import { openState } from '../runtime/demo-state.mjs';
import { ensureDir } from '../runtime/paths.mjs';
import { buy } from './buy.mjs';
import { sellByQuote } from './quote.mjs';
import { invoiceCredit, invoiceDay, readReceipts, refund, sell } from './sell.mjs';
import { selfInvoice, selfInvoicePage } from './self-invoice.mjs';
import { importProducts, setPrices, setUpShop } from './set-up-shop.mjs';

/**
 * @typedef {import('../runtime/demo-state.mjs').Demo} Demo
 * @typedef {import('../runtime/demo-state.mjs').DemoState} DemoState
 */

/**
 * One morning of the shop.
 * @typedef {object} Morning
 * @property {DemoState} state
 * @property {string} name the prefix of the steps and of the folder
 * @property {import('./set-up-shop.mjs').Shop} shop
 */

/**
 * Creates the data that is missing, and runs one more morning of the shop.
 * @param {Demo} demo the shop
 * @param {Demo} supplying the progress of the supplier, which is another organization
 * @param {string} dir the folder for the states and the files
 */
export async function runMorning(demo, supplying, dir) {
  const state = openState(demo, join(ensureDir(dir), 'shop.json'));
  const supplier = openState(supplying, join(dir, 'supplier.json'));
  const name = `shop-${state.job()}`;
  const shop = await setUpShop(state);
  const morning = { state, name, shop };
  const files = ensureDir(dir, name);

  /**
   * @param {string} documentRef
   * @param {string} file
   * @param {import('../runtime/demo-issuer.mjs').Format[]} formats
   */
  const save = (documentRef, file, ...formats) =>
    saveFiles(state, documentRef, join(files, file), formats);

  const productIds = await importProducts(state, name);
  await setPrices(state, shop, productIds);
  const { sold, day } = await sell(morning, productIds);
  const invoicing = await selfInvoicePage(morning, sold);
  for (const { documentRef, folio } of await readReceipts(morning, sold))
    await save(documentRef, `ticket-${folio}`, 'ticket');
  await refund(morning, sold);
  await selfInvoice(morning, invoicing, join(files, 'self-invoice'));
  const { quote, page, sale } = await sellByQuote(morning, productIds);
  const expense = await buy(morning, supplier);
  const invoice = await invoiceCredit(morning, sold);
  const global = await invoiceDay(morning, day);
  const receipts = await readReceipts(morning, sold);

  await save(quote.documentRef, `quote-${quote.folioNumber}`, 'pdf');
  await save(sale.documentRef, `invoice-${sale.uuid}`, 'xml', 'pdf');
  await save(expense.cfdiDocumentRef, `expense-${expense.cfdiUuid}`, 'xml', 'pdf');
  await save(invoice.documentRef, `invoice-${invoice.uuid}`, 'xml', 'pdf');
  await save(global.documentRef, `global-${global.uuid}`, 'xml', 'pdf');
  state.jobDone();
  return { day, files, receipts, invoicing, quote, page, sale, expense, invoice, global };
}
