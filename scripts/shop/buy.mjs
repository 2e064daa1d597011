// Records an expense of the shop, and the CFDI of its supplier, which is another organization of this
// deployment.
import { call, download } from '../runtime/api-client.mjs';
import { SetupError } from '../runtime/command.mjs';
import { issuer } from '../runtime/demo-data.mjs';
import { setUpIssuer, stamp } from '../runtime/demo-issuer.mjs';
import { supplier as profile, supply } from './shop-data.mjs';

/**
 * @typedef {import('../runtime/demo-state.mjs').DemoState} DemoState
 * @typedef {import('./morning.mjs').Morning} Morning
 */

/**
 * Records an expense, and links the CFDI that the supplier issues for the expense.
 * @param {Morning} morning
 * @param {DemoState} supplier
 * @returns {Promise<any>} the expense
 */
export async function buy({ state, name, shop }, supplier) {
  const xml = await invoiceOf(supplier, name);
  const imported = { xml: xml.toString('base64') };
  const received = await state.create(`${name}-received`, 'importCfdiXml', { body: imported });
  const { total } = await call(state.demo, 'getCfdi', {
    path: { documentRef: received.documentRef },
  });
  const { documentRef } = await state.create(`${name}-expense`, 'createExpense', {
    body: {
      description: 'Bolsas para la tienda',
      settlementMode: 'paid',
      paymentForm: '03',
      categoryId: shop.categoryId,
      supplierId: shop.supplierId,
      locationId: shop.locationId,
      total: { amount: total.amount, currency: 'MXN' },
    },
  });
  const path = { documentRef };
  await state.once(`${name}-linked`, async () => {
    const query = { suggestCfdi: true };
    const { suggestedCfdi = [] } = await call(state.demo, 'getExpense', { path, query });
    const [likeliest] = suggestedCfdi;
    if (!likeliest) throw new SetupError(`no CFDI is suggested for ${documentRef}`);
    const body = { cfdiDocumentRef: likeliest.documentRef };
    return state.write(`${name}-linked`, 'linkExpenseCfdi', { path, body });
  });
  return call(state.demo, 'getExpense', { path });
}

/**
 * Issues the invoice of the supplier to the shop.
 * @param {DemoState} supplier
 * @param {string} name
 * @returns {Promise<Buffer>} the XML
 */
async function invoiceOf(supplier, name) {
  await setUpIssuer(supplier, profile);
  const { postalCode, ...taxpayer } = issuer;
  const address = { postalCode, country: 'MEX' };
  const customer = { kind: 'customer', ...taxpayer, address, cfdiUse: 'G03' };
  const { contactId } = await supplier.create('shop', 'createContact', { body: customer });
  const { documentRef } = await supplier.create(`${name}-supply`, 'createCfdi', {
    body: {
      kind: 'income',
      customerId: contactId,
      cfdiUse: 'G03',
      items: [supply],
      payment: { timing: 'single_payment', formCode: '03' },
    },
  });
  await stamp(supplier, `${name}-supply-stamp`, documentRef);
  return download(supplier.demo, 'downloadDocument', { path: { documentRef, format: 'xml' } });
}
