import { createPrivateKey } from 'node:crypto';
import { seal, validateComprobante } from '@timbre/cfdi';
import { newId } from '@timbre/kit';
import { comprobanteOf } from '../src/domain/drafting/comprobante-of';
import type { Draft } from '../src/domain/drafting/draft';
import { duplicateCfdi } from '../src/operations/duplicate-cfdi';
import { getCfdi } from '../src/operations/get-cfdi';
import { importCfdiXml } from '../src/operations/import-cfdi-xml';
import { previewCfdi } from '../src/operations/preview-cfdi';
import { idOf, incomeInput, newDraft, newOrganization, startCfdi, type Cfdi } from './cfdi';
import { withTimbre } from './fake-pac';
import { sampleProfile, today } from './sample-draft';
import { testAuthority } from './test-authority';

let cfdi: Cfdi;
beforeAll(async () => void (cfdi = await startCfdi()));
afterAll(() => cfdi.service.close());

const thirdParty = {
  rfc: 'MISC491214B86',
  legalName: 'CECILIA MIRANDA SANCHEZ',
  taxSystem: '612',
  postalCode: '01010',
};
const soda = { type: 'IEPS', factor: 'Cuota', rate: '3.0818', quantityPerUnit: '0.355' };

/**
 * Builds two items of one product. The first item gets most details from the product; the second item, cans
 * of soda, contains its own details.
 */
const itemsOf = (productId: string) => [
  {
    kind: 'product',
    productId,
    quantity: '1',
    unitPrice: '22500',
    propertyTaxAccounts: { entries: ['0215A7'] },
  },
  {
    kind: 'product',
    productId,
    quantity: '24',
    unitPrice: '18.75',
    unitName: 'Lata',
    sku: 'LATA',
    activity: 'goods_sale',
    thirdParty,
    withholdings: { entries: [] },
    taxes: { entries: [soda] },
    customsNumbers: { entries: ['26  48  3009  6001234'] },
  },
  { kind: 'product', productId, quantity: '1', unitPrice: '10', taxObject: '01' },
];

const leased = {
  activity: 'lease_real_estate',
  withholdings: {
    entries: [
      { type: 'ISR', rate: '0.1' },
      { type: 'IVA', rate: '0.106667' },
    ],
  },
};

const shownLease = {
  sku: 'S-1',
  activity: 'lease_real_estate',
  propertyTaxAccounts: ['0215A7'],
  withholdings: [
    { type: 'ISR', rate: 0.1, base: 22500, amount: 2250 },
    { type: 'IVA', rate: 0.106667, base: 22500, amount: 2400.0075 },
  ],
  taxability: 'standard',
  taxRate: 0.16,
  amount: 22500,
  taxAmount: 3600,
  withheldAmount: 4650.0075,
};
const ieps = { type: 'IEPS', factor: 'Cuota', rate: 3.0818, base: 8.52, amount: 26.256936 };
const shownCan = {
  sku: 'LATA',
  unitName: 'Lata',
  activity: 'goods_sale',
  thirdParty,
  customsNumbers: ['26  48  3009  6001234'],
  taxes: [{ ...ieps, quantityPerUnit: 0.355 }],
  taxRate: 0.16,
  amount: 450,
  taxAmount: 102.458046,
};
const shown = [shownLease, shownCan, { taxObject: '01', amount: 10, taxAmount: 0 }];

describe('the details of items', () => {
  it('the details of items come from the item or else from its product, in preview, draft and duplicate', async () => {
    const context = await newOrganization(cfdi);
    const items = itemsOf(cfdi.commerce.product(context, leased));
    const customerId = cfdi.commerce.customer(context, { iepsTaxpayer: true });
    const input = incomeInput(cfdi, context, { customerId, items });
    const preview = await cfdi.service.answer(previewCfdi, context, { input });
    expect(preview).toMatchObject({ items: shown, issues: [] });
    const draft = await newDraft(cfdi, context, { ...input });
    expect(draft).toMatchObject({
      items: shown,
      fiscal: { isrWithheld: 2250, ivaWithheld: 2400.01 },
      total: { amount: 22012.45 },
    });
    const stored = draft.items as object[];
    expect(stored[1]).not.toHaveProperty('withholdings');
    for (const name of ['withholdings', 'taxability', 'taxRate', 'taxes']) {
      expect(stored[2]).not.toHaveProperty(name);
    }
    expect(await cfdi.service.answer(getCfdi, context, draft)).toEqual(draft);
    const copy = await cfdi.service.answer(duplicateCfdi, context, draft);
    expect(copy).toMatchObject({ items: shown });
  });

  it('the details of items are part of the sealed XML, and an import reads the same details from this XML', async () => {
    const context = await newOrganization(cfdi);
    const items = itemsOf(cfdi.commerce.product(context, leased));
    const customerId = cfdi.commerce.customer(context, { iepsTaxpayer: true });
    const created = await newDraft(cfdi, context, { customerId, items });
    const [row] = await cfdi.service.rows<Draft>(
      'select kind, input, customer, items from cfdi where id = $1',
      [idOf(created)],
    );
    const issuance = { fecha: `${today}T08:00:00`, serie: 'A', folio: '1' };
    const document = comprobanteOf(row!, sampleProfile, issuance);
    expect(validateComprobante(document)).toEqual([]);
    const own = await (await testAuthority()).mint();
    const privateKey = createPrivateKey({
      key: Buffer.from(own.privateKey, 'base64'),
      format: 'der',
      type: 'pkcs8',
      passphrase: own.passphrase,
    });
    const signer = {
      privateKey,
      certificateNumber: own.number,
      certificateBase64: own.certificate,
    };
    const { xml, sello } = seal(document, signer);
    const text = withTimbre(xml, newId().toUpperCase(), sello);
    const elsewhere = await newOrganization(cfdi);
    const imported = await cfdi.service.answer(importCfdiXml, elsewhere, {
      xml: Buffer.from(text),
    });
    const [lease, can, free] = imported.items as Record<string, unknown>[];
    expect(lease).toMatchObject({
      propertyTaxAccounts: ['0215A7'],
      taxObject: '02',
      withheldAmount: 4650.0075,
      withholdings: shownLease.withholdings,
    });
    expect(can).toMatchObject({ unitName: 'Lata', thirdParty, taxes: [ieps] });
    expect(can).toMatchObject({ customsNumbers: shownCan.customsNumbers });
    expect(free).toMatchObject({ taxObject: '01', taxAmount: 0 });
    expect(free).not.toHaveProperty('taxability');
  });
});
