import { knownComplementNames } from './known-complements';
import { namespaceNamed } from './namespaces';
import { shortened } from './characters';
import { complementFaults } from './review-complement';
import { readXml } from './xml';

const vehicle =
  'TipoVeh="02" PrecioVehUsado="120000" Marca="M" TipooClase="T" Año="2001" NumPlacas="1" NumFolTarjCir="T"';

/** A valid complement of each kind. `faultsOf` adds the namespace. */
const samples = {
  aerolineas:
    '<Aerolineas Version="1.0" TUA="589.32"><OtrosCargos TotalCargos="10"><Cargo CodigoCargo="YQ" Importe="10"/></OtrosCargos></Aerolineas>',
  consumodecombustibles11:
    '<ConsumoDeCombustibles version="1.1" tipoOperacion="monedero electrónico" numeroDeCuenta="4" total="9.20"><Conceptos>' +
    '<ConceptoConsumoDeCombustibles identificador="T" fecha="2026-11-20T10:00:00" rfc="CACX7605101P8" claveEstacion="1" tipoCombustible="1"' +
    ' cantidad="40.000" nombreCombustible="Magna" folioOperacion="OP" valorUnitario="19.90" importe="796.00"><Determinados>' +
    '<Determinado impuesto="IVA" tasaOCuota="0.16" importe="127.20"/></Determinados></ConceptoConsumoDeCombustibles></Conceptos></ConsumoDeCombustibles>',
  decreto:
    '<renovacionysustitucionvehiculos Version="1.0" TipoDeDecreto="01"><DecretoRenovVehicular VehEnaj="01">' +
    `<VehiculosUsadosEnajenadoPermAlFab ${vehicle} Foliofiscal="F"/><VehiculoNuvoSemEnajenadoFabAlPerm Año="2026" NumPlacas="45"/>` +
    '</DecretoRenovVehicular></renovacionysustitucionvehiculos>',
  destruccion:
    '<certificadodedestruccion Version="1.0" Serie="SERIE A" NumFolDesVeh="F"><VehiculoDestruido Marca="M" TipooClase="T" Año="1998" NumPlacas="1"' +
    ' NumFolTarjCir="T"/><InformacionAduanera NumPedImp="26" Fecha="1999-05-01" Aduana="A"/></certificadodedestruccion>',
  detallista:
    '<detallista documentStructureVersion="AMC8.1" documentStatus="ORIGINAL"><requestForPaymentIdentification><entityType>INVOICE</entityType>' +
    '</requestForPaymentIdentification><specialInstruction code="ZZZ"><text>UNO</text></specialInstruction><orderIdentification>' +
    '<referenceIdentification type="ON">OC</referenceIdentification></orderIdentification><AdditionalInformation>' +
    '<referenceIdentification type="ATZ">A</referenceIdentification></AdditionalInformation><buyer><gln>7504000107903</gln></buyer>' +
    '<lineItem number="1"><tradeItemIdentification><gtin>7501055300075</gtin></tradeItemIdentification>' +
    '<invoicedQuantity unitOfMeasure="CA">40</invoicedQuantity><palletInformation><palletQuantity>2</palletQuantity>' +
    '<transport><methodOfPayment>PREPAID_BY_SELLER</methodOfPayment></transport><description type="BOX">Caja</description></palletInformation>' +
    '<totalLineAmount><netAmount><Amount>7200.00</Amount></netAmount></totalLineAmount></lineItem></detallista>',
  divisas: '<Divisas version="1.0" tipoOperacion="compra"/>',
  ecc12:
    '<EstadoDeCuentaCombustible Version="1.2" TipoOperacion="Tarjeta" NumeroDeCuenta="EC" SubTotal="796.00" Total="923.36"><Conceptos>' +
    '<ConceptoEstadoDeCuentaCombustible Identificador="T" Fecha="2026-11-20T10:00:00" Rfc="URE180429TM6" ClaveEstacion="E" Cantidad="40.0"' +
    ' TipoCombustible="1" NombreCombustible="Magna" FolioOperacion="OP" ValorUnitario="19.900" Importe="796.00"><Traslados>' +
    '<Traslado Impuesto="IVA" TasaOCuota="0.16" Importe="127.36"/></Traslados></ConceptoEstadoDeCuentaCombustible></Conceptos></EstadoDeCuentaCombustible>',
  gceh:
    '<GastosHidrocarburos Version="1.0" NumeroContrato="CNH"><Erogacion TipoErogacion="Costo" MontocuErogacion="2.00" Porcentaje="40.000">' +
    '<DocumentoRelacionado OrigenErogacion="Nacional" Mes="10" MontoTotalErogaciones="2.00"/><Actividades ActividadRelacionada="01"/>' +
    '<CentroCostos Campo="C"/></Erogacion></GastosHidrocarburos>',
  ieeh:
    '<IngresosHidrocarburos Version="1.0" NumeroContrato="CNH" ContraprestacionPagadaOperador="1.00" Porcentaje="100"><DocumentoRelacionado' +
    ' FolioFiscalVinculado="5a00000c-7a2b-4c3d-8e4f-abcdef00000c" FechaFolioFiscalVinculado="2026-10-28" Mes="10"/></IngresosHidrocarburos>',
  obrasarte:
    '<obrasarteantiguedades Version="1.0" TipoBien="01" TituloAdquirido="01" FechaAdquisicion="2020-01-15" CaracterísticasDeObraoPieza="01"/>',
  pagoenespecie:
    '<PagoEnEspecie Version="1.0" CvePIC="CAX760510AAA-20260115-001" FolioSolDon="PE-26-00001" PzaArtNombre="A" PzaArtTecn="Ó" PzaArtAProd="2019" PzaArtDim="1"/>',
  pfic: '<PFintegranteCoordinado version="1.0" ClaveVehicular="0123456" Placa="45AB7C"/>',
  registrofiscal: '<CFDIRegistroFiscal Version="1.0" Folio="0000000000000001"/>',
  servicioparcial:
    '<parcialesconstruccion Version="1.0" NumPerLicoAut="L"><Inmueble Calle="C" Municipio="M" Estado="19" CodigoPostal="64000"/></parcialesconstruccion>',
  tpe:
    '<TuristaPasajeroExtranjero version="1.0" fechadeTransito="2026-11-20T18:45:00" tipoTransito="Arribo"><datosTransito Via="Aérea" TipoId="P"' +
    ' NumeroId="X" Nacionalidad="C" EmpresaTransporte="E"/></TuristaPasajeroExtranjero>',
  valesdedespensa:
    '<ValesDeDespensa version="1.0" tipoOperacion="monedero electrónico" numeroDeCuenta="VD" total="9.00"><Conceptos><Concepto identificador="1"' +
    ' fecha="2026-11-15T00:00:00" rfc="CACX7605101P8" curp="CACX760510MGTSHC04" nombre="X" importe="9.00"/></Conceptos></ValesDeDespensa>',
  ventavehiculos:
    '<VentaVehiculos version="1.1" ClaveVehicular="0010101" Niv="3A"><Parte cantidad="1" descripcion="Motor"/></VentaVehiculos>',
};
type Prefix = keyof typeof samples;
const prefixes = Object.keys(samples) as Prefix[];

