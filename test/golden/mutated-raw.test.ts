import { readXml } from '@timbre/cfdi';
import { valueAt } from '@timbre/fiscal';
import { faultOf } from '../../services/authority-simulator/src/schema/grammar';
import { GRAMMAR } from '../../services/authority-simulator/src/schema/vocabularies';
import type { Receivers } from './draft';
import { rawComplements } from './raw';

interface WithComplements {
  readonly complements?: readonly { readonly xml: string }[];
}

/** The complements of the golden documents as a client sends them, keyed by prefix. */
const sent = new Map<string, string[]>();
for (const { draft } of rawComplements) {
  const { items = [], ...document } = draft({} as Receivers) as WithComplements & {
    readonly items?: readonly WithComplements[];
  };
  for (const { complements = [] } of [document, ...items]) {
    for (const { xml } of complements) {
      const prefix = xml.slice(1, xml.indexOf(':'));
      sent.set(prefix, [...(sent.get(prefix) ?? []), xml]);
    }
  }
}
const prefixes = [...sent.keys()];

/** The first fault of a complement, as `path: message`. */
function faultIn(xml: string): string | undefined {
  const fault = faultOf(GRAMMAR, readXml(xml));
  return fault && `${fault.path}: ${fault.message}`;
}

/** The first fault of a document's complements. */
const faultOfDocument = (...complements: readonly string[]): string | undefined =>
  faultIn(
    `<cfdi:Complemento xmlns:cfdi="http://www.sat.gob.mx/cfd/4">${complements.join('')}</cfdi:Complemento>`,
  );

const firstOf = (prefix: string): string => valueAt(sent, prefix)[0] ?? '';
const rootOf = (xml: string): string => /^<([^ >]+)/.exec(xml)?.[1] ?? '';

test('the grammar accepts the golden documents of 17 complements', () => {
  expect(prefixes).toHaveLength(17);
  expect([...sent.values()].flat().filter((xml) => faultIn(xml) !== undefined)).toEqual([]);
});

test.each(prefixes)('%s with an attribute that no schema defines is refused', (prefix) => {
  const root = rootOf(firstOf(prefix));
  const changed = firstOf(prefix).replace(root, `${root} Extra="1"`);
  expect(faultIn(changed)).toBe(`${root}@Extra: ${root} no admite el atributo Extra`);
});

test.each(prefixes)('%s with an element that no schema defines is refused', (prefix) => {
  const root = rootOf(firstOf(prefix));
  const extra = `<${prefix}:Extra/>`;
  const changed = firstOf(prefix)
    .replace(/\/>$/, `></${root}>`)
    .replace(/(<\/[^>]+>)$/, `${extra}$1`);
  expect(faultIn(changed)).toBe(`${root}: ${root} no admite ${prefix}:Extra en ese lugar`);
});

const lacks = (attribute: string) => `falta el atributo ${attribute}`;
const isBad = (attribute: string) => `el valor de ${attribute} no cumple con el patrón`;
const isBadText = (element: string) => `el texto de ${element} no cumple con el patrón`;
const isMisplaced = (parent: string, child: string) => `${parent} no admite ${child} en ese lugar`;

/** Moves the second of two elements in front of the first. */
const swapped = '$2$1';

