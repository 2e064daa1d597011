import { randomUUID } from 'node:crypto';
import {
  created,
  customItem,
  dataOf,
  incomeInput,
  newCustomer,
  setUpIssuer,
  startApi,
  type Api,
  type Shown,
} from '@timbre/testkit/client';
import { documented } from '../documented';
import { issuesOf } from '../refused';
import { printedWords, soundXml } from '../sound-document';

// Tests one document for each ordinary case of a natural person, a shop, a carrier, an importer, a hotel, an
// agency and an exporter of services, from the request to the stamped XML and its PDF.

const doctor = {
  rfc: 'MISC491214B86',
  legalName: 'CECILIA MIRANDA SANCHEZ',
  taxSystem: '612',
  postalCode: '01010',
};
const landlady = {
  rfc: 'XIQB891116QE4',
  legalName: 'BERENICE XIMO QUEZADA',
  taxSystem: '606',
  postalCode: '40968',
};
const publicInGeneral = {
  legalName: 'PUBLICO EN GENERAL',
  rfc: 'XAXX010101000',
  taxSystem: '616',
  cfdiUse: 'S01',
  address: { postalCode: '42501', country: 'MEX' },
};

const payment = { timing: 'single_payment', formCode: '03' };
const item = (description: string, satProductCode: string, changes: object = {}) => ({
  ...customItem,
  description,
  satProductCode,
  satUnitCode: 'E48',
  quantity: 1,
  unitPrice: 10_000,
  ...changes,
});

let api: Api;
beforeAll(async () => {
  api = await issuer();
  await created(api, '/v1/settings/series', { code: 'NC', kind: 'credit_note' });
});

async function issuer(profile?: typeof doctor): Promise<Api> {
  const client = await documented(await startApi());
  await setUpIssuer(client, profile);
  return client;
}

/** Drafts and stamps an income document for a new customer. */
async function income(client: Api, items: object[], changes: object = {}, customer: object = {}) {
  const customerId = await newCustomer(client, customer);
  return stamped(client, {
    kind: 'income',
    customerId,
    cfdiUse: 'G03',
    payment,
    items,
    ...changes,
  });
}

async function stamped(client: Api, body: object): Promise<Shown> {
  const { documentRef } = await created(client, '/v1/cfdi', body);
  return dataOf(client.request('POST', `/v1/cfdi/${documentRef}/stamp`));
}