function faultsOf(prefix: string, xml: string): string[] {
  const { uri } = namespaceNamed(prefix);
  const node = readXml(xml.replace(/^<[^\s/>]+/, (open) => `${open} xmlns="${uri}"`));
  return complementFaults(node).map(({ key, values: { at, ...others } }) =>
    [key, at, ...Object.values(others)].join(' ').replaceAll(`${prefix}:`, ''),
  );
}

/** Returns the complement with the first occurrence of a text replaced. */
function changed(prefix: Prefix, from: string, to: string): string {
  expect(samples[prefix]).toContain(from);
  return samples[prefix].replace(from, to);
}

test.each(prefixes)('a complement that is valid against its schema has no fault: %s', (prefix) => {
  expect(faultsOf(prefix, samples[prefix])).toEqual([]);
});

test('the structure of every complement without a model is described, and the XML of other complements is not checked', () => {
  const empty = (name: string) => `<${name.split(':')[1]}/>`;
  const judged = knownComplementNames.filter(
    (name) => faultsOf(name.split(':')[0]!, empty(name)).length > 0,
  );
  expect(judged.map((name) => name.split(':')[0]).toSorted()).toEqual(prefixes);
});

/** Returns the name of the root element of a sample complement. */
const rootOf = (prefix: Prefix): string => /^<(\S+)/.exec(samples[prefix])![1]!;

