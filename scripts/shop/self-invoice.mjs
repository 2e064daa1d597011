// Invoices a receipt as its buyer would do: on a page that the buyer opens by a link, with forms as a
// browser submits them.
import { writeFileSync } from 'node:fs';
import { SetupError } from '../runtime/command.mjs';
import { selfInvoicedSale, walkIn } from './shop-data.mjs';

/** @typedef {import('./morning.mjs').Morning} Morning */

/**
 * Creates the page on which the buyer of a sale can create the invoice. The ticket then has a QR code with
 * the address of the page.
 * @param {Morning} morning
 * @param {string[]} receipts
 * @returns {Promise<string>} its address
 */
export async function selfInvoicePage({ state, name }, receipts) {
  const path = { documentRef: receipts[selfInvoicedSale - 1] ?? '' };
  return (await state.write(`${name}-page`, 'createSelfInvoiceLink', { path, body: {} })).url;
}

/**
 * @param {Morning} morning
 * @param {string} page
 * @param {string} file the path of the file without its extension
 */
export async function selfInvoice({ state, name }, page, file) {
  const { rfc, taxSystem } = walkIn;
  await state.once(`${name}-self-invoice`, async () => {
    await send(page, { step: 'taxpayer', rfc, taxSystem });
    await send(page, { step: 'details', ...walkIn });
  });
  for (const format of ['xml', 'pdf']) {
    const answer = await accepted(await fetch(`${page}/${format}`));
    writeFileSync(`${file}.${format}`, Buffer.from(await answer.arrayBuffer()));
  }
}

/**
 * @param {string} page
 * @param {Record<string, string>} fields
 */
const send = async (page, fields) =>
  accepted(await fetch(page, { method: 'POST', body: new URLSearchParams(fields) }));

/** @param {Response} answer */
function accepted(answer) {
  if (answer.ok) return answer;
  throw new SetupError(`the page ${answer.url} answered ${answer.status}`);
}