/** Changes of a golden complement (a part of its XML, and what replaces it), with the fault that follows. */
const changes: readonly (readonly [
  prefix: string,
  part: string | RegExp,
  replacement: string,
  path: string,
  message: string,
])[] = [
  ['aerolineas', ' TUA="589.32"', '', 'Aerolineas@TUA', lacks('TUA')],
  ['aerolineas', 'TUA="589.32"', 'TUA="589.3200001"', 'Aerolineas@TUA', isBad('TUA')],
  [
    'aerolineas',
    /<aerolineas:Cargo .*\/>/,
    '',
    'Aerolineas/OtrosCargos',
    'falta el elemento aerolineas:Cargo',
  ],
  [
    'consumodecombustibles11',
    / numeroDeCuenta="[^"]+"/,
    '',
    'ConsumoDeCombustibles@numeroDeCuenta',
    lacks('numeroDeCuenta'),
  ],
  [
    'consumodecombustibles11',
    'cantidad="40.000"',
    'cantidad="40"',
    'ConsumoDeCombustibles/Conceptos/ConceptoConsumoDeCombustibles@cantidad',
    isBad('cantidad'),
  ],
  [
    'consumodecombustibles11',
    'impuesto="IVA"',
    'impuesto="ISR"',
    'ConsumoDeCombustibles/Conceptos/ConceptoConsumoDeCombustibles/Determinados/Determinado@impuesto',
    isBad('impuesto'),
  ],
  [
    'decreto',
    / VehEnaj="01"/,
    '',
    'renovacionysustitucionvehiculos/DecretoRenovVehicular@VehEnaj',
    lacks('VehEnaj'),
  ],
  [
    'decreto',
    'TipoDeDecreto="01"',
    'TipoDeDecreto="03"',
    'renovacionysustitucionvehiculos@TipoDeDecreto',
    isBad('TipoDeDecreto'),
  ],
  [
    'decreto',
    /(<decreto:VehiculosUsados[^>]+>)(<decreto:VehiculoNuvo[^>]+>)/,
    swapped,
    'renovacionysustitucionvehiculos/DecretoRenovVehicular',
    'falta el elemento decreto:VehiculosUsadosEnajenadoPermAlFab',
  ],
  [
    'destruccion',
    / NumFolDesVeh="[^"]+"/,
    '',
    'certificadodedestruccion@NumFolDesVeh',
    lacks('NumFolDesVeh'),
  ],
  [
    'destruccion',
    'Serie="SERIE A"',
    'Serie="SERIE F"',
    'certificadodedestruccion@Serie',
    isBad('Serie'),
  ],
  [
    'destruccion',
    /(<destruccion:VehiculoDestruido [^>]+>)(<destruccion:InformacionAduanera [^>]+>)/,
    swapped,
    'certificadodedestruccion',
    'falta el elemento destruccion:VehiculoDestruido',
  ],
  [
    'detallista',
    ' documentStatus="COPY"',
    '',
    'detallista@documentStatus',
    lacks('documentStatus'),
  ],
  [
    'detallista',
    'contentVersion="1.3.1"',
    'contentVersion="1.3"',
    'detallista@contentVersion',
    isBad('contentVersion'),
  ],
  [
    'detallista',
    '>7504000107903<',
    '>750400010790<',
    'detallista/buyer/gln',
    isBadText('detallista:gln'),
  ],
  [
    'detallista',
    '>INVOICE<',
    '>FACTURA<',
    'detallista/requestForPaymentIdentification/entityType',
    isBadText('detallista:entityType'),
  ],
  [
    'detallista',
    /(<detallista:buyer>.*<\/detallista:buyer>)(<detallista:seller>.*<\/detallista:seller>)/,
    swapped,
    'detallista',
    'falta el elemento detallista:buyer',
  ],
  [
    'detallista',
    /(<detallista:specialInstruction .*<\/detallista:specialInstruction>)/,
    '$1$1$1$1$1',
    'detallista',
    isMisplaced('detallista:detallista', 'detallista:specialInstruction'),
  ],
  [
    'detallista',
    /<detallista:methodOfPayment>.*<\/detallista:methodOfPayment>/,
    '',
    'detallista/lineItem/palletInformation/transport',
    'falta el elemento detallista:methodOfPayment',
  ],
  [
    'detallista',
    /<detallista:transport>.*<\/detallista:transport>/,
    '',
    'detallista/lineItem/palletInformation',
    'falta el elemento detallista:transport',
  ],
  ['divisas', ' version="1.0"', '', 'Divisas@version', lacks('version')],
  ['divisas', '"venta"', '"cambio"', 'Divisas@tipoOperacion', isBad('tipoOperacion')],
  ['ecc12', ' SubTotal="796.00"', '', 'EstadoDeCuentaCombustible@SubTotal', lacks('SubTotal')],
  [
    'ecc12',
    'TipoCombustible="1"',
    'TipoCombustible="6"',
    'EstadoDeCuentaCombustible/Conceptos/ConceptoEstadoDeCuentaCombustible@TipoCombustible',
    isBad('TipoCombustible'),
  ],
  [
    'ecc12',
    /(<ecc12:Traslados>.*<\/ecc12:Traslados>)/,
    '$1$1',
    'EstadoDeCuentaCombustible/Conceptos/ConceptoEstadoDeCuentaCombustible',
    isMisplaced('ecc12:ConceptoEstadoDeCuentaCombustible', 'ecc12:Traslados'),
  ],
  [
    'gceh',
    / NumeroContrato="[^"]+"/,
    '',
    'GastosHidrocarburos@NumeroContrato',
    lacks('NumeroContrato'),
  ],
  [
    'gceh',
    'ActividadRelacionada="01"',
    'ActividadRelacionada="06"',
    'GastosHidrocarburos/Erogacion/Actividades@ActividadRelacionada',
    isBad('ActividadRelacionada'),
  ],
  [
    'gceh',
    /(<gceh:Actividades .*<\/gceh:Actividades>)(<gceh:CentroCostos .*<\/gceh:CentroCostos>)/,
    swapped,
    'GastosHidrocarburos/Erogacion',
    isMisplaced('gceh:Erogacion', 'gceh:Actividades'),
  ],
  ['ieeh', ' Mes="10"', '', 'IngresosHidrocarburos/DocumentoRelacionado@Mes', lacks('Mes')],
  [
    'ieeh',
    'Porcentaje="100.000"',
    'Porcentaje="100.001"',
    'IngresosHidrocarburos@Porcentaje',
    isBad('Porcentaje'),
  ],
  [
    'obrasarte',
    / FechaAdquisicion="[^"]+"/,
    '',
    'obrasarteantiguedades@FechaAdquisicion',
    lacks('FechaAdquisicion'),
  ],
  [
    'obrasarte',
    '"2020-01-15"',
    '"2020-02-30"',
    'obrasarteantiguedades@FechaAdquisicion',
    isBad('FechaAdquisicion'),
  ],
  [
    'obrasarte',
    'TipoBien="01"',
    'TipoBien="05"',
    'obrasarteantiguedades@TipoBien',
    isBad('TipoBien'),
  ],
  ['pagoenespecie', / PzaArtDim="[^"]+"/, '', 'PagoEnEspecie@PzaArtDim', lacks('PzaArtDim')],
  [
    'pagoenespecie',
    'PE-26-00001',
    ' PE-26-00001',
    'PagoEnEspecie@FolioSolDon',
    isBad('FolioSolDon'),
  ],
  ['pfic', / Placa="[^"]+"/, '', 'PFintegranteCoordinado@Placa', lacks('Placa')],
  ['pfic', '"CACX7605101P8"', '"CACX"', 'PFintegranteCoordinado@RFCPF', isBad('RFCPF')],
  ['registrofiscal', / Folio="[^"]+"/, '', 'CFDIRegistroFiscal@Folio', lacks('Folio')],
  [
    'registrofiscal',
    '"0000000000000001"',
    '"000000000000001"',
    'CFDIRegistroFiscal@Folio',
    isBad('Folio'),
  ],
  ['servicioparcial', / Calle="[^"]+"/, '', 'parcialesconstruccion/Inmueble@Calle', lacks('Calle')],
  [
    'servicioparcial',
    'Estado="19"',
    'Estado="33"',
    'parcialesconstruccion/Inmueble@Estado',
    isBad('Estado'),
  ],
  [
    'servicioparcial',
    /<servicioparcial:Inmueble .*\/>/,
    '',
    'parcialesconstruccion',
    'falta el elemento servicioparcial:Inmueble',
  ],
  [
    'tpe',
    / Nacionalidad="[^"]+"/,
    '',
    'TuristaPasajeroExtranjero/datosTransito@Nacionalidad',
    lacks('Nacionalidad'),
  ],
  [
    'tpe',
    'Via="Aérea"',
    'Via="Aerea"',
    'TuristaPasajeroExtranjero/datosTransito@Via',
    isBad('Via'),
  ],
  [
    'valesdedespensa',
    / curp="[^"]+"/,
    '',
    'ValesDeDespensa/Conceptos/Concepto@curp',
    lacks('curp'),
  ],
  [
    'valesdedespensa',
    'total="1200.00"',
    'total="1200.001"',
    'ValesDeDespensa@total',
    isBad('total'),
  ],
  ['ventavehiculos', / Niv="[^"]+"/, '', 'VentaVehiculos@Niv', lacks('Niv')],
  [
    'ventavehiculos',
    'fecha="2026-08-01"',
    'fecha="2026-08-32"',
    'VentaVehiculos/InformacionAduanera@fecha',
    isBad('fecha'),
  ],
  [
    'ventavehiculos',
    /(<ventavehiculos:InformacionAduanera .*\/>)(<\/ventavehiculos:VentaVehiculos>)/,
    '$1<ventavehiculos:Parte cantidad="1" descripcion="Motor"/>$2',
    'VentaVehiculos',
    isMisplaced('ventavehiculos:VentaVehiculos', 'ventavehiculos:Parte'),
  ],
];

