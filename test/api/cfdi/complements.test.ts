import {
  created,
  customItem,
  dataOf,
  issuerProfile,
  newCustomer,
  setUpIssuer,
  startApi,
} from '@timbre/testkit/client';
import { documented } from '../documented';
import { printedWords, soundXml } from '../sound-document';
import { startComplemented, type Complemented } from './complemented';

let api: Complemented['api'];
let customerId: Complemented['customerId'];
let income: Complemented['income'];
let stamped: Complemented['stamped'];
let imported: Complemented['imported'];
let refused: Complemented['refused'];
let inEnglish: Complemented['inEnglish'];
/** The identifier of a natural person, who may deduct tuition and donations. */
let personId: string;

beforeAll(async () => {
  ({ api, customerId, income, stamped, imported, refused, inEnglish } = await startComplemented({
    ...issuerProfile,
    taxSystem: '603',
  }));
  personId = await newCustomer(api, {
    legalName: 'XOCHILT CASAS CHAVEZ',
    rfc: 'CACX7605101P8',
    taxSystem: '612',
    address: { postalCode: '36257', country: 'MEX' },
  });
});

async function warned(body: object): Promise<string[]> {
  const { json } = await api.request('POST', '/v1/cfdi/preview', { body });
  const warnings = (json.data.warnings ?? []) as { path: unknown[]; code: string }[];
  return warnings.map(({ path, code }) => `${path.join('.')}: ${code}`);
}

describe('legends', () => {
  const legends = [
    { provision: 'LISR', rule: 'Artículo 86, fracción II', text: 'Contribución exenta & «única»' },
    { text: 'Segunda leyenda' },
  ];

  it('legends of an invoice are in its XML, on its PDF, in responses and when read from the XML', async () => {
    const invoice = await stamped(income({ legends }));
    expect(invoice).toMatchObject({ legends });
    const xml = await soundXml(api, invoice);
    expect(xml).toContain(
      '<cfdi:Complemento><leyendasFisc:LeyendasFiscales version="1.0">' +
        '<leyendasFisc:Leyenda disposicionFiscal="LISR" norma="Artículo 86, fracción II"' +
        ' textoLeyenda="Contribución exenta &amp; «única»"/>' +
        '<leyendasFisc:Leyenda textoLeyenda="Segunda leyenda"/></leyendasFisc:LeyendasFiscales>',
    );
    expect(xml).toContain(
      'http://www.sat.gob.mx/leyendasFiscales http://www.sat.gob.mx/sitio_internet/cfd/leyendasFiscales/leyendasFisc.xsd',
    );
    const printed = await printedWords(api, invoice);
    for (const words of ['LEYENDAS FISCALES', 'Disposición fiscal LISR', 'Segunda leyenda'])
      expect(printed).toContain(words);
    expect(await inEnglish(invoice)).toContain('TAX LEGENDS');
    expect(await imported(xml)).toMatchObject({ legends });
  });

  it('legends can be combined with local taxes, and can be used on a credit note and on a transfer', async () => {
    const localTaxes = [{ kind: 'transferred', name: 'ISH', rate: 3 }];
    const invoice = await stamped(income({ legends, localTaxes }));
    expect(await soundXml(api, invoice)).toMatch(
      /<implocal:.*<leyendasFisc:LeyendasFiscales version="1.0">/,
    );
    const relatedDocuments = [{ relationship: '01', documents: [invoice.uuid] }];
    const credit = { kind: 'credit_note', customerId, formCode: '03', relatedDocuments };
    const item = { ...customItem, quantity: 1 };
    const note = await stamped({ ...credit, items: [item], legends });
    expect(await soundXml(api, note)).toContain('<leyendasFisc:Leyenda textoLeyenda=');
    const moved = { ...customItem, taxability: undefined, taxRate: undefined };
    const transfer = await stamped({ kind: 'transfer', customerId, items: [moved], legends });
    expect(await soundXml(api, transfer)).toContain('<leyendasFisc:Leyenda textoLeyenda=');
  });

  it.each([
    [[], 'legends: too_small'],
    [[{}], 'legends.0.text: required'],
    [[{ text: 'a|b' }], 'legends.0.text: character_not_allowed'],
    [[{ text: 'x'.repeat(2_001) }], 'legends.0.text: too_big'],
    [[{ text: 'x', law: 'LISR' }], 'legends.0.law: unknown_field'],
  ])('legends with the input %j are refused', async (given, issue) => {
    expect(await refused(income({ legends: given }))).toEqual([issue]);
  });
});

