// Prepares a shop before its first morning: issuer, branch, customer, and its spreadsheet of products.
import { createHash } from 'node:crypto';
import { call } from '../runtime/api-client.mjs';
import { SetupError } from '../runtime/command.mjs';
import { issuer } from '../runtime/demo-data.mjs';
import { setUpIssuer } from '../runtime/demo-issuer.mjs';
import { branch, company, overrides, products, receiptSettings, supplier } from './shop-data.mjs';
import { until } from '../runtime/until.mjs';

/** @typedef {import('../runtime/demo-state.mjs').DemoState} DemoState */

/**
 * @typedef {{ locationId: string, companyId: string, supplierId: string, categoryId: string }} Shop the
 * identifiers of the shop's records
 * @param {DemoState} state
 * @returns {Promise<Shop>}
 */
export async function setUpShop(state) {
  await setUpIssuer(state, issuer);
  const { locationId } = await state.create('branch', 'createLocation', { body: branch });
  await state.create('receipts', 'putSalesReceiptFields', { body: receiptSettings });
  const { contactId: companyId } = await state.create('company', 'createContact', {
    body: company,
  });
  const seller = { kind: 'supplier', legalName: supplier.legalName, rfc: supplier.rfc };
  const { contactId: supplierId } = await state.create('supplier', 'createContact', {
    body: seller,
  });
  const category = { name: 'Material de empaque', accountCode: '601.58' };
  const { categoryId } = await state.create('category', 'createExpenseCategory', {
    body: category,
  });
  return { locationId, companyId, supplierId, categoryId };
}

/**
 * Imports the spreadsheet: new products are created, and existing products get the prices and the stock count
 * of the morning.
 * @returns {Promise<Map<string, string>>} the identifiers of the products, keyed by SKU
 * @param {DemoState} state
 * @param {string} morning the prefix of the steps
 */
export async function importProducts(state, morning) {
  const { importId } = await state.once(`${morning}-import`, async () => {
    const fileId = await upload(state, `${morning}-upload`, 'products.csv', products);
    const body = { kind: 'products', fileId };
    const begun = await state.write(`${morning}-import`, 'createImport', { body });
    await leaving(state, begun.importId, 'parsing');
    await state.write(`${morning}-commit`, 'commitImport', {
      path: { importId: begun.importId },
      body: { onlyIfAllValid: true },
    });
    return begun;
  });
  const { state: end, errorCode } = await leaving(state, importId, 'committing');
  if (end !== 'done') throw new SetupError(`the import of products is ${end} (${errorCode})`);
  const rows = await call(state.demo, 'listImportRows', {
    path: { importId },
    query: { limit: 50 },
  });
  return new Map(rows.map((/** @type {any} */ { values, recordId }) => [values.sku, recordId]));
}

/**
 * @param {DemoState} state
 * @param {string} step
 * @param {string} fileName
 * @param {Buffer} content
 */
async function upload({ write }, step, fileName, content) {
  const { fileId, uploadUrl } = await write(step, 'prepareUpload', {
    body: {
      fileName,
      contentType: 'text/csv',
      byteSize: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    },
  });
  const answer = await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(content) });
  if (!answer.ok) throw new SetupError(`the upload of ${fileName} was answered ${answer.status}`);
  return fileId;
}

/**
 * Waits until an import has a different state, and returns the import.
 * @param {DemoState} state
 * @param {string} importId
 * @param {string} from
 */
const leaving = ({ demo }, importId, from) =>
  until(
    () => call(demo, 'getImport', { path: { importId } }),
    (found) => found.state !== from,
  );

/**
 * Sets special prices for the branch and for the company.
 * @param {DemoState} state
 * @param {Shop} shop
 * @param {Map<string, string>} productIds
 */
export async function setPrices(state, { locationId, companyId }, productIds) {
  for (const { sku, of, ...price } of overrides) {
    const whose = of === 'branch' ? { locationId } : { customerId: companyId };
    const body = { productId: productIds.get(sku), ...whose, ...price };
    await state.create(`price-${sku}`, 'putPriceOverride', { body });
  }
}