describe('an ordinary business invoices', () => {
  it('an ordinary business invoices the fees of a doctor to a company, which withholds ISR and two thirds of the IVA', async () => {
    const client = await issuer(doctor);
    const items = [item('Consulta médica', '85121600', { activity: 'professional_services' })];
    const invoice = await income(client, items, { applySuggestedWithholdings: true });
    expect(invoice).toMatchObject({ total: { amount: 9_533.33 } });
    const xml = await soundXml(client, invoice);
    expect(xml).toContain('<cfdi:Retencion Impuesto="001" Importe="1000.00"/>');
    expect(xml).toContain('<cfdi:Retencion Impuesto="002" Importe="1066.67"/>');
  });

  it('an ordinary business invoices the rent of a shop with its property tax account', async () => {
    const client = await issuer(landlady);
    const details = { activity: 'lease_real_estate', propertyTaxAccounts: ['015000101'] };
    const items = [
      item('Renta de local, noviembre', '80131502', { unitPrice: 22_500, ...details }),
    ];
    const invoice = await income(client, items, { applySuggestedWithholdings: true });
    expect(invoice).toMatchObject({ total: { amount: 21_449.99 } });
    expect(await soundXml(client, invoice)).toContain('<cfdi:CuentaPredial Numero="015000101"/>');
    expect(await printedWords(client, invoice)).toContain('Cuenta predial: 015000101');
  });

  it('an ordinary business invoices goods at the border at 8 % if the place of issue and the product qualify for the stimulus', async () => {
    const items = [item('Silla de oficina', '56101504', { satUnitCode: 'H87', taxRate: 0.08 })];
    const invoice = await income(api, items, { placeOfIssue: '22010' });
    expect(invoice).toMatchObject({ total: { amount: 10_800 } });
    expect(await soundXml(api, invoice)).toContain('TasaOCuota="0.080000" Importe="800.00"');
    const customerId = await newCustomer(api);
    const body = { kind: 'income', customerId, cfdiUse: 'G03', payment, items };
    expect(issuesOf(await api.request('POST', '/v1/cfdi', { body }))).toEqual([
      'items.0.taxRate: border_stimulus_not_allowed',
    ]);
  });

  it('an ordinary business invoices freight between companies, with 4 % IVA withheld', async () => {
    const items = [item('Flete Pachuca a Puebla', '78101802', { activity: 'freight' })];
    const invoice = await income(api, items, { applySuggestedWithholdings: true });
    expect(invoice).toMatchObject({ total: { amount: 11_200 } });
    expect(await soundXml(api, invoice)).toContain('TasaOCuota="0.040000" Importe="400.00');
  });

  it('an ordinary business invoices soft drinks with IEPS per liter, which is part of the IVA base', async () => {
    const drink = { satUnitCode: 'H87', quantity: 240, unitPrice: 12.5 };
    const taxes = [{ type: 'IEPS', factor: 'Cuota', rate: 3.0818, quantityPerUnit: 0.6 }];
    const items = [item('Refresco de 600 ml', '50202306', { ...drink, taxes })];
    const invoice = await income(api, items, {}, { iepsTaxpayer: true });
    // 3,000.00 plus IEPS of 443.78 for 144 liters, plus IVA on 3,443.7792.
    expect(invoice).toMatchObject({ total: { amount: 3_994.78 } });
    const xml = await soundXml(api, invoice);
    expect(xml).toContain('Impuesto="003" TipoFactor="Cuota" TasaOCuota="3.081800"');
    expect(xml).toContain('<cfdi:Traslado Base="3443.78" Impuesto="002"');
  });

  it('an ordinary business invoices a hotel with the local tax on lodging', async () => {
    const items = [item('Hospedaje, dos noches', '90111800', { unitPrice: 2_400 })];
    const localTaxes = [{ kind: 'transferred', name: 'ISH', rate: 3 }];
    const invoice = await income(api, items, { localTaxes });
    expect(invoice).toMatchObject({ total: { amount: 2_856 } });
    expect(await soundXml(api, invoice)).toContain('ImpLocTrasladado="ISH" TasadeTraslado="3.00"');
  });

  it('an ordinary business invoices imported goods with their pedimento', async () => {
    const customsNumbers = ['26 48 3009 6001234'];
    const details = { satUnitCode: 'H87', sku: 'TAL-18', unitName: 'Pieza', customsNumbers };
    const invoice = await income(api, [item('Taladro importado', '27112700', details)]);
    const xml = await soundXml(api, invoice);
    expect(xml).toContain('NoIdentificacion="TAL-18"');
    expect(xml).toContain('<cfdi:InformacionAduanera NumeroPedimento="26  48  3009  6001234"/>');
    expect(await printedWords(api, invoice)).toContain('Pedimento: 26 48 3009 6001234');
  });

  it('an ordinary business cannot use a pedimento of a broker that did not operate at the customs office', async () => {
    const changes = { customsNumbers: ['24 48 9999 4001234', '25 16 3009 5000777'] };
    const parts = [{ satProductCode: '27112700', description: 'Broca', quantity: 1, ...changes }];
    const customerId = await newCustomer(api);
    const items = [item('Taladro importado', '27112700', { ...changes, parts })];
    const refused = await api.request('POST', '/v1/cfdi', {
      body: incomeInput(customerId, { items }),
      headers: { 'idempotency-key': randomUUID(), 'accept-language': 'es' },
    });
    const code = 'customs_number_invalid';
    const message =
      'Pedimento: la patente 9999 no operó en la aduana 48 en 2024 (c_NumPedimentoAduana, 48-9999); compare año, aduana y ' +
      'patente con el pedimento.';
    expect(refused.json.error.details.issues).toEqual([
      { path: ['items', 0, 'customsNumbers', 0], code, message, satCode: 'CFDI40194' },
      { path: ['items', 0, 'parts', 0, 'customsNumbers', 0], code, message, satCode: 'CFDI40199' },
    ]);
  });

  it('an ordinary business invoices the services of a travel agency on behalf of third parties', async () => {
    const thirdParty = {
      rfc: 'IIA040805DZ4',
      legalName: 'INDISTRIA ILUMINADORA DE ALMACENES',
      taxSystem: '601',
      postalCode: '62661',
    };
    const items = [item('Tour a cuenta del operador', '90121500', { thirdParty })];
    const invoice = await income(api, items);
    expect(await soundXml(api, invoice)).toContain('RfcACuentaTerceros="IIA040805DZ4"');
    expect(await printedWords(api, invoice)).toContain(
      'A cuenta de terceros: IIA040805DZ4 INDISTRIA ILUMINADORA DE ALMACENES',
    );
  });

  it('an ordinary business invoices services to a customer abroad in dollars', async () => {
    const abroad = {
      legalName: 'Acme Inc.',
      rfc: 'XEXX010101000',
      taxSystem: '616',
      cfdiUse: 'S01',
      taxResidence: 'USA',
      foreignTaxId: '123456789',
    };
    const zero = { taxability: 'zero', taxRate: 0, unitPrice: 1_500 };
    const usd = { cfdiUse: 'S01', currency: 'USD', exchangeRate: 18.4321 };
    const invoice = await income(
      api,
      [item('Software development', '81111500', zero)],
      usd,
      abroad,
    );
    const xml = await soundXml(api, invoice);
    expect(xml).toContain('Moneda="USD" TipoCambio="18.4321"');
    expect(xml).toContain('ResidenciaFiscal="USA" NumRegIdTrib="123456789"');
  });

  it('an ordinary business invoices an advance, the sale that the advance pays in part, and the credit note that applies the advance', async () => {
    const customerId = await newCustomer(api);
    const form = (formCode: string) => ({ timing: 'single_payment', formCode });
    const common = { kind: 'income', customerId, cfdiUse: 'G03' };
    const part = { satUnitCode: 'ACT', unitPrice: 3_000 };
    const advanceItem = item('Anticipo del bien o servicio', '84111506', part);
    const advance = await stamped(api, { ...common, payment, items: [advanceItem] });
    const relatedDocuments = [{ relationship: '07', documents: [advance.uuid] }];
    const items = [item('Mobiliario', '56101700', { satUnitCode: 'H87' })];
    const sale = await stamped(api, { ...common, payment: form('03'), items, relatedDocuments });
    const applied = [item('Aplicación de anticipo', '84111506', part)];
    const credit = {
      kind: 'credit_note',
      customerId,
      formCode: '30',
      items: applied,
      relatedDocuments: [{ relationship: '07', documents: [sale.uuid] }],
    };
    const above = { ...credit, items: [{ ...applied[0], unitPrice: 3_000.01 }] };
    expect(issuesOf(await api.request('POST', '/v1/cfdi', { body: above }))).toEqual([
      'items: credit_above_advance',
    ]);
    const note = await stamped(api, credit);
    for (const document of [advance, sale, note]) expect(document).not.toHaveProperty('warnings');
    await soundXml(api, advance);
    expect(await soundXml(api, sale)).toContain('<cfdi:CfdiRelacionados TipoRelacion="07">');
    expect(await soundXml(api, note)).toContain('FormaPago="30"');
  });

  it('an ordinary business stamps a substitution, which cancels the document that it replaces', async () => {
    const items = [item('Mantenimiento', '72101500')];
    const wrong = await income(api, items);
    const relatedDocuments = [{ relationship: '04', documents: [wrong.uuid] }];
    const right = await income(api, items, { relatedDocuments, cancelReplaced: true });
    const { documentRef } = wrong;
    expect(right).toMatchObject({ replacedDocuments: [{ documentRef }] });
    expect(right).not.toHaveProperty('warnings');
    expect(await soundXml(api, right)).toContain('<cfdi:CfdiRelacionados TipoRelacion="04">');
    const { cancellation } = await dataOf(api.request('GET', `/v1/cfdi/${documentRef}`));
    expect(cancellation).toMatchObject({
      motive: '01',
      replacementDocumentRef: right.documentRef,
    });
  });

  /**
   * Returns the current day in the issuer's time zone, because this machine may be in another time zone.
   */
  const periodIn = (timeZone: string) => {
    const [year, months] = new Intl.DateTimeFormat('en-CA', { timeZone }).format().split('-');
    return { periodicity: '01', months, year: Number(year) };
  };

  it('an ordinary business invoices the sales of a day at the border, at 8 %', async () => {
    const sale = { sku: 'T-2', satUnitCode: 'ACT', unitPrice: 850, taxRate: 0.08 };
    const sales = [item('Venta', '01010101', sale)];
    const globalPeriod = periodIn('America/Tijuana');
    const more = { cfdiUse: 'S01', globalPeriod, placeOfIssue: '22010' };
    const invoice = await income(api, sales, more, publicInGeneral);
    expect(invoice).toMatchObject({ total: { amount: 918 } });
    expect(await soundXml(api, invoice)).toContain('TasaOCuota="0.080000" Importe="68.00"');
  });

  it('an ordinary business invoices the sales of a day to the public', async () => {
    const sales = [item('Venta', '01010101', { sku: 'T-1', satUnitCode: 'ACT', unitPrice: 850 })];
    const globalPeriod = periodIn('America/Mexico_City');
    const more = { cfdiUse: 'S01', globalPeriod };
    const invoice = await income(api, sales, more, publicInGeneral);
    expect(invoice).toMatchObject({ globalPeriod });
    expect(await soundXml(api, invoice)).toContain(
      `<cfdi:InformacionGlobal Periodicidad="01" Meses="${globalPeriod.months}"`,
    );
  });
});