describe('donations', () => {
  const donations = {
    authorizationNumber: '600-04-02-2014-00001',
    authorizedOn: '2014-06-30',
    legend:
      'Este comprobante ampara un donativo, destinado a los fines propios de su objeto social.',
  };
  const gift = {
    ...customItem,
    description: 'Donativo para becas',
    satProductCode: '84101600',
    satUnitCode: 'M4',
    quantity: 1,
    unitPrice: 25_000,
    taxability: undefined,
    taxRate: undefined,
    taxObject: '01',
  };
  const donation = (changes: object = {}) => income({ items: [gift], donations, ...changes });

  it('donations of an authorized donee are in the XML, on the PDF, in responses and when read from the XML', async () => {
    expect(await warned(donation())).toEqual([]);
    const receipt = await stamped(donation());
    expect(receipt).toMatchObject({ donations, total: { amount: 25_000 } });
    const xml = await soundXml(api, receipt);
    expect(xml).toContain(
      '<cfdi:Complemento><donat:Donatarias version="1.1" noAutorizacion="600-04-02-2014-00001"' +
        ` fechaAutorizacion="2014-06-30" leyenda="${donations.legend}"/>`,
    );
    const printed = await printedWords(api, receipt);
    expect(printed).toContain('DONATIVO Número de autorización 600-04-02-2014-00001');
    expect(printed).toContain(`Leyenda: ${donations.legend}`);
    expect(await inEnglish(receipt)).toContain('Authorization number 600-04-02-2014-00001');
    expect(await imported(xml)).toMatchObject({ donations });
  });

  it('donations can be in kind, and can be combined with legends', async () => {
    const goods = { ...gift, description: 'Despensas donadas', satProductCode: '50192100' };
    const payment = { timing: 'single_payment', formCode: '12' };
    const inKind = await stamped(donation({ items: [goods], payment }));
    expect(await soundXml(api, inKind)).toContain('FormaPago="12"');
    const both = await stamped(donation({ legends: [{ text: 'Leyenda' }] }));
    expect(await soundXml(api, both)).toMatch(/<donat:Donatarias [^>]*\/><leyendasFisc:/);
  });

  it.each([
    [{ authorizedOn: '2999-01-01' }, 'donations.authorizedOn: in_future'],
    [{ authorizedOn: '2014-13-01' }, 'donations.authorizedOn: invalid_format'],
    [{ authorizationNumber: '' }, 'donations.authorizationNumber: too_small'],
    [{ legend: undefined }, 'donations.legend: required'],
  ])('donations with the input %j are refused', async (changes, issue) => {
    expect(await refused(donation({ donations: { ...donations, ...changes } }))).toEqual([issue]);
  });

  it('donations are refused in documents that are not a sale', async () => {
    const moved = { ...customItem, taxability: undefined, taxRate: undefined };
    expect(await refused({ kind: 'transfer', customerId, items: [moved], donations })).toEqual([
      'donations: unknown_field',
    ]);
  });

  it('an invoice of a donation has a warning if the donation has no complement, or if payment is deferred', async () => {
    expect(await warned(donation({ donations: undefined }))).toEqual([
      'donations: complement_missing',
    ]);
    const deducted = { customerId: personId, cfdiUse: 'D04', items: [customItem] };
    expect(await warned(income(deducted))).toEqual(['donations: complement_missing']);
    const payment = { timing: 'deferred_or_installments', formCode: '99' };
    expect(await warned(donation({ payment }))).toEqual(['donations: donation_paid_later']);
    const business = await documented(await startApi());
    await setUpIssuer(business);
    const body = donation({ customerId: await newCustomer(business) });
    const { json } = await business.request('POST', '/v1/cfdi/preview', { body });
    expect(json.data.warnings).toMatchObject([{ code: 'donation_regime_unusual' }]);
  });
});