test.each(prefixes)(
  'a complement with an unknown attribute, child or text is refused: %s',
  (prefix) => {
    const root = rootOf(prefix);
    const withAttribute = changed(prefix, `<${root} `, `<${root} Otro="1" `);
    expect(faultsOf(prefix, withAttribute)).toEqual([
      expect.stringMatching(`^xml_part_unknown_of ${root}/@Otro @`),
    ]);
    const closed = samples[prefix].replace(/\/>$/, `></${root}>`);
    const end = new RegExp(`</${root}>$`);
    expect(faultsOf(prefix, closed.replace(end, `<Otro/></${root}>`))).toEqual([
      expect.stringMatching(`^xml_part_unknown(_of)? ${root}/Otro`),
    ]);
    expect(faultsOf(prefix, closed.replace(end, `texto</${root}>`))).toEqual([
      `xml_text_not_allowed ${root}`,
    ]);
  },
);

test.each(prefixes)(
  'a complement without any of its required attributes is refused: %s',
  (prefix) => {
    const root = rootOf(prefix);
    const head = /^<[^>]*?(?=\/?>)/.exec(samples[prefix])![0];
    const names = [...head.matchAll(/ (\S+?)=/g)].map(([, name]) => name);
    const bare = samples[prefix].replace(head, `<${root}`);
    expect(faultsOf(prefix, bare).toSorted()).toEqual(
      names.map((name) => `xml_part_missing ${root}/@${name}`).toSorted(),
    );
  },
);

const conceptoOf = 'ConsumoDeCombustibles/Conceptos/ConceptoConsumoDeCombustibles[1]';
const purchaseOf = 'EstadoDeCuentaCombustible/Conceptos/ConceptoEstadoDeCuentaCombustible[1]';
const renewal = 'renovacionysustitucionvehiculos/DecretoRenovVehicular';
const order = 'detallista/orderIdentification/referenceIdentification[1]';
const line = 'detallista/lineItem[1]';
const document = 'GastosHidrocarburos/Erogacion[1]/DocumentoRelacionado[1]';
const voucher = 'ValesDeDespensa/Conceptos/Concepto[1]';

