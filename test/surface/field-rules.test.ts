import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { incomeInput } from '@timbre/testkit/client';
import { savedTransport } from '../api/saved-transport';
import { operations } from '../../gateway/src/edge/operations';
import { openApiDocument } from '../../gateway/src/edge/openapi/document';

interface Described {
  paths: Record<
    string,
    Record<
      string,
      { operationId: string; requestBody?: { content: Record<string, { schema: object }> } }
    >
  >;
  components: object;
}

const document = JSON.parse(
  JSON.stringify(openApiDocument(operations, 'https://api.example')),
) as Described;

/** Whether the OpenAPI description of an operation allows a body. */
function isAllowed(operationId: string, body: object): boolean {
  const operation = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .find((one) => one.operationId === operationId)!;
  const { schema } = operation.requestBody!.content['application/json']!;
  const ajv = addFormats(new Ajv2020({ strict: false, logger: false }));
  return ajv.validate({ ...schema, components: document.components }, body) as boolean;
}

const customer = { kind: 'customer', legalName: 'Ana' };
const abroad = { ...customer, rfc: 'XEXX010101000' };
const product = { description: 'Café', price: 58 };
const sale = { items: [{ kind: 'product', productId: 'p', quantity: 1 }] };
const paid = { ...sale, saleType: 'paid' };
const credit = { ...sale, saleType: 'credit', customerId: 'c' };
const overridden = { productId: 'p', customerId: 'c' };
const address = (postalCode: string, country: string) => ({
  ...customer,
  address: { postalCode, country },
});
const withField = (field: object) => ({ fields: [{ key: 'a', label: 'A', ...field }] });
const { code: _, tareTonnes, ...truck } = savedTransport.vehicles[0]!;
const vehicle = { ...truck, grossWeightTonnes: tareTonnes };
const freight = (by: object) =>
  incomeInput('c', {
    cartaPorte: {
      goods: [{ weightKg: 1 }],
      route: { code: 'R', departureLocalDateTime: '2026-11-29T08:00:00' },
      figureCodes: ['D'],
      ...by,
    },
  });
const aircraft = {
  permitType: 'TPTA01',
  permitNumber: '1',
  airWaybill: '803117555500',
  carrier: 'CA008',
  shipper: { rfc: 'EKU9003173C9' },
};
const receiver = { kind: 'national', legalName: 'Ana' };
const curp = 'XEXX010101HNEXXXA4';
const accepted = {
  revisionNumber: 1,
  invoiceRequested: false,
  fiscalTreatment: 'public_general',
};
const fiscal = {
  rfc: 'EKU9003173C9',
  legalName: 'Ana',
  taxSystem: '601',
  postalCode: '42501',
  cfdiUse: 'G03',
  email: 'ana@example.com',
};
const withheld = (of: object) => ({
  withholdingCode: '16',
  receiver: of,
  period: { startMonth: 1, endMonth: 1, year: 2026 },
  totals: { taxable: 1, exempt: 0 },
});

