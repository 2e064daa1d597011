// Prints the report of `npm start -- --demo shop`.
import { apiLine, curlOf, pesos } from '../runtime/demo-organization.mjs';
import { selfInvoicedSale } from './shop-data.mjs';

/** @typedef {Awaited<ReturnType<typeof import('./morning.mjs').runMorning>>} Result */

/**
 * @param {import('../runtime/demo-state.mjs').Demo} demo
 * @param {Result} result
 */
export function morningReport(demo, result) {
  const { day, files, receipts, invoicing, quote, page, sale, expense, invoice, global } = result;
  const sold = sum(receipts.map(({ total }) => total.amount));
  const refunded = sum(receipts.map(({ refundedTotal }) => refundedTotal));
  const curl = curlOf(demo);
  return [
    '',
    `Morning of ${day}: receipts ${receipts[0]?.folio} to ${receipts.at(-1)?.folio}`,
    `  Sold     ${pesos(sold)}   Refunded ${pesos(refunded)}   Net ${pesos(sum([sold, -refunded]))} MXN`,
    shown("Buyer's", receipts[selfInvoicedSale - 1]?.total, `by the page ${invoicing}`),
    shown('Invoice', invoice.total, `CFDI ${invoice.uuid}, on credit`),
    shown('Global', global.total, `CFDI ${global.uuid}`),
    shown('Quote', { amount: quote.totals.total }, `CFDI ${sale.uuid}, page ${page}`),
    shown('Expense', expense.total, `CFDI ${expense.cfdiUuid}`),
    `  Files    ${files}`,
    '',
    apiLine(demo),
    curl('/v1/sales-receipts?limit=5'),
    curl('/v1/inventory?limit=5'),
    curl(`/v1/quotes/${quote.documentRef}`),
    curl(`/v1/expenses/${expense.documentRef}`),
    curl(`/v1/documents/${global.documentRef}/files/pdf`, ' -o global.pdf'),
    '',
    'Reports of this month, also as format=csv, xlsx and pdf',
    ...reportsOf(day).map((path) => curl(path)),
    curl(`${salesByDay(day)}&format=xlsx`, ' -o sales.xlsx'),
    curl(`${salesByDay(day)}&format=pdf`, ' -o sales.pdf'),
  ].join('\n');
}

/** @param {string} day */
const monthUntil = (day) => `dateFrom=${day.slice(0, 8)}01&dateTo=${day}`;

/** @param {string} day */
const salesByDay = (day) => `/v1/reports/sales?${monthUntil(day)}&interval=day&groupBy=product`;

/**
 * Returns the paths of the reports that a shop uses.
 * @param {string} day
 */
const reportsOf = (day) => [
  salesByDay(day),
  `/v1/reports/cfdi?${monthUntil(day)}&groupBy=counterparty`,
  `/v1/reports/expenses?${monthUntil(day)}&groupBy=category`,
  `/v1/reports/collections?${monthUntil(day)}&groupBy=customer`,
];

/**
 * @param {string} label
 * @param {{ amount: number } | undefined} total
 * @param {string} about
 */
const shown = (label, total, about) =>
  `  ${label.padEnd(8)} ${pesos(total?.amount ?? 0).padStart(9)} MXN  ${about}`;

/**
 * @param {number[]} amounts the amounts in pesos with cents
 * @returns {number} their exact sum
 */
const sum = (amounts) =>
  amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100;
