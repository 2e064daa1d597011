import { created, customItem, dataOf, issuerProfile, startIssuer } from '@timbre/testkit/client';
import { printedWords, soundXml } from '../sound-document';
import { startComplemented, type Complemented } from './complemented';

let api: Complemented['api'];
let customerId: Complemented['customerId'];
let income: Complemented['income'];
let stamped: Complemented['stamped'];
let imported: Complemented['imported'];
let refused: Complemented['refused'];
let inEnglish: Complemented['inEnglish'];
beforeAll(async () => {
  ({ api, customerId, income, stamped, imported, refused, inEnglish } = await startComplemented());
});

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

  it('hydrocarbons of a filling station are in the XML, on the PDF, in responses and when read from the XML', async () => {
    const invoice = await stamped(sold(gasoline(), diesel('SP18'), customItem));
    expect(invoice.items[0]).toMatchObject({ hydrocarbons });
    const xml = await soundXml(api, invoice);
    expect(xml).toContain(
      '<cfdi:ComplementoConcepto><hidrocarburospetroliferos:HidroYPetro Version="1.0" TipoPermiso="PER01"' +
        ' NumeroPermiso="PL/12345/EXP/ES/2015" ClaveHYP="15101514" SubProductoHYP="SP16"/>',
    );
    expect(xml).toContain('ClaveHYP="15101505" SubProductoHYP="SP18"/>');
    expect(await printedWords(api, invoice)).toContain(
      'Tipo de permiso: PER01 – Expendio en estaciones de servicio de petrolíferos' +
        ' · Permiso: PL/12345/EXP/ES/2015 · Clave HYP: 15101514 – Gasolina regular menor a 91 octanos' +
        ' · Subproducto: SP16 – Gasolina regular menor a 91 octanos',
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

  it('hydrocarbons are allowed on credit notes and on transfers of fuel', async () => {
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
  ])('hydrocarbons with the input %j are refused', async (item, issue) => {
    expect(await refused(sold(item))).toEqual([`items.0.${issue}`]);
  });
});

describe('complements without a dedicated API field', () => {
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

  it('complements without a dedicated field are sealed, printed, shown and read with their whitespace', async () => {
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

  it('complements without a dedicated field can be combined with others, and can belong to items', async () => {
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
    [
      flight.replace('<aerolineas:Cargo ', '<aerolineas:Cargo xmlns:x="urn:x" x:a="1" '),
      'complement_xml_invalid',
    ],
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
  ])('complements without a dedicated field are refused as %.60s', async (xml, code) => {
    expect(await refused(written(xml))).toEqual([`complements.0.xml: ${code}`]);
  });

  it('complements without a dedicated field are refused with an issue for each schema violation, also in a preview', async () => {
    const wrong = flight
      .replace(' TUA="250.00"', ' Tua="250.00"')
      .replace('CodigoCargo="YQ"', 'CodigoCargo="EQUIPAJES"');
    const issue = 'complements.0.xml: complement_xml_invalid';
    expect(await refused(written(wrong))).toEqual([issue, issue, issue]);
    const body = written(wrong);
    const messages = [
      'aerolineas:Aerolineas/@TUA is required.',
      'The SAT’s schema does not allow aerolineas:Aerolineas/@Tua. It allows here: @Version, @TUA.',
      'aerolineas:Aerolineas/aerolineas:OtrosCargos/aerolineas:Cargo[1]/@CodigoCargo must be text of 1 to 8 characters.',
    ];
    const preview = await dataOf(api.request('POST', '/v1/cfdi/preview', { body }));
    expect(preview.issues).toEqual(
      messages.map((message) => expect.objectContaining({ message }) as unknown),
    );
    const headers = { 'accept-language': 'es' };
    const spanish = await dataOf(api.request('POST', '/v1/cfdi/preview', { body, headers }));
    expect(spanish.issues).toContainEqual(
      expect.objectContaining({ message: 'aerolineas:Aerolineas/@TUA es obligatorio.' }),
    );
  });

  it.each([
    [newCar.replace(' Niv="3ABCD12E3KM000001"', '')],
    [newCar.replace('/>', '><ventavehiculos:Otra/></ventavehiculos:VentaVehiculos>')],
  ])('a complement of an item that violates its schema is refused: %.60s', async (xml) => {
    const items = [{ ...customItem, complements: [{ xml }] }];
    expect(await refused(income({ items }))).toEqual([
      'items.0.complements.0.xml: complement_xml_invalid',
    ]);
  });

  it('complements without a dedicated field are refused if they are repeated or in the wrong place', async () => {
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

  it('an addenda is in the stamped XML, outside the seal, and unchanged byte for byte', async () => {
    const body = income({ addenda: `<?xml version="1.0" encoding="UTF-8"?>\n${addenda}` });
    const invoice = await stamped(body);
    expect(invoice).toMatchObject({ addenda: body.addenda });
    const xml = await soundXml(api, invoice);
    expect(xml.endsWith(`<cfdi:Addenda>${addenda}</cfdi:Addenda></cfdi:Comprobante>`)).toBe(true);
    expect(await imported(xml)).toMatchObject({ uuid: invoice.uuid });
  });

  it.each(['<a', 'text', '<a/><b/>', '<!DOCTYPE a><a/>', '<a>&b;</a>'])(
    'an addenda is refused: %s',
    async (given) => {
      expect(await refused(income({ addenda: given }))).toEqual(['addenda: addenda_invalid']);
    },
  );
});

describe('ine', () => {
  const campaign = {
    process: 'Campaña',
    entities: [
      {
        state: 'JAL',
        scope: 'Local',
        accounts: [{ accountingId: 15_023 }, { accountingId: 15_024 }],
      },
      { state: 'NAC', scope: 'Federal', accounts: [{ accountingId: 20_011 }] },
    ],
  };
  const national = {
    process: 'Ordinario',
    committee: 'Ejecutivo Nacional',
    accountingId: 123_456,
  };
  const stateCommittee = {
    process: 'Ordinario',
    committee: 'Directivo Estatal',
    entities: [{ state: 'DIF' }],
  };

  it('ine data of a campaign is in the XML, on the PDF, in responses and when read from the XML', async () => {
    const invoice = await stamped(income({ ine: campaign }));
    expect(invoice).toMatchObject({ ine: campaign });
    const xml = await soundXml(api, invoice);
    expect(xml).toContain(
      '<cfdi:Complemento><ine:INE Version="1.1" TipoProceso="Campaña"><ine:Entidad ClaveEntidad="JAL" Ambito="Local">' +
        '<ine:Contabilidad IdContabilidad="15023"/><ine:Contabilidad IdContabilidad="15024"/></ine:Entidad>' +
        '<ine:Entidad ClaveEntidad="NAC" Ambito="Federal"><ine:Contabilidad IdContabilidad="20011"/></ine:Entidad></ine:INE>',
    );
    const printed = await printedWords(api, invoice);
    for (const words of ['INE Tipo de proceso Campaña', 'Entidad JAL', 'Contabilidad 15024'])
      expect(printed).toContain(words);
    expect(await inEnglish(invoice)).toContain('Type of process Campaña');
    expect(await imported(xml)).toMatchObject({ ine: campaign });
  });

  it('ine data of committees has no scopes', async () => {
    for (const ine of [national, stateCommittee])
      expect(await soundXml(api, await stamped(income({ ine })))).toContain('<ine:INE ');
  });

  it.each([
    [{ process: 'Ordinario' }, 'committee: ine_committee_missing'],
    [{ ...campaign, committee: 'Ejecutivo Nacional' }, 'committee: ine_committee_not_allowed'],
    [{ ...campaign, accountingId: 1 }, 'accountingId: ine_accounting_id_not_allowed'],
    [{ ...stateCommittee, accountingId: 1 }, 'accountingId: ine_accounting_id_not_allowed'],
    [{ process: 'Campaña' }, 'entities: ine_entities_missing'],
    [{ ...stateCommittee, entities: undefined }, 'entities: ine_entities_missing'],
    [{ ...national, entities: [{ state: 'JAL' }] }, 'entities: ine_entities_not_allowed'],
    [{ process: 'Campaña', entities: [{ state: 'JAL' }] }, 'entities.0.scope: ine_scope_missing'],
    [
      { ...stateCommittee, entities: [{ state: 'JAL', scope: 'Local' }] },
      'entities.0.scope: ine_scope_not_allowed',
    ],
    [
      { ...stateCommittee, entities: [{ state: 'JAL' }, { state: 'JAL' }] },
      'entities.1: ine_entity_repeated',
    ],
    [
      { process: 'Campaña', entities: [{ state: 'CR1', scope: 'Local' }] },
      'entities.0.scope: ine_scope_not_of_state',
    ],
    [{ process: 'Campaña', entities: [{ state: 'CMX' }] }, 'entities.0.state: invalid_value'],
  ])('ine data is refused: %j', async (ine, issue) => {
    expect(await refused(income({ ine }))).toEqual([`ine.${issue}`]);
  });
});

describe('used vehicles', () => {
  const usedVehicles = {
    acquisitionAmount: 310_000,
    saleAmount: 180_000.5,
    vehicleKey: '0123456',
    make: 'MARCA DE PRUEBA',
    type: 'SEDAN',
    modelYear: 2019,
    engineNumber: 'MTR1234567',
    serialNumber: '3ABCD12E3KM000001',
    vin: '3ABCD12E3KM000001',
    guideValue: 185_000,
  };
  const imports = [{ number: '26  48  3009  6001234', date: '2026-02-03', office: 'Nuevo Laredo' }];

  it('used vehicles are in the XML, on the PDF, in responses and when read from the XML', async () => {
    const invoice = await stamped(income({ usedVehicles: { ...usedVehicles, imports } }));
    expect(invoice).toMatchObject({ usedVehicles: { ...usedVehicles, imports } });
    const xml = await soundXml(api, invoice);
    expect(xml).toContain(
      '<vehiculousado:VehiculoUsado Version="1.0" montoAdquisicion="310000" montoEnajenacion="180000.5"' +
        ' claveVehicular="0123456" marca="MARCA DE PRUEBA" tipo="SEDAN" modelo="2019" numeroMotor="MTR1234567"' +
        ' numeroSerie="3ABCD12E3KM000001" NIV="3ABCD12E3KM000001" valor="185000">' +
        '<vehiculousado:InformacionAduanera numero="26  48  3009  6001234" fecha="2026-02-03" aduana="Nuevo Laredo"/>',
    );
    expect(await printedWords(api, invoice)).toContain('VEHÍCULO USADO');
    expect(await inEnglish(invoice)).toContain('Model year 2019');
    expect(await imported(xml)).toMatchObject({ usedVehicles: { ...usedVehicles, imports } });
  });

  it('used vehicles are accepted without numbers and import data, and can be combined with legends', async () => {
    const { engineNumber: _, serialNumber: __, vin: ___, ...few } = usedVehicles;
    const plain = await stamped(income({ usedVehicles: few }));
    expect(await soundXml(api, plain)).toContain('modelo="2019" valor="185000"/>');
    const both = await stamped(income({ usedVehicles, legends: [{ text: 'Leyenda' }] }));
    expect(await soundXml(api, both)).toContain('<vehiculousado:VehiculoUsado ');
  });

  it.each([
    [{ vehicleKey: '12345678' }, 'vehicleKey: too_big'],
    [{ modelYear: 1899 }, 'modelYear: too_small'],
    [{ vin: '3ABCD12E3KM0000012' }, 'vin: too_big'],
    [{ guideValue: undefined }, 'guideValue: required'],
    [{ saleAmount: -1 }, 'saleAmount: too_small'],
    [{ imports: [{ number: '1', date: '2999-01-01' }] }, 'imports.0.date: in_future'],
  ])('used vehicles are refused: %j', async (changes, issue) => {
    const body = income({ usedVehicles: { ...usedVehicles, ...changes } });
    expect(await refused(body)).toEqual([`usedVehicles.${issue}`]);
  });
});

describe('public notaries', () => {
  const address = {
    street: 'Calle Ficticia',
    exterior: '15',
    municipality: 'León',
    state: '11',
    country: 'MEX',
    postalCode: '37000',
  };
  const seller = {
    name: 'ALBA',
    firstSurname: 'XKARAJAM',
    secondSurname: 'MENDEZ',
    rfc: 'XAMA620210DQ5',
    curp: 'XAMA620210MDFKNL00',
  };
  const buyer = { name: 'URBANIZADORA DEL BAJIO', rfc: 'URE180429TM6' };
  const publicNotaries = {
    properties: [{ kind: '03', address }],
    deed: { number: 10_234, date: '2026-11-12', amount: 1_500_000, subtotal: 1_500_000, iva: 0 },
    notary: { curp: 'GOLA850312MDFMPN03', number: 27, state: '11', office: 'León' },
    sellers: [{ ...seller, curp: 'GOLA850312MDFMPN03' }],
    buyers: [buyer],
  };
  const halves = [
    { ...seller, curp: 'GOLA850312MDFMPN03', percentage: 33.33 },
    { ...buyer, percentage: 66.67 },
  ];

  it('public notaries are in the XML, on the PDF, in responses and when read from the XML', async () => {
    const invoice = await stamped(income({ publicNotaries }));
    expect(invoice).toMatchObject({ publicNotaries });
    const xml = await soundXml(api, invoice);
    expect(xml).toContain(
      '<notariospublicos:DescInmueble TipoInmueble="03" Calle="Calle Ficticia" NoExterior="15" Municipio="León"' +
        ' Estado="11" Pais="MEX" CodigoPostal="37000"/>',
    );
    expect(xml).toContain('<notariospublicos:DatosEnajenante CoproSocConyugalE="No">');
    const printed = await printedWords(api, invoice);
    for (const words of ['ESCRITURA Instrumento notarial 10234', 'ENAJENANTE', 'ADQUIRENTE'])
      expect(printed).toContain(words);
    expect(await inEnglish(invoice)).toContain('DEED');
    expect(await imported(xml)).toMatchObject({ publicNotaries });
  });

  it('public notaries state a percentage for each of several owners', async () => {
    const several = { ...publicNotaries, sellers: halves };
    const sold = await stamped(income({ publicNotaries: several }));
    const xml = await soundXml(api, sold);
    expect(xml).toMatch(
      /<notariospublicos:DatosEnajenante CoproSocConyugalE="Si">.*Porcentaje="33.33"/,
    );
    expect(await imported(xml)).toMatchObject({ publicNotaries: several });
    const bought = {
      ...publicNotaries,
      buyers: halves,
      properties: [
        { kind: '01', address },
        { kind: '05', address },
      ],
    };
    expect(await soundXml(api, await stamped(income({ publicNotaries: bought })))).toContain(
      '<notariospublicos:DatosAdquirientesCopSC>',
    );
  });

  it.each([
    [{ deed: { ...publicNotaries.deed, date: '2999-01-01' } }, 'deed.date: in_future'],
    [{ deed: { ...publicNotaries.deed, number: 0 } }, 'deed.number: too_small'],
    [
      { properties: [{ kind: '03', address: { ...address, street: undefined } }] },
      'properties.0.address.street: address_incomplete',
    ],
    [
      { properties: [{ kind: '03', address: { ...address, state: 'GUA' } }] },
      'properties.0.address.state: state_not_in_catalog',
    ],
    [{ properties: [{ kind: '06', address }] }, 'properties.0.kind: invalid_value'],
    [{ sellers: [buyer] }, 'sellers.0.firstSurname: seller_data_missing'],
    [
      { buyers: [{ ...buyer, percentage: 100 }] },
      'buyers.0.percentage: owner_percentage_not_allowed',
    ],
    [{ buyers: [buyer, buyer] }, 'buyers.0.percentage: percentage_missing'],
    [
      {
        buyers: [
          { ...buyer, percentage: 50 },
          { ...buyer, percentage: 49.99 },
        ],
      },
      'buyers: percentages_not_100',
    ],
    [{ notary: { ...publicNotaries.notary, state: '33' } }, 'notary.state: invalid_value'],
  ])('public notaries are refused: %j', async (changes, issue) => {
    const body = income({ publicNotaries: { ...publicNotaries, ...changes } });
    expect(await refused(body)).toContain(`publicNotaries.${issue}`);
  });
});

describe('a definitive export', () => {
  const shelves = {
    ...customItem,
    description: 'Estantería de madera',
    satProductCode: '56101701',
    satUnitCode: 'H87',
    sku: 'EST-01',
    quantity: 10,
    unitPrice: 120,
    taxability: 'zero',
    taxRate: 0,
  };
  const chairs = { ...shelves, sku: 'SIL-02', description: 'Silla', quantity: 4, unitPrice: 310.5 };
  const dallas = {
    street: 'Sample Street',
    exterior: '42',
    state: 'TX',
    postalCode: '75201',
    country: 'USA',
  };
  const foreignTrade = {
    incoterm: 'FOB',
    receiverAddress: dallas,
    goods: [
      { item: 0, tariffCode: '9403500100' },
      { item: 1, tariffCode: '9403500100', details: [{ brand: 'PRUEBA', model: 'CJ-4' }] },
    ],
  };
  let abroad: string;
  let ourselves: string;
  beforeAll(async () => {
    const { rfc, legalName, taxSystem, postalCode } = issuerProfile;
    const contact = { kind: 'customer', cfdiUse: 'S01' };
    const foreign = {
      ...contact,
      legalName: 'SAMPLE BUYER LLC',
      rfc: 'XEXX010101000',
      taxSystem: '616',
      taxResidence: 'USA',
      foreignTaxId: '121585958',
      address: { postalCode: '75201', country: 'USA' },
    };
    abroad = `${(await created(api, '/v1/contacts', foreign)).contactId}`;
    const own = { ...contact, legalName, rfc, taxSystem, address: { postalCode, country: 'MEX' } };
    ourselves = `${(await created(api, '/v1/contacts', own)).contactId}`;
    const address = {
      street: 'Avenida de las Pruebas',
      exterior: '100',
      postalCode,
      country: 'MEX',
    };
    await dataOf(api.request('PUT', '/v1/fiscal/profile', { body: { ...issuerProfile, address } }));
  });

  const exported = (changes: object = {}, trade: object = {}) =>
    income({
      customerId: abroad,
      cfdiUse: 'S01',
      items: [shelves, chairs],
      exportation: '02',
      currency: 'USD',
      exchangeRate: 18.4512,
      foreignTrade: { ...foreignTrade, ...trade },
      ...changes,
    });
  const moved = (changes: object = {}, trade: object = {}) => ({
    kind: 'transfer',
    customerId: ourselves,
    exportation: '04',
    items: [{ ...shelves, unitPrice: 0, taxability: undefined, taxRate: undefined }],
    foreignTrade: {
      transferReason: '02',
      exchangeRateUsd: 18.4512,
      recipients: [{ name: 'SAMPLE WAREHOUSE LLC', foreignTaxId: '121585958', address: dallas }],
      goods: [{ item: 0, tariffCode: '9403500100', valueUsd: 1_200 }],
      ...trade,
    },
    ...changes,
  });
  const issuerPlace =
    '<cce20:Emisor><cce20:Domicilio Calle="Avenida de las Pruebas" NumeroExterior="100"';

  it('a definitive export of sold goods is in the XML, on the PDF, in responses and when read from the XML', async () => {
    const invoice = await stamped(exported());
    expect(invoice).toMatchObject({ foreignTrade });
    const xml = await soundXml(api, invoice);
    expect(xml).toContain('Exportacion="02"');
    expect(xml).toContain(
      '<cce20:ComercioExterior Version="2.0" ClaveDePedimento="A1" CertificadoOrigen="0" Incoterm="FOB"' +
        ` TipoCambioUSD="18.4512" TotalUSD="2442.00">${issuerPlace}`,
    );
    expect(xml).toContain(
      '<cce20:Receptor NumRegIdTrib="121585958"><cce20:Domicilio Calle="Sample Street" NumeroExterior="42"' +
        ' Estado="TX" Pais="USA" CodigoPostal="75201"/></cce20:Receptor><cce20:Mercancias>' +
        '<cce20:Mercancia NoIdentificacion="EST-01" FraccionArancelaria="9403500100" CantidadAduana="10"' +
        ' UnidadAduana="06" ValorUnitarioAduana="120.00" ValorDolares="1200.00"/>' +
        '<cce20:Mercancia NoIdentificacion="SIL-02" FraccionArancelaria="9403500100" CantidadAduana="4"' +
        ' UnidadAduana="06" ValorUnitarioAduana="310.50" ValorDolares="1242.00">' +
        '<cce20:DescripcionesEspecificas Marca="PRUEBA" Modelo="CJ-4"/></cce20:Mercancia></cce20:Mercancias>',
    );
    const printed = await printedWords(api, invoice);
    for (const words of ['COMERCIO EXTERIOR', '9403500100', 'Total en dólares', 'CJ-4'])
      expect(printed).toContain(words);
    // The customer is abroad, so a second organization with the issuer's RFC imports the document.
    const twin = await startIssuer('Twin');
    const body = { xml: Buffer.from(xml).toString('base64') };
    const read = await dataOf(twin.request('POST', '/v1/cfdi/imports', { body }));
    expect(read).toMatchObject({
      foreignTrade: {
        incoterm: 'FOB',
        exchangeRateUsd: 18.4512,
        totalUsd: 2_442,
        receiverTaxId: '121585958',
        receiverAddress: dallas,
        issuerAddress: { street: 'Avenida de las Pruebas', state: 'HID' },
        goods: [{ sku: 'EST-01', customsUnit: '06', valueUsd: 1_200 }, { unitValueUsd: 310.5 }],
      },
    });
  });

  it('a definitive export in pesos and by weight states its values in dollars', async () => {
    const steel = {
      ...shelves,
      satUnitCode: 'TNE',
      quantity: 2,
      unitPrice: 18_451.2,
      sku: 'ACE-1',
    };
    const freight = {
      ...shelves,
      satUnitCode: 'E48',
      satProductCode: '78101802',
      quantity: 1,
      unitPrice: 3_690.24,
      sku: 'FLE-1',
    };
    const goods = [{ item: 0, tariffCode: '7210110100', customsQuantity: 2_000 }, { item: 1 }];
    const trade = {
      exchangeRateUsd: 18.4512,
      goods,
      originCertificate: 'CO-2026-0001',
      notes: 'Parcial 1 de 2',
    };
    const changes = { items: [steel, freight], currency: undefined, exchangeRate: undefined };
    const xml = await soundXml(api, await stamped(exported(changes, trade)));
    expect(xml).toContain(
      'CertificadoOrigen="1" NumCertificadoOrigen="CO-2026-0001" Incoterm="FOB"',
    );
    expect(xml).toContain(
      'CantidadAduana="2000" UnidadAduana="01" ValorUnitarioAduana="1.00" ValorDolares="2000.00"/>' +
        '<cce20:Mercancia NoIdentificacion="FLE-1" CantidadAduana="1" UnidadAduana="99"',
    );
    expect(xml).toContain('TotalUSD="2200.00"');
  });

  it('a definitive export of goods of others that are only moved is a transfer with owner and recipient', async () => {
    const owners = [{ foreignTaxId: '121585958', taxResidence: 'USA' }];
    const transfer = await stamped(moved({}, { transferReason: '05', owners }));
    const xml = await soundXml(api, transfer);
    expect(xml).toContain(
      '<cce20:ComercioExterior Version="2.0" ClaveDePedimento="A1" MotivoTraslado="05"',
    );
    expect(xml).toContain(
      '<cce20:Propietario NumRegIdTrib="121585958" ResidenciaFiscal="USA"/><cce20:Destinatario NumRegIdTrib="121585958"' +
        ' Nombre="SAMPLE WAREHOUSE LLC"><cce20:Domicilio',
    );
    expect(transfer).toMatchObject({ foreignTrade: { owners } });
  });

  it('a definitive export can also be provided as XML, but only once', async () => {
    const trade =
      '<cce20:ComercioExterior xmlns:cce20="http://www.sat.gob.mx/ComercioExterior20" Version="2.0" ClaveDePedimento="A1"' +
      ' CertificadoOrigen="0" Incoterm="FOB" TipoCambioUSD="18.4512" TotalUSD="1200.00">' +
      '<cce20:Emisor><cce20:Domicilio Calle="Avenida de las Pruebas" NumeroExterior="100" Localidad="01"' +
      ' Municipio="014" Estado="QUE" Pais="MEX" CodigoPostal="76120"/></cce20:Emisor>' +
      '<cce20:Receptor NumRegIdTrib="121585958"><cce20:Domicilio Calle="Sample Street" NumeroExterior="42"' +
      ' Municipio="Dallas" Estado="TX" Pais="USA" CodigoPostal="75201"/></cce20:Receptor>' +
      '<cce20:Mercancias><cce20:Mercancia NoIdentificacion="EST-01" FraccionArancelaria="9403500100"' +
      ' CantidadAduana="10" UnidadAduana="06" ValorUnitarioAduana="120.00" ValorDolares="1200.00">' +
      '<cce20:DescripcionesEspecificas Marca="PRUEBA" Modelo="CJ-4"/></cce20:Mercancia></cce20:Mercancias>' +
      '</cce20:ComercioExterior>';
    const complements = [{ xml: trade }];
    const raw = exported({ items: [shelves], foreignTrade: undefined, complements });
    expect(await soundXml(api, await stamped(raw))).toContain('TotalUSD="1200.00"');
    expect(await refused(exported({ complements }))).toEqual([
      'complements.0.xml: complement_repeated',
    ]);
  });

  it('a definitive export is refused without its complement, and other exports are refused with this complement', async () => {
    expect(await refused(exported({ foreignTrade: undefined }))).toEqual([
      'exportation: complement_required',
    ]);
    for (const exportation of [undefined, '01', '03'])
      expect(await refused(exported({ exportation }))).toEqual([
        'exportation: complement_not_allowed',
      ]);
  });

  const [shelf, chair] = foreignTrade.goods;
  it.each<[object, object, string]>([
    [{}, { incoterm: undefined }, 'foreignTrade.incoterm: incoterm_missing'],
    [{}, { transferReason: '02' }, 'foreignTrade.transferReason: transfer_reason_not_allowed'],
    [{}, { exporterNumber: 'EXP-1' }, 'foreignTrade.exporterNumber: exporter_number_not_allowed'],
    [{}, { issuerCurp: 'GOLA850312MDFMPN03' }, 'foreignTrade.issuerCurp: issuer_curp_not_allowed'],
    [{}, { receiverAddress: undefined }, 'foreignTrade.receiverAddress: trade_address_incomplete'],
    [
      {},
      { receiverAddress: { ...dallas, state: 'JAL' } },
      'foreignTrade.receiverAddress.state: state_not_in_catalog',
    ],
    [
      {},
      { receiverAddress: { ...dallas, street: undefined } },
      'foreignTrade.receiverAddress.street: trade_address_incomplete',
    ],
    [{}, { goods: [{ item: 7 }] }, 'foreignTrade.goods.0.item: item_unknown'],
    [{}, { goods: [shelf, shelf, chair] }, 'foreignTrade.goods.1.tariffCode: good_repeated'],
    [{}, { goods: [{ item: 0 }, chair] }, 'foreignTrade.goods.0.tariffCode: tariff_code_missing'],
    [
      {},
      { goods: [{ ...shelf, tariffCode: '7210110100' }, chair] },
      'foreignTrade.goods.0.customsQuantity: customs_quantity_missing',
    ],
    [
      {},
      { goods: [{ ...shelf, valueUsd: 1_100 }, chair] },
      'foreignTrade.goods.0.valueUsd: customs_value_not_amount',
    ],
    [
      {},
      { goods: [{ ...shelf, tariffCode: '1' }] },
      'foreignTrade.goods.0.tariffCode: not_in_catalog',
    ],
    [
      { items: [{ ...shelves, satUnitCode: 'E48' }, chairs] },
      {},
      'foreignTrade.goods.0.tariffCode: tariff_code_not_allowed',
    ],
    [{ items: [{ ...shelves, sku: undefined }, chairs] }, {}, 'items.0.sku: sku_missing'],
    [
      { items: [{ ...shelves, propertyTaxAccounts: ['15956011002'] }, chairs] },
      {},
      'items.0.propertyTaxAccounts: not_in_foreign_trade',
    ],
    [
      { currency: undefined, exchangeRate: undefined },
      {},
      'foreignTrade.exchangeRateUsd: usd_rate_missing',
    ],
    [
      { legends: [{ text: 'L' }], ine: { process: 'Ordinario', committee: 'Ejecutivo Nacional' } },
      {},
      'foreignTrade: complement_not_combinable',
    ],
  ])('a definitive export with %j and %j is refused', async (changes, trade, issue) => {
    expect(await refused(exported(changes, trade))).toContain(issue);
  });

  it.each<[object, object, string]>([
    [{}, { transferReason: undefined }, 'foreignTrade.transferReason: transfer_reason_missing'],
    [{}, { transferReason: '05' }, 'foreignTrade.owners: goods_owner_missing'],
    [
      {},
      { owners: [{ foreignTaxId: '121585958', taxResidence: 'USA' }] },
      'foreignTrade.owners: goods_owner_not_allowed',
    ],
    [{}, { recipients: undefined }, 'foreignTrade.recipients: recipient_missing'],
    [
      {},
      { goods: [{ item: 0, tariffCode: '9403500100' }] },
      'foreignTrade.goods.0.valueUsd: customs_value_missing',
    ],
    [{}, { transferReason: '01' }, 'relatedDocuments: related_invoice_missing'],
  ])(
    'a definitive export of a transfer with %j and %j is refused',
    async (changes, trade, issue) => {
      expect(await refused(moved(changes, trade))).toContain(issue);
    },
  );

  it('a definitive export in a transfer to another taxpayer is refused', async () => {
    expect(await refused(moved({ customerId: abroad }))).toContain(
      'customerId: transfer_receiver_not_issuer',
    );
  });
});