describe.each<[operationId: string, taken: object, refused: object]>([
  ['createContact', { ...abroad, taxResidence: 'USA', foreignTaxId: '1' }, { ...abroad, foreignTaxId: '1' }],
  ['createContact', { ...customer, taxResidence: 'USA' }, { ...customer, rfc: 'EKU9003173C9', taxResidence: 'USA' }],
  ['createContact', { ...customer, creditByDefault: true, creditEnabled: true }, { ...customer, creditByDefault: true }],
  ['createContact', { ...customer, publicBody: 'federation', rfc: 'EKU9003173C9' }, { ...customer, publicBody: 'federation', rfc: 'GOLA850312AB1' }],
  ['createContact', { ...abroad, iepsTaxpayer: false }, { ...abroad, iepsTaxpayer: true }],
  ['createContact', address('94103-1234', 'USA'), address('4250', 'MEX')],
  ['createContactFromTaxProfile', { kind: 'customer', fileId: 'f' }, { kind: 'customer' }],
  ['createContactFromTaxProfile', { kind: 'customer', qrUrl: 'q' }, { kind: 'customer', fileId: 'f', qrUrl: 'q' }],
  ['createCfdi', freight({ vehicle }), freight({ vehicle, vehicleCode: 'T' })],
  ['createCfdi', freight({ vehicleCode: 'T' }), freight({})],
  ['createCfdi', freight({ aircraft, figureCodes: undefined }), freight({ vehicle, figureCodes: undefined })],
  ['createProduct', { ...product, taxRate: 0, taxability: 'zero' }, { ...product, taxRate: 0 }],
  ['createProduct', { ...product, taxRate: 0.16 }, { ...product, taxRate: 0.16, taxability: 'exempt' }],
  ['createProduct', { ...product, taxability: 'exempt', taxExemptReason: 'Book' }, { ...product, taxExemptReason: 'Book' }],
  ['createProduct', { ...product, taxes: [{ type: 'IEPS', factor: 'Cuota', rate: 1, quantityPerUnit: 2 }] }, { ...product, taxes: [{ type: 'IEPS', factor: 'Tasa', rate: 0.08, quantityPerUnit: 2 }] }],
  ['adjustInventory', { locationId: 'l', reason: 'r', quantity: 1 }, { locationId: 'l', reason: 'r', quantity: 1, countedQuantity: 1 }],
  ['adjustInventory', { locationId: 'l', reason: 'r', countedQuantity: 1 }, { locationId: 'l', reason: 'r' }],
  ['adjustInventory', { locationId: 'l', reason: 'r', quantity: 1, unitCost: 1 }, { locationId: 'l', reason: 'r', quantity: -1, unitCost: 1 }],
  ['createQuote', { ...sale, customerName: 'Ana' }, sale],
  ['acceptQuote', accepted, { ...accepted, invoiceRequested: true }],
  ['acceptQuote', { ...accepted, fiscalTreatment: 'specific_counterparty', fiscalCustomer: fiscal }, { ...accepted, fiscalCustomer: fiscal }],
  ['acceptQuote', { ...accepted, fiscalTreatment: 'specific_counterparty', invoiceRequested: true }, { ...accepted, invoiceRequested: true, fiscalCustomer: fiscal }],
  ['updateEmployee', { salaryEffectiveOn: '2026-11-01', dailyWage: 500 }, { salaryEffectiveOn: '2026-11-01' }],
  ['putPriceOverride', { ...overridden, price: 1 }, overridden],
  ['putPriceOverride', { ...overridden, percentage: 5 }, { ...overridden, percentage: 5, price: 1 }],
  ['putPriceOverride', { productId: 'p', locationId: 'l', price: 1 }, { productId: 'p', price: 1 }],
  ['putPriceOverride', { ...overridden, price: 1, taxIncluded: true }, { ...overridden, percentage: 5, taxIncluded: true }],
  ['putSalesReceiptFields', withField({ type: 'choice', options: ['x'] }), withField({ type: 'choice' })],
  ['putSalesReceiptFields', withField({ type: 'text', options: [] }), withField({ type: 'text', options: ['x'] })],
  ['createSalesReceipt', { ...paid, paymentForm: '01' }, paid],
  ['createSalesReceipt', { ...sale, saleType: 'courtesy' }, { ...sale, saleType: 'courtesy', paymentForm: '01' }],
  ['createSalesReceipt', { ...credit, paymentDueDate: '2026-12-31' }, { ...paid, paymentForm: '01', paymentDueDate: '2026-12-31' }],
  ['createSalesReceipt', credit, { ...sale, saleType: 'credit' }],
  ['createSalesReceipt', { ...credit, invoiceRequested: true }, { ...sale, saleType: 'courtesy', invoiceRequested: true }],
  ['createSalesReceipt', credit, { ...credit, customerName: 'Ana' }],
  ['cancelCfdi', { motive: '02' }, { motive: '02', replacementDocumentRef: 'cfdi:1' }],
  ['cancelCfdi', { motive: '01', replacementDocumentRef: 'cfdi:1' }, { motive: '01' }],
  ['cancelPayrollRow', { motive: '03' }, { motive: '01' }],
  ['createWithholding', withheld({ ...receiver, rfc: 'XAXX010101000' }), withheld({ ...receiver, rfc: 'EKU9003173C9' })],
  ['createWithholding', withheld({ ...receiver, rfc: 'XAXX010101000', curp }), withheld({ ...receiver, rfc: 'EKU9003173C9', postalCode: '42501', curp })],
])('the description of %s', (operationId, taken, refused) => {
  it(`the description allows ${JSON.stringify(taken)}, and rejects ${JSON.stringify(refused)}`, () => {
    expect([taken, refused].map((body) => isAllowed(operationId, body))).toEqual([true, false]);
  });
}); // prettier-ignore
