import { parseComprobante } from '@timbre/cfdi';
import { created, dataOf, issuerProfile, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { soundXml } from '../sound-document';
import { until } from '../until';
import { newReceipt, newTill, type Till } from './till';

/** A product with a price of 25.00 that includes IEPS of 26.5 % and IVA of 16 %. */
const beer = {
  kind: 'custom',
  description: 'Cerveza',
  quantity: 1,
  unitPrice: 25,
  taxIncluded: true,
  satProductCode: '50202201',
  satUnitCode: 'H87',
  taxability: 'standard',
  taxRate: 0.16,
  taxes: [{ type: 'IEPS', factor: 'Tasa', rate: 0.265 }],
};
const iva = { tax: '002', factorType: 'Tasa', rate: 0.16, base: 21.551724, amount: 3.448276 };
const ieps = { tax: '003', factorType: 'Tasa', rate: 0.265, base: 17.036936, amount: 4.514788 };

let retailer: Api;
let maker: Api;
beforeAll(async () => {
  [retailer, maker] = await Promise.all([startDocumentedIssuer(), startDocumentedIssuer()]);
  await created(maker, '/v1/settings/series', { code: 'NC', kind: 'credit_note' });
  const body = { ...issuerProfile, iepsTaxpayer: true };
  const profile = await dataOf(maker.request('PUT', '/v1/fiscal/profile', { body }));
  expect(profile).toMatchObject({ iepsTaxpayer: true });
  // The test waits, because commerce receives the IEPS setting of the fiscal profile by an event.
  const elsewhere = await newTill(maker);
  await until(
    60_000,
    () => sale(maker, elsewhere),
    ({ taxes }) => taxes.length > 1,
  );
}, 240_000);

const sale = (api: Api, till: Till, changes: object = {}): Promise<Shown> =>
  newReceipt(api, till, { items: [beer], ...changes });

/**
 * Returns the taxes of each concept in a stamped document, in the form `impuesto factor rate base
 * amount`.
 */
async function taxesIn(api: Api, stamped: Shown): Promise<string[][]> {
  const { document } = parseComprobante(await soundXml(api, stamped));
  return document.conceptos.map(({ impuestos }) =>
    (impuestos?.traslados ?? []).map(({ impuesto, tipoFactor, tasaOCuota, base, importe }) =>
      [impuesto, tipoFactor, tasaOCuota, base, importe].map(String).join(' '),
    ),
  );
}

async function stampedGlobal(api: Api, { locationId }: Till, period: string): Promise<Shown> {
  const body = { periodicity: '01', period, locationId };
  const answer = await created(api, '/v1/sales-receipts/global-invoices', body);
  expect(answer).toMatchObject({ skipped: [] });
  return dataOf(api.request('POST', `/v1/cfdi/${answer['documents'][0].documentRef}/stamp`));
}

describe('an issuer that owes IEPS', () => {
  it('an issuer that owes IEPS shows the tax separately in receipts, global invoices and their credit notes', async () => {
    const till = await newTill(maker);
    const sold = await sale(maker, till);
    expect(sold).toMatchObject({ total: { amount: 25 }, taxes: [iva, ieps] });
    const global = await stampedGlobal(maker, till, sold['businessDate']);
    expect(global).toMatchObject({ status: 'valid', total: { amount: 25 } });
    const apart = [
      ['003 Tasa 0.265000 17.036936 4.514788', '002 Tasa 0.160000 21.551724 3.448276'],
    ];
    expect(await taxesIn(maker, global)).toEqual(apart);
    const at = `/v1/sales-receipts/${sold['documentRef']}`;
    await until(
      60_000,
      () => dataOf(maker.request('GET', at)),
      ({ status }) => status === 'global_invoiced',
    );
    const refund = await created(maker, `${at}/refunds`, {
      method: 'cash_back',
      restock: false,
      stamp: true,
      lines: [{ lineRef: sold['items'][0].lineRef, quantity: 1 }],
    });
    expect(refund).toMatchObject({ taxes: [iva, ieps] });
    const refunds = await until(
      60_000,
      () => dataOf(maker.request('GET', `${at}/refunds`)) as unknown as Promise<Shown[]>,
      ([one]) => one?.['creditNoteStatus'] === 'stamped',
    );
    const note = refunds[0]!['creditNoteDocumentRef'];
    const credited = await dataOf(maker.request('GET', `/v1/cfdi/${note}`));
    expect(await taxesIn(maker, credited)).toEqual(apart);
  });

  it('an issuer that owes IEPS shows the fixed IEPS per unit for the units that were not refunded, next to goods without IEPS', async () => {
    const till = await newTill(maker);
    const quota = { type: 'IEPS', factor: 'Cuota', rate: 3.0818, quantityPerUnit: 0.6 };
    const soda = { ...beer, description: 'Refresco', quantity: 3, unitPrice: 20, taxes: [quota] };
    const bread = { ...beer, description: 'Pan', taxability: 'zero', taxRate: 0, taxes: [] };
    const sold = await sale(maker, till, { items: [soda, bread] });
    await created(maker, `/v1/sales-receipts/${sold['documentRef']}/refunds`, {
      method: 'cash_back',
      restock: false,
      lines: [{ lineRef: sold['items'][0].lineRef, quantity: 1 }],
    });
    const global = await stampedGlobal(maker, till, sold['businessDate']);
    expect(global).toMatchObject({ status: 'valid', total: { amount: 65 } });
    const [taxes] = await taxesIn(maker, global);
    expect(taxes!.toSorted()).toEqual([
      '002 Tasa 0.000000 25.000000 0.000000',
      '002 Tasa 0.160000 34.482759 5.517241',
      '003 Cuota 3.081800 1.200000 3.698160',
    ]);
  });
});

/** Drafts a global invoice of today manually and stamps the draft. */
async function globalByHand(api: Api): Promise<Shown> {
  const publicInGeneral = { kind: 'customer', legalName: 'PUBLICO EN GENERAL' };
  const { contactId } = await created(api, '/v1/contacts', {
    ...publicInGeneral,
    rfc: 'XAXX010101000',
    taxSystem: '616',
    address: { postalCode: issuerProfile.postalCode, country: 'MEX' },
  });
  const { businessDate } = await sale(api, await newTill(api));
  const [year, months] = (businessDate as string).split('-') as [string, string];
  const draft = await created(api, '/v1/cfdi', {
    kind: 'income',
    customerId: contactId,
    cfdiUse: 'S01',
    globalPeriod: { periodicity: '01', months, year: Number(year) },
    payment: { timing: 'single_payment', formCode: '01' },
    items: [
      { ...beer, description: 'Venta', satProductCode: '01010101', satUnitCode: 'ACT', sku: 'T-1' },
    ],
  });
  return dataOf(api.request('POST', `/v1/cfdi/${draft['documentRef']}/stamp`));
}

describe('a manually drafted global invoice', () => {
  it('a manually drafted global invoice shows the IEPS that its issuer owes, like a global invoice of receipts', async () => {
    const global = await globalByHand(maker);
    expect(global).toMatchObject({ status: 'valid', total: { amount: 25 } });
    expect(await taxesIn(maker, global)).toEqual([
      ['003 Tasa 0.265000 17.036936 4.514788', '002 Tasa 0.160000 21.551724 3.448276'],
    ]);
  });

  it('a manually drafted global invoice includes the IEPS of a retailer in its price', async () => {
    const global = await globalByHand(retailer);
    expect(await taxesIn(retailer, global)).toEqual([['002 Tasa 0.160000 21.551724 3.448276']]);
  });
});

describe('a retailer', () => {
  it('a retailer that owes no IEPS does not show IEPS separately', async () => {
    const till = await newTill(retailer);
    const sold = await sale(retailer, till);
    expect(sold).toMatchObject({ total: { amount: 25 }, taxes: [iva] });
    const global = await stampedGlobal(retailer, till, sold['businessDate']);
    expect(global).toMatchObject({ status: 'valid', total: { amount: 25 } });
    expect(await taxesIn(retailer, global)).toEqual([['002 Tasa 0.160000 21.551724 3.448276']]);
  });
});
