import {
  created,
  customItem,
  dataOf,
  newCustomer,
  setUpIssuer,
  startApi,
  type Api,
  type Shown,
} from '@timbre/testkit/client';
import { documented } from '../documented';
import { issuesOf } from '../refused';
import { printedWords, soundXml } from '../sound-document';

let api: Api;
let customerId: string;
/** The customer of the documents, who imports them. */
let receiver: Api;
beforeAll(async () => {
  api = await documented(await startApi());
  await setUpIssuer(api);
  for (const [code, kind] of [
    ['NC', 'credit_note'],
    ['T', 'transfer'],
  ])
    await created(api, '/v1/settings/series', { code, kind });
  customerId = await newCustomer(api);
  receiver = await documented(await startApi());
  const body = {
    rfc: 'URE180429TM6',
    legalName: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
    taxSystem: '601',
    postalCode: '86991',
  };
  await dataOf(receiver.request('PUT', '/v1/fiscal/profile', { body }));
});

const income = (changes: object = {}) => ({
  kind: 'income',
  customerId,
  cfdiUse: 'G03',
  payment: { timing: 'single_payment', formCode: '03' },
  items: [customItem],
  ...changes,
});

async function stamped(body: object): Promise<Shown> {
  const { documentRef } = await created(api, '/v1/cfdi', body);
  return dataOf(api.request('POST', `/v1/cfdi/${documentRef}/stamp`));
}

async function imported(xml: string): Promise<Shown> {
  const body = { xml: Buffer.from(xml).toString('base64') };
  return dataOf(receiver.request('POST', '/v1/cfdi/imports', { body }));
}

const refused = async (body: object) => issuesOf(await api.request('POST', '/v1/cfdi', { body }));

async function inEnglish({ documentRef }: Shown): Promise<string> {
  const english: Api = {
    ...api,
    request: (method, path, options) => api.request(method, `${path}?language=en`, options),
  };
  return printedWords(english, { documentRef });
}

describe('hydrocarbons', () => {
  const hydrocarbons = { permitType: 'PER01', permitNumber: 'PL/12345/EXP/ES/2015' };
  const gasoline = (changes: object = {}) => ({
    ...customItem,
    description: 'Gasolina regular',
    satProductCode: '15101514',
    satUnitCode: 'LTR',
    quantity: 40,
    unitPrice: 20.5,
    hydrocarbons,
    ...changes,
  });
  const diesel = (subproduct?: string) =>
    gasoline({
      description: 'Diésel',
      satProductCode: '15101505',
      hydrocarbons: { ...hydrocarbons, subproduct },
    });
  const sold = (...items: object[]) => income({ items });

  it('of a filling station are in the XML, on the PDF, in answers and read from the XML', async () => {
    const invoice = await stamped(sold(gasoline(), diesel('SP18'), customItem));
    expect(invoice.items[0]).toMatchObject({ hydrocarbons });
    const xml = await soundXml(api, invoice);
    expect(xml).toContain(
      '<cfdi:ComplementoConcepto><hidrocarburospetroliferos:HidroYPetro Version="1.0" TipoPermiso="PER01"' +
        ' NumeroPermiso="PL/12345/EXP/ES/2015" ClaveHYP="15101514" SubProductoHYP="SP16"/>',
    );
    expect(xml).toContain('ClaveHYP="15101505" SubProductoHYP="SP18"/>');
    expect(await printedWords(api, invoice)).toContain(
      'Tipo de permiso: PER01 · Permiso: PL/12345/EXP/ES/2015 · Clave HYP: 15101514 · Subproducto: SP16',
    );
    expect(await inEnglish(invoice)).toContain('Permit: PL/12345/EXP/ES/2015');
    expect(await imported(xml)).toMatchObject({
      items: [
        { hydrocarbons: { ...hydrocarbons, fuelKey: '15101514', subproduct: 'SP16' } },
        {},
        {},
      ],
    });
  });

  it('are on credit notes and on transfers of fuel', async () => {
    const invoice = await stamped(sold(gasoline({ satProductCode: '15101515' })));
    expect(await soundXml(api, invoice)).toContain('SubProductoHYP="SP17"');
    const relatedDocuments = [{ relationship: '01', documents: [invoice.uuid] }];
    const credit = { kind: 'credit_note', customerId, formCode: '03', relatedDocuments };
    const note = await stamped({ ...credit, items: [gasoline({ quantity: 1 })] });
    expect(await soundXml(api, note)).toContain('<hidrocarburospetroliferos:HidroYPetro ');
    const moved = gasoline({ taxability: undefined, taxRate: undefined });
    const transfer = await stamped({ kind: 'transfer', customerId, items: [moved] });
    expect(await soundXml(api, transfer)).toContain('<hidrocarburospetroliferos:HidroYPetro ');
  });

  it.each([
    [gasoline({ hydrocarbons: undefined }), 'satProductCode: complement_required'],
    [gasoline({ satProductCode: '15101513' }), 'hydrocarbons: fuel_key_not_allowed'],
    [gasoline({ satUnitCode: 'H87' }), 'hydrocarbons: fuel_unit_not_allowed'],
    [diesel(), 'hydrocarbons.subproduct: fuel_subproduct_missing'],
    [diesel('SP16'), 'hydrocarbons.subproduct: fuel_subproduct_not_allowed'],
    [diesel('SP99'), 'hydrocarbons.subproduct: not_in_catalog'],
    [
      gasoline({ hydrocarbons: { ...hydrocarbons, permitType: 'PER07' } }),
      'hydrocarbons.permitNumber: permit_number_invalid',
    ],
    [
      gasoline({ hydrocarbons: { ...hydrocarbons, permitType: 'PER99' } }),
      'hydrocarbons.permitType: not_in_catalog',
    ],
  ])('refuse the input %j', async (item, issue) => {
    expect(await refused(sold(item))).toEqual([`items.0.${issue}`]);
  });
});

