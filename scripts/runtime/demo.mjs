// The demo over the public API, from an empty organization to a stamped CFDI with its XML and PDF.
import { join } from 'node:path';
import { customer, incomeDraft, issuer, product } from './demo-data.mjs';
import { saveFiles, setUpIssuer, stamp } from './demo-issuer.mjs';
import { openState } from './demo-state.mjs';
import { ensureDir } from './paths.mjs';

/**
 * @typedef {import('./demo-state.mjs').Demo} Demo
 * @typedef {{ documentRef: string, uuid: string, series: string, folio: string,
 *   total: { amount: number, currency: string },
 *   fiscal: { subtotal: number, discount?: number | undefined, ivaTransferred: number } }} Cfdi
 * @typedef {{ cfdi: Cfdi, xml: string, pdf: string }} DemoResult
 */

/**
 * Seeds missing data and stamps one more invoice.
 * @param {Demo} demo @param {string} dir folder of the state and the files
 * @returns {Promise<DemoResult>}
 */
export async function runDemo(demo, dir) {
  const state = openState(demo, join(ensureDir(dir), 'state.json'));
  await setUpIssuer(state, issuer);
  const { contactId } = await state.create('contact', 'createContact', { body: customer });
  const { productId } = await state.create('product', 'createProduct', { body: product });
  const number = state.job();
  const body = incomeDraft(contactId, productId);
  const { documentRef } = await state.create(`draft-${number}`, 'createCfdi', { body });
  const cfdi = await stamp(state, `stamp-${number}`, documentRef);
  const [xml = '', pdf = ''] = await saveFiles(state, documentRef, join(dir, cfdi.uuid), [
    'xml',
    'pdf',
  ]);
  state.jobDone();
  return { cfdi, xml, pdf };
}
