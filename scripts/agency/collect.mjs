// A month of an agency over the public API: an invoice in two installments, its payments with their
// complements, a discount as a credit note, and the open balance of the customer.
import { join } from 'node:path';
import { call, download } from '../runtime/api-client.mjs';
import { customer, issuer } from '../runtime/demo-data.mjs';
import { saveFiles, setUpIssuer, stamp } from '../runtime/demo-issuer.mjs';
import { openState } from '../runtime/demo-state.mjs';
import { ensureDir } from '../runtime/paths.mjs';
import { writeFileSync } from 'node:fs';
import { advice, discount, plan, series } from './agency-data.mjs';

/** @typedef {import('../runtime/demo-state.mjs').Demo} Demo */

/**
 * Creates the data that is missing, and runs one more month of the agency's work.
 * @param {Demo} demo
 * @param {string} dir the folder for the state and the files
 */
export async function runAgency(demo, dir) {
  const state = openState(demo, join(ensureDir(dir), 'agency.json'));
  const name = `agency-${state.job()}`;
  await setUpIssuer(state, issuer);
  for (const one of series) await state.create(`series-${one.code}`, 'createSeries', { body: one });
  const { contactId } = await state.create('contact', 'createContact', { body: customer });

  const invoice = await issued(state, `${name}-invoice`, { kind: 'income', customerId: contactId, cfdiUse: 'G03', payment: plan, items: [advice] }); // prettier-ignore
  const path = { customerId: contactId };
  const payment = await state.write(`${name}-payment`, 'recordReceivablePayment', {
    path,
    body: {
      amount: invoice.total.amount / 2,
      formCode: '03',
      paidOn: invoice.issuedLocalDateTime.slice(0, 10),
      complement: 'stamp',
      applications: [{ documentRef: invoice.documentRef, amount: invoice.total.amount / 2 }],
    },
  });
  const note = await issued(state, `${name}-note`, {
    kind: 'credit_note',
    customerId: contactId,
    formCode: '03',
    relatedDocuments: [{ relationship: '01', documents: [invoice.uuid] }],
    items: [discount],
  });

  const files = ensureDir(dir, name);
  await saveFiles(state, invoice.documentRef, join(files, 'invoice'), ['xml', 'pdf']);
  await saveFiles(state, payment.complementDocumentRef, join(files, 'payment-complement'), [
    'xml',
    'pdf',
  ]);
  await saveFiles(state, note.documentRef, join(files, 'credit-note'), ['xml', 'pdf']);
  const statement = join(files, 'statement.pdf');
  const asked = { path: { contactId }, query: { format: 'pdf' } };
  writeFileSync(statement, await download(demo, 'getContactStatement', asked));
  const { balances } = await call(demo, 'getReceivable', { path });
  state.jobDone();
  return { invoice, payment, note, balances, contactId, files };
}

/**
 * Drafts and stamps a document.
 * @param {import('../runtime/demo-state.mjs').DemoState} state
 * @param {string} step
 * @param {object} draft
 * @returns {Promise<any>} the CFDI
 */
async function issued(state, step, draft) {
  const { documentRef } = await state.create(`${step}-draft`, 'createCfdi', { body: draft });
  return stamp(state, `${step}-stamp`, documentRef);
}