describe('complements without a field', () => {
  const vouchers = (name: string) =>
    `<?xml version="1.0"?>
<v:ValesDeDespensa xmlns:v="http://www.sat.gob.mx/valesdedespensa" version="1.0" tipoOperacion="monedero electrónico" numeroDeCuenta="00 1  2" total="500.00">
  <v:Conceptos>
    <v:Concepto identificador="7" fecha="2026-11-20T10:00:00" rfc="CACX7605101P8" curp="CACX760510MGTSHC04" nombre="${name}" importe="500.00"/>
  </v:Conceptos>
</v:ValesDeDespensa>`;
  const flight =
    '<aerolineas:Aerolineas xmlns:aerolineas="http://www.sat.gob.mx/aerolineas" Version="1.0" TUA="250.00">' +
    '<aerolineas:OtrosCargos TotalCargos="10.00"><aerolineas:Cargo CodigoCargo="YQ" Importe="10.00"/></aerolineas:OtrosCargos>' +
    '</aerolineas:Aerolineas>';
  const newCar =
    '<ventavehiculos:VentaVehiculos xmlns:ventavehiculos="http://www.sat.gob.mx/ventavehiculos" version="1.1" ClaveVehicular="0010101" Niv="3ABCD12E3KM000001"/>';
  const written = (xml: string) => income({ complements: [{ xml }] });

  it('are sealed, printed, shown and read with their blanks', async () => {
    const body = written(vouchers('XOCHILT &quot;X&quot; &amp;  CASAS'));
    const invoice = await stamped(body);
    expect(invoice).toMatchObject({ complements: body.complements });
    const xml = await soundXml(api, invoice);
    expect(xml).toContain(
      '<cfdi:Complemento><valesdedespensa:ValesDeDespensa version="1.0" tipoOperacion="monedero electrónico"' +
        ' numeroDeCuenta="00 1  2" total="500.00"><valesdedespensa:Conceptos><valesdedespensa:Concepto ',
    );
    expect(xml).toContain('nombre="XOCHILT &quot;X&quot; &amp;  CASAS"');
    expect(xml).toContain('xmlns:valesdedespensa="http://www.sat.gob.mx/valesdedespensa"');
    expect(await printedWords(api, invoice)).toContain('numero De Cuenta');
    const [read] = (await imported(xml)).complements as { xml: string }[];
    expect(read!.xml).toContain('xmlns:valesdedespensa=');
    const again = await stamped(income({ complements: [read] }));
    expect(await soundXml(api, again)).toContain('numeroDeCuenta="00 1  2"');
  });

  it('stand beside others, and in items', async () => {
    const legends = [{ text: 'Leyenda' }];
    const invoice = await stamped({ ...written(flight), legends });
    expect(await soundXml(api, invoice)).toMatch(/<leyendasFisc:.*<aerolineas:Aerolineas /);
    const car = { ...customItem, complements: [{ xml: newCar }] };
    const { items, documentRef } = await created(api, '/v1/cfdi', income({ items: [car] }));
    expect(items).toMatchObject([{ complements: [{ xml: newCar }] }]);
    const sold = await dataOf(api.request('POST', `/v1/cfdi/${documentRef}/stamp`));
    const xml = (await api.request('GET', `/v1/documents/${sold.documentRef}/files/xml`)).bytes;
    expect(xml.toString()).toContain('<cfdi:ComplementoConcepto><ventavehiculos:VentaVehiculos ');
  });

  it.each([
    ['<a', 'complement_xml_invalid'],
    [flight.replace('</aerolineas:Aerolineas>', ''), 'complement_xml_invalid'],
    [`<!DOCTYPE a [<!ENTITY b "c">]>${flight}`, 'complement_xml_invalid'],
    [flight.replace('TUA="250.00"', 'TUA="&b;"'), 'complement_xml_invalid'],
    [`${flight}${flight}`, 'complement_xml_invalid'],
    ['<a>'.repeat(21) + '</a>'.repeat(21), 'complement_xml_invalid'],
    [`<a>${'<b/>'.repeat(10_000)}</a>`, 'complement_xml_invalid'],
    [flight.replace('<aerolineas:Cargo ', '<Cargo '), 'complement_xml_invalid'],
    ['<Aerolineas Version="1.0" TUA="1"/>', 'complement_unknown'],
    ['<a:b xmlns:a="http://www.sat.gob.mx/terceros"/>', 'complement_unknown'],
    ['<p:Pagos xmlns:p="http://www.sat.gob.mx/Pagos20" Version="2.0"/>', 'complement_unknown'],
    [flight.replace('Version="1.0"', 'Version="1.1"'), 'complement_version_unknown'],
    [newCar, 'complement_misplaced'],
    [
      '<l:LeyendasFiscales xmlns:l="http://www.sat.gob.mx/leyendasFiscales" version="1.0"/>',
      'complement_has_field',
    ],
    [
      '<l:ImpuestosLocales xmlns:l="http://www.sat.gob.mx/implocal" version="1.0"/>',
      'complement_has_field',
    ],
  ])('refuse %.60s', async (xml, code) => {
    expect(await refused(written(xml))).toEqual([`complements.0.xml: ${code}`]);
  });

  it('are refused twice, and in the wrong place', async () => {
    const twice = income({ complements: [{ xml: flight }, { xml: flight }] });
    expect(await refused(twice)).toEqual(['complements.1.xml: complement_repeated']);
    const item = { ...customItem, complements: [{ xml: flight }] };
    expect(await refused(income({ items: [item] }))).toEqual([
      'items.0.complements.0.xml: complement_misplaced',
    ]);
    expect(await refused(income({ complements: [{}] }))).toEqual(['complements.0.xml: required']);
  });
});

describe('addenda', () => {
  const addenda = '<pedido xmlns="urn:tienda" numero="7"><linea>1 &amp; 2</linea></pedido>';

  it('stands in the stamped XML, outside the seal, byte for byte', async () => {
    const body = income({ addenda: `<?xml version="1.0" encoding="UTF-8"?>\n${addenda}` });
    const invoice = await stamped(body);
    expect(invoice).toMatchObject({ addenda: body.addenda });
    const xml = await soundXml(api, invoice);
    expect(xml.endsWith(`<cfdi:Addenda>${addenda}</cfdi:Addenda></cfdi:Comprobante>`)).toBe(true);
    expect(await imported(xml)).toMatchObject({ uuid: invoice.uuid });
  });

  it.each(['<a', 'text', '<a/><b/>', '<!DOCTYPE a><a/>', '<a>&b;</a>'])(
    'is refused: %s',
    async (given) => {
      expect(await refused(income({ addenda: given }))).toEqual(['addenda: addenda_invalid']);
    },
  );
});