describe('iedu', () => {
  const iedu = {
    studentName: 'ANA LUZ GÓMEZ',
    curp: 'GOLA850312MDFMPN03',
    level: 'Profesional técnico',
    rvoe: 'RVOE-22PPR0001X',
  };
  const tuition = (changes: object = {}) => ({
    ...customItem,
    description: 'Colegiatura, noviembre',
    satProductCode: '86121503',
    satUnitCode: 'E48',
    quantity: 1,
    unitPrice: 4_800,
    taxability: 'exempt',
    taxRate: undefined,
    iedu,
    ...changes,
  });
  const paid = (...items: object[]) => income({ items });

  it('iedu data of a pupil is in the XML, on the PDF, in responses and when read from the XML', async () => {
    expect(await warned(paid(tuition()))).toEqual([]);
    const invoice = await stamped(paid(tuition()));
    expect(invoice).toMatchObject({ items: [{ iedu }] });
    const xml = await soundXml(api, invoice);
    expect(xml).toContain(
      '<cfdi:ComplementoConcepto><iedu:instEducativas version="1.0" nombreAlumno="ANA LUZ GÓMEZ"' +
        ' CURP="GOLA850312MDFMPN03" nivelEducativo="Profesional técnico" autRVOE="RVOE-22PPR0001X"/>',
    );
    expect(await printedWords(api, invoice)).toContain(
      'Alumno: ANA LUZ GÓMEZ · CURP: GOLA850312MDFMPN03 · Nivel educativo: Profesional técnico · RVOE: RVOE-22PPR0001X',
    );
    expect(await inEnglish(invoice)).toContain('Pupil: ANA LUZ GÓMEZ');
    expect(await imported(xml)).toMatchObject({ items: [{ iedu }] });
  });

  it('iedu data of two pupils are in separate items, next to an item without a pupil', async () => {
    const other = { ...iedu, level: 'Preescolar' };
    const body = paid(tuition(), tuition({ iedu: other }), customItem);
    const invoice = await stamped(body);
    expect(await soundXml(api, invoice)).toMatch(
      /Profesional técnico"[^]*nivelEducativo="Preescolar"/,
    );
    expect(invoice.items[2]).not.toHaveProperty('iedu');
  });

  it('iedu states the payer if the receiver is not the payer', async () => {
    const invoice = await stamped(paid(tuition({ iedu: { ...iedu, payerRfc: 'CACX7605101P8' } })));
    expect(await soundXml(api, invoice)).toContain('rfcPago="CACX7605101P8"');
  });

  it.each([
    [{ curp: 'GOLA850312MDFMPN04' }, 'curp_invalid', 'curp'],
    [{ level: 'Profesional Técnico' }, 'invalid_value', 'level'],
    [{ level: 'Universidad' }, 'invalid_value', 'level'],
    [{ payerRfc: 'X' }, 'rfc_invalid', 'payerRfc'],
    [{ studentName: undefined }, 'required', 'studentName'],
    [{ rvoe: '' }, 'too_small', 'rvoe'],
  ])('iedu with the input %j is refused', async (changes, code, field) => {
    const issues = await refused(paid(tuition({ iedu: { ...iedu, ...changes } })));
    expect(issues).toEqual([`items.0.iedu.${field}: ${code}`]);
  });

  it('iedu is refused in a transfer, and an invoice of tuition without iedu has a warning', async () => {
    const moved = tuition({ taxability: undefined });
    expect(await refused({ kind: 'transfer', customerId, items: [moved] })).toEqual([
      'items.0.iedu: complement_not_of_kind',
    ]);
    expect(await warned(paid(tuition({ iedu: undefined })))).toEqual([
      'items.0.iedu: complement_missing',
    ]);
    const deducted = { customerId: personId, cfdiUse: 'D10' };
    expect(await warned(income({ ...deducted, items: [customItem, tuition()] }))).toEqual([
      'items.0.iedu: complement_missing',
    ]);
  });
});

it('a draft keeps its complements when it is changed and when it is duplicated', async () => {
  const legends = [{ text: 'Leyenda' }];
  const { documentRef } = await created(api, '/v1/cfdi', income({ legends }));
  const changed = await dataOf(
    api.request('PUT', `/v1/cfdi/${documentRef}`, { body: income({ legends, cfdiUse: 'S01' }) }),
  );
  expect(changed).toMatchObject({ legends, cfdiUse: 'S01' });
  const copy = await dataOf(api.request('POST', `/v1/cfdi/${documentRef}/duplicate`));
  expect(copy).toMatchObject({ legends });
  const without = await dataOf(api.request('PUT', `/v1/cfdi/${documentRef}`, { body: income() }));
  expect(without).not.toHaveProperty('legends');
});
