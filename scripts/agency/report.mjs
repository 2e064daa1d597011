// Prints the report of `npm start -- --demo agency`.
import { apiLine, curlOf, pesos } from '../runtime/demo-organization.mjs';

/** @param {import('../runtime/demo-state.mjs').Demo} demo
 * @param {Awaited<ReturnType<typeof import('./collect.mjs').runAgency>>} result */
export function agencyReport(demo, { invoice, payment, note, balances, contactId, files }) {
  const curl = curlOf(demo);
  const line = (/** @type {string} */ label, /** @type {number} */ amount, /** @type {string} */ about) =>
    `  ${label.padEnd(11)} ${pesos(amount).padStart(10)} MXN  ${about}`; // prettier-ignore
  return [
    '',
    `A campaign in two installments for ${invoice.receiver.legalName}`,
    line('Invoice', invoice.total.amount, `CFDI ${invoice.uuid}, PPD`),
    line(
      'Paid',
      Math.abs(payment.amount),
      `complement ${payment.complement.status}, of one installment`,
    ),
    line('Credit note', note.total.amount, `CFDI ${note.uuid}`),
    ...balances.map((/** @type {any} */ { total }) => line('Open', total, 'of all invoices of this customer')), // prettier-ignore
    `  Files       ${files}`,
    '',
    apiLine(demo),
    'What is owed, when it is due, and the statement of the customer',
    curl('/v1/accounts/receivables'),
    curl(`/v1/accounts/collection-calendar?customerId=${contactId}`),
    curl(`/v1/accounts/statements/${contactId}`),
  ].join('\n');
}