/** The first golden complement that contains the part, with the replacement in its place. */
function changed(prefix: string, part: string | RegExp, replacement: string): string {
  for (const xml of valueAt(sent, prefix)) {
    const other = xml.replace(part, replacement);
    if (other !== xml) return other;
  }
  throw new Error(`no golden document has ${part}`);
}

const refusals = changes.map(([prefix, part, replacement, path, message]) => {
  const full = path.split('/').map((name) => `${prefix}:${name}`);
  return [`${full.join('/')}: ${message}`, changed(prefix, part, replacement)] as const;
});

test.each(refusals)('a changed complement is refused with %s', (fault, xml) => {
  expect(faultIn(xml)).toBe(fault);
});

test('every complement has a change of its own', () => {
  const used = new Set(changes.map(([prefix]) => prefix));
  expect(prefixes.filter((prefix) => !used.has(prefix))).toEqual([]);
});

test.each([
  [
    'detallista',
    '<detallista:palletInformation>(.*?)(<detallista:description .*?</detallista:description>)',
    '<detallista:palletInformation>$2$1',
  ],
  [
    'detallista',
    '<detallista:specialInstruction code="ZZZ">',
    '<detallista:specialInstruction code="ZZZ">importe en letra ',
  ],
  ['detallista', ' contentVersion="1.3.1"', ''],
  ['consumodecombustibles11', 'cantidad="40.000"', 'cantidad="40000"'],
  ['tpe', 'fechadeTransito="2026-11-20T18:45:00"', 'fechadeTransito="2026-11-20T18:45:00.5-06:00"'],
  ['divisas', '/>$', '></divisas:Divisas>'],
])('%s with %s replaced by "%s" is accepted', (prefix, part, replacement) => {
  expect(faultIn(changed(prefix, new RegExp(part), replacement))).toBeUndefined();
});