test.each<[Prefix, from: string, to: string, fault: string]>([
  ['aerolineas', 'TUA="589.32"', 'TUA="1.1234567"', 'xml_number Aerolineas/@TUA 6'],
  ['aerolineas', 'TUA="589.32"', 'TUA="1,5"', 'xml_number Aerolineas/@TUA 6'],
  ['aerolineas', ' TotalCargos="10"', '', 'xml_part_missing Aerolineas/OtrosCargos/@TotalCargos'],
  [
    'aerolineas',
    '<Cargo CodigoCargo="YQ" Importe="10"/>',
    '',
    'xml_part_missing Aerolineas/OtrosCargos/Cargo',
  ],
  [
    'aerolineas',
    'CodigoCargo="YQ"',
    'CodigoCargo="EQUIPAJES"',
    'xml_text_between Aerolineas/OtrosCargos/Cargo[1]/@CodigoCargo 1 8',
  ],
  [
    'aerolineas',
    '</Aerolineas>',
    '<OtrosCargos TotalCargos="1"><Cargo CodigoCargo="A" Importe="1"/></OtrosCargos></Aerolineas>',
    'xml_repeated Aerolineas/OtrosCargos 1',
  ],
  [
    'consumodecombustibles11',
    'cantidad="40.000"',
    'cantidad="40.00"',
    `xml_number_dotted ${conceptoOf}/@cantidad 3 0.001`,
  ],
  [
    'consumodecombustibles11',
    'cantidad="40.000"',
    'cantidad="0.000"',
    `xml_number_dotted ${conceptoOf}/@cantidad 3 0.001`,
  ],
  [
    'consumodecombustibles11',
    'monedero electrónico',
    'efectivo',
    'xml_word ConsumoDeCombustibles/@tipoOperacion monedero electrónico',
  ],
  [
    'consumodecombustibles11',
    'fecha="2026-11-20T10:00:00"',
    'fecha="2026-11-20"',
    `xml_form ${conceptoOf}/@fecha 2026-11-30T12:00:00`,
  ],
  [
    'consumodecombustibles11',
    'impuesto="IVA"',
    'impuesto="ISR"',
    `xml_words ${conceptoOf}/Determinados/Determinado[1]/@impuesto IVA, IEPS`,
  ],
  [
    'decreto',
    'Año="2001"',
    'Año="1899"',
    `xml_form ${renewal}/VehiculosUsadosEnajenadoPermAlFab[1]/@Año 2026`,
  ],
  [
    'decreto',
    '<VehiculoNuvoSemEnajenadoFabAlPerm Año="2026" NumPlacas="45"/>',
    '',
    `xml_part_missing ${renewal}/VehiculoNuvoSemEnajenadoFabAlPerm`,
  ],
  [
    'decreto',
    '</renovacionysustitucionvehiculos>',
    '<DecretoRenovVehicular/></renovacionysustitucionvehiculos>',
    `xml_repeated ${renewal} 1`,
  ],
  [
    'decreto',
    'TipoVeh="02"',
    'TipoVeh="09"',
    `xml_words ${renewal}/VehiculosUsadosEnajenadoPermAlFab[1]/@TipoVeh 01, 02, 03, 04, 05, 06, 07, 08`,
  ],
  [
    'destruccion',
    'Serie="SERIE A"',
    'Serie="A"',
    'xml_words certificadodedestruccion/@Serie SERIE A, SERIE B, SERIE C, SERIE D, SERIE E',
  ],
  [
    'destruccion',
    'Fecha="1999-05-01"',
    'Fecha="1999-02-29"',
    'xml_form certificadodedestruccion/InformacionAduanera/@Fecha 2026-11-30',
  ],
  ['detallista', 'type="ON"', 'type="IV"', `xml_word ${order}/@type ON`],
  ['detallista', '>7504000107903<', '>750400010790<', 'xml_text_length detallista/buyer/gln 13'],
  [
    'detallista',
    '>INVOICE<',
    '>FACTURA<',
    expect.stringMatching(
      /^xml_words detallista\/requestForPaymentIdentification\/entityType INVOICE, /,
    ) as string,
  ],
  [
    'detallista',
    '<text>UNO</text>',
    '<text/>',
    'xml_text_between detallista/specialInstruction[1]/text[1] 1 255',
  ],
  [
    'detallista',
    '<text>UNO</text>',
    '<text>UNO</text>'.repeat(16),
    'xml_repeated detallista/specialInstruction[1]/text[16] 15',
  ],
  [
    'detallista',
    '<buyer><gln>7504000107903</gln></buyer>',
    '',
    'xml_part_missing detallista/buyer',
  ],
  ['detallista', '>40</', '>cuarenta</', `xml_number_any ${line}/invoicedQuantity`],
  ['detallista', 'number="1"', 'number="123456"', `xml_form ${line}/@number 1`],
  [
    'detallista',
    '<description type="BOX">Caja</description>',
    '<description type="BOX">Caja</description>'.repeat(2),
    `xml_repeated ${line}/palletInformation/description 1`,
  ],
  ['divisas', 'compra', 'Compra', 'xml_words Divisas/@tipoOperacion compra, venta'],
  ['divisas', 'compra', ' compra', 'xml_words Divisas/@tipoOperacion compra, venta'],
  [
    'ecc12',
    'Total="923.36"',
    'Total="9"',
    'xml_number_dotted EstadoDeCuentaCombustible/@Total 1-2 0',
  ],
  [
    'ecc12',
    'TipoCombustible="1"',
    'TipoCombustible="9"',
    `xml_words ${purchaseOf}/@TipoCombustible 1, 2, 3, 4, 5`,
  ],
  [
    'ecc12',
    'Importe="127.36"',
    'Importe="0.00"',
    `xml_number_dotted ${purchaseOf}/Traslados/Traslado[1]/@Importe 1-2 0.01`,
  ],
  [
    'gceh',
    'NumeroContrato="CNH"',
    'NumeroContrato="A|B"',
    'xml_text_barless GastosHidrocarburos/@NumeroContrato 50',
  ],
  [
    'gceh',
    'Porcentaje="40.000"',
    'Porcentaje="100"',
    'xml_number_between GastosHidrocarburos/Erogacion[1]/@Porcentaje 3 0.001 99.999',
  ],
  ['gceh', 'Mes="10"', 'Mes="13"', `xml_form ${document}/@Mes 01`],
  [
    'gceh',
    'MontoTotalErogaciones="2.00"',
    'MontoTotalErogaciones="-2.00"',
    `xml_number_least ${document}/@MontoTotalErogaciones 6 0`,
  ],
  [
    'gceh',
    '<CentroCostos Campo="C"/>',
    '<CentroCostos Campo="C"/><Actividades/>',
    'xml_out_of_order GastosHidrocarburos/Erogacion[1]/Actividades[2] DocumentoRelacionado, Actividades, CentroCostos',
  ],
  [
    'ieeh',
    'FolioFiscalVinculado="5a',
    'FolioFiscalVinculado="5',
    'xml_form IngresosHidrocarburos/DocumentoRelacionado[1]/@FolioFiscalVinculado 5a00000c-7a2b-4c3d-8e4f-abcdef00000c',
  ],
  [
    'obrasarte',
    'TipoBien="01"',
    'TipoBien="05"',
    'xml_words obrasarteantiguedades/@TipoBien 01, 02, 03, 04',
  ],
  ['pagoenespecie', 'PE-26-00001', 'PE-26-1', 'xml_form PagoEnEspecie/@FolioSolDon PE-26-00001'],
  [
    'pagoenespecie',
    'PzaArtNombre="A"',
    'PzaArtNombre=""',
    'xml_text_empty PagoEnEspecie/@PzaArtNombre',
  ],
  [
    'pfic',
    'Placa="45AB7C"',
    'Placa="45AB7C" RFCPF="CACX"',
    'xml_form PFintegranteCoordinado/@RFCPF AAA010101AAA',
  ],
  [
    'registrofiscal',
    '0000000000000001',
    '1',
    'xml_form CFDIRegistroFiscal/@Folio 0000000000000001',
  ],
  [
    'servicioparcial',
    'Estado="19"',
    'Estado="33"',
    'xml_form parcialesconstruccion/Inmueble/@Estado 09',
  ],
  [
    'servicioparcial',
    '<Inmueble Calle="C" Municipio="M" Estado="19" CodigoPostal="64000"/>',
    '',
    'xml_part_missing parcialesconstruccion/Inmueble',
  ],
  [
    'tpe',
    'Via="Aérea"',
    'Via="aérea"',
    'xml_words TuristaPasajeroExtranjero/datosTransito/@Via Aérea, Marítima, Terrestre',
  ],
  [
    'tpe',
    'T18:45:00',
    '',
    'xml_form TuristaPasajeroExtranjero/@fechadeTransito 2026-11-30T12:00:00',
  ],
  [
    'valesdedespensa',
    'curp="CACX760510MGTSHC04"',
    'curp="CACX"',
    `xml_form ${voucher}/@curp AAAA010101HDFBBB09`,
  ],
  ['valesdedespensa', ' nombre="X"', '', `xml_part_missing ${voucher}/@nombre`],
  [
    'ventavehiculos',
    '<Parte ',
    '<InformacionAduanera numero="26" fecha="2026-08-01"/><Parte ',
    'xml_not_beside VentaVehiculos/Parte InformacionAduanera',
  ],
  ['ventavehiculos', ' Niv="3A"', '', 'xml_part_missing VentaVehiculos/@Niv'],
])('a complement is rejected by its schema: %s with %s as %.60s', (prefix, from, to, fault) => {
  expect(faultsOf(prefix, changed(prefix, from, to))).toContainEqual(fault);
});

