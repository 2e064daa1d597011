// The data of a shop's morning: the buyers, the goods and the payments. The taxpayers are test taxpayers of
// the SAT.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const branch = {
  name: 'Sucursal Centro',
  code: 'CENTRO',
  postalCode: '42501',
  phone: '771 123 4567',
  receiptSeries: 'T',
  isDefault: true,
};

export const receiptSettings = {
  fields: [{ key: 'register', label: 'Caja', type: 'choice', options: ['1', '2'] }],
  header: 'Abarrotes y papelería La Esquina',
  footer: '¡Gracias por su compra!',
  defaultPeriodicity: '01',
};

/** The spreadsheet with the shop's products. */
export const products = readFileSync(join(import.meta.dirname, 'products.csv'));

/** A company that buys on credit. */
export const company = {
  kind: 'customer',
  code: 'URE',
  legalName: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  rfc: 'URE180429TM6',
  taxSystem: '601',
  email: 'compras@example.com',
  address: { postalCode: '86991', country: 'MEX' },
  cfdiUse: 'G03',
  creditEnabled: true,
  defaultPaymentTermDays: 30,
};

/** A buyer who is not a registered customer and later requests an invoice. */
export const walkIn = {
  rfc: 'IIA040805DZ4',
  taxSystem: '601',
  legalName: 'INDISTRIA ILUMINADORA DE ALMACENES',
  postalCode: '62661',
  cfdiUse: 'G03',
  email: 'facturas@example.com',
};

/** Another organization, which sells goods to the shop. */
export const supplier = {
  rfc: 'XIA190128J61',
  legalName: 'XENON INDUSTRIAL ARTICLES',
  taxSystem: '601',
  postalCode: '76343',
};

/** The invoice of the supplier to the shop: 1,160.00 including taxes. */
export const supply = {
  kind: 'custom',
  description: 'Bolsas de plástico biodegradables, millar',
  quantity: 2,
  unitPrice: 500,
  taxability: 'standard',
  taxRate: 0.16,
  satProductCode: '24111503',
  satUnitCode: 'H87',
};

/** Prices that differ from the spreadsheet, keyed by SKU: for the branch, and for the company. */
export const overrides = [
  { sku: 'CUADERNO', of: 'branch', percentage: 10, minQuantity: 5 },
  { sku: 'JABON-BA', of: 'branch', price: 17.5, taxIncluded: true },
  { sku: 'HOJAS-500', of: 'company', price: 109.9, taxIncluded: true },
];

const cash = { paymentForm: '01' };
const transfer = { paymentForm: '03' };
const creditCard = { paymentForm: '04' };
const voucher = { paymentForm: '08' };
const debitCard = { paymentForm: '28' };

const copies = {
  kind: 'custom',
  description: 'Copias fotostáticas en blanco y negro',
  unitPrice: 1.5,
  taxIncluded: true,
  taxability: 'standard',
  taxRate: 0.16,
  satProductCode: '82121701',
  satUnitCode: 'E48',
};

/**
 * @typedef {[sku: string, quantity: number, more?: object]} Line a line of a sale
 * @typedef {{ lines: Line[], sale: Record<string, unknown>, copies?: number, of?: 'company' }} Sale
 * @type {Sale[]}
 */
export const sales = [
  { lines: [['LECHE-1L', 2], ['PAN-CAJA', 1]], sale: cash },
  { lines: [['HUEVO-KG', 1.25], ['QUESO-KG', 0.35]], sale: cash },
  { lines: [['CUADERNO', 6], ['PLUMA-AZ', 12]], sale: debitCard },
  { lines: [['AGUA-20L', 3]], sale: { ...cash, customerName: 'Doña Lupita' } },
  { lines: [['CAFE-500', 2]], sale: { payments: [{ ...cash, amount: 200 }, { ...debitCard, amount: 178 }] } },
  { lines: [['PLUMA-AZ', 2]], copies: 25, sale: cash },
  { lines: [['DETER-1K', 2], ['JABON-BA', 4]], sale: creditCard },
  { lines: [['LIBRO-RUL', 1]], sale: { ...debitCard, customerName: 'Juan Preciado' } },
  { lines: [['PILAS-AA', 1], ['LECHE-1L', 1]], sale: cash },
  { lines: [['QUESO-KG', 0.755], ['PAN-CAJA', 2]], sale: voucher },
  { lines: [['HOJAS-500', 4], ['CUADERNO', 10]], sale: { saleType: 'credit' }, of: 'company' },
  { lines: [['JABON-BA', 3, { discount: 2.5 }]], sale: cash },
  { lines: [['CAFE-500', 1], ['LECHE-1L', 6]], sale: creditCard },
  { lines: [['HOJAS-500', 3], ['PLUMA-AZ', 24], ['PILAS-AA', 2]], sale: debitCard },
  { lines: [['PAN-CAJA', 1]], sale: { saleType: 'courtesy', notes: 'Para el comedor comunitario' } },
  { lines: [['AGUA-20L', 1], ['HUEVO-KG', 2]], sale: cash },
  { lines: [['CUADERNO', 3], ['LIBRO-RUL', 1]], sale: transfer },
  { lines: [['DETER-1K', 1], ['AGUA-20L', 2]], sale: cash },
  { lines: [['PILAS-AA', 3]], sale: creditCard },
  { lines: [['LECHE-1L', 12], ['HUEVO-KG', 3.5]], copies: 4, sale: transfer },
]; // prettier-ignore

/**
 * Returns the items of a sale.
 * @param {Sale} sale
 * @param {Map<string, string>} productIds the identifiers of the products, keyed by SKU
 */
export const itemsOf = ({ lines, copies: count }, productIds) => [
  ...lines.map(([sku, quantity, more]) => ({
    kind: 'product',
    productId: productIds.get(sku),
    quantity,
    ...more,
  })),
  ...(count === undefined ? [] : [{ ...copies, quantity: count }]),
];

/**
 * The refunds, each with the number of its sale. One refund covers a whole sale, and the other covers one
 * piece in a line of a sale.
 */
export const refunds = [
  { sale: 9, reason: 'Pilas equivocadas' },
  { sale: 7, line: 2, quantity: 1, reason: 'Empaque roto' },
];

/** The number of the sale that its buyer invoices on a page. */
export const selfInvoicedSale = 14;
/** The number of the sale on credit, which the shop invoices itself. */
export const creditSale = 11;

/**
 * The items for which the company requests a quote.
 * @type {Line[]}
 */
export const quoteLines = [
  ['HOJAS-500', 40],
  ['CUADERNO', 60],
  ['PLUMA-AZ', 120],
];