test('blanks are refused in an element that can have no children', () => {
  expect(faultIn(firstOf('divisas').replace('/>', '> </divisas:Divisas>'))).toBe(
    'divisas:Divisas: divisas:Divisas no admite texto',
  );
});

// The wildcard of cfdv40.xsd below Complemento admits every root of a schema, any number of times.
test.each(prefixes)('%s is accepted twice below the document', (prefix) => {
  expect(faultOfDocument(firstOf(prefix), firstOf(prefix))).toBeUndefined();
});

test('a fault of the second of two equal complements is found', () => {
  expect(faultOfDocument(firstOf('pfic'), firstOf('pfic').replace(/ Placa="[^"]+"/, ''))).toBe(
    'cfdi:Complemento/pfic:PFintegranteCoordinado@Placa: falta el atributo Placa',
  );
});

test('an element that is not the root of a complement is refused below the document', () => {
  const part = firstOf('tpe').replace(/^<(\S+) (xmlns:tpe="[^"]+").*$/, '<tpe:datosTransito $2/>');
  expect(faultOfDocument(part)).toBe(
    'cfdi:Complemento: cfdi:Complemento no admite tpe:datosTransito',
  );
});

test('a complement without a grammar is accepted below the document', () => {
  expect(
    faultOfDocument(
      '<ecc11:EstadoDeCuentaCombustible xmlns:ecc11="http://www.sat.gob.mx/EstadoDeCuentaCombustible"/>',
    ),
  ).toBeUndefined();
});