test('a complement with many faults reports the first 20, and a long unknown name is shortened', () => {
  const wrong = '<Cargo CodigoCargo="" Importe=""/>'.repeat(30);
  expect(faultsOf('aerolineas', changed('aerolineas', '<Cargo', `${wrong}<Cargo`))).toHaveLength(
    20,
  );
  const long = faultsOf(
    'divisas',
    changed('divisas', ' version', ` ${'a'.repeat(1_000)}="1" version`),
  );
  expect(long).toEqual([
    `xml_part_unknown_of Divisas/@${'a'.repeat(60)}… @version, @tipoOperacion`,
  ]);
});

test('a shortened name never ends with half of a character', () => {
  expect(shortened(`${'a'.repeat(59)}😀b`)).toBe(`${'a'.repeat(59)}…`);
});

test('a number for which the schema sets no limit of decimals may have as many decimals as a program writes', () => {
  const exact = samples.ventavehiculos.replace(
    /cantidad="[^"]*"/,
    `cantidad="0.${'3'.repeat(28)}"`,
  );
  expect(exact).not.toBe(samples.ventavehiculos);
  expect(faultsOf('ventavehiculos', exact)).toEqual([]);
});

test('a complement may have attributes of the schema instance namespace and blanks between its elements', () => {
  const spaced = samples.aerolineas
    .replaceAll('><', '>\n  <')
    .replace(
      ' TUA',
      ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a b" TUA',
    );
  expect(faultsOf('aerolineas', spaced)).toEqual([]);
});
