// The demo over the public API, from an empty organization to a stamped CFDI with its XML and PDF.
import { join } from 'node:path';
import { customer, incomeDraft, issuer, product } from './demo-data.mjs';
import { saveFiles, setUpIssuer, stamp } from './demo-issuer.mjs';
import { openState } from './demo-state.mjs';
import { ensureDir } from './paths.mjs';

/**
 * @typedef {import('./demo-state.mjs').Demo} Demo
 */

/**
 * The stamped CFDI of the demo.
 * @typedef {object} Cfdi
 * @property {string} documentRef
 * @property {string} uuid
 * @property {string} series
 * @property {string} folio
 * @property {{ amount: number, currency: string }} total
 * @property {{ subtotal: number, discount?: number | undefined, ivaTransferred: number }} fiscal
 */

/**
 * The CFDI of the demo and the paths of its files.
 * @typedef {object} DemoResult
 * @property {Cfdi} cfdi
 * @property {string} xml
 * @property {string} pdf
 */

/**
 * Creates the data that is missing, and stamps one more invoice.
 * @param {Demo} demo
 * @param {string} dir the folder for the state and the files
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
