import { certain } from '@timbre/fiscal';
import {
  amountOf,
  amountOrZero,
  childOf,
  childrenAt,
  descendants,
  has,
  is,
  valueOf,
  type Node,
} from '../schema/node';
import { columnOf, isUnknown } from './catalogue';
import { complementsNamed, sumOf } from './cfdi';
import { modeTables } from './carta-porte-modes';
import { at, cartasPorte, differs, isInternational, isOverLand, modeCount, NAME, onRoad, onTransfer, partsOf, type CartaPorte, type Part } from './carta-porte-node'; // prettier-ignore
import { isWrongPedimento } from './pedimento';
import { table, type Rule } from './rule';

/*
 * The rules of Carta Porte 3.1 and of its document, from the SAT's matrix Matriz_Errores_CCP_V31, read
 * 2026-11-21 and 2026-11-30. The rules for rail, sea and air are in `carta-porte-modes.ts`. The SAT does
 * not publish the column of hazardous materials in c_ClaveProdServCP as data, so CP155 is not checked.
 */

const FOREIGN = 'XEXX010101000';

/** The product keys of transport services (CP109), as ranges. */
const SERVICES = [
  ['78101500', '78101503'],
  ['78101600', '78101604'],
  ['78101700', '78101706'],
  ['78101800', '78101804'],
  ['78101806', '78101807'],
  ['78101900', '78101905'],
  ['78102200', '78102201'],
  ['78102203', '78102205'],
  ['78121603', '78121603'],
  ['78141500', '78141501'],
  ['84121806', '84121806'],
  ['92121800', '92121802'],
] as const;

const isService = (key: string): boolean =>
  SERVICES.some(([first, last]) => first <= key && key <= last);

/** Returns whether a product key belongs to intermodal freight (CP110). */
const isIntermodal = (key: string): boolean => '78101900' <= key && key <= '78101904';

const BESIDE = [
  NAME,
  'tfd:TimbreFiscalDigital',
  'cce20:ComercioExterior',
  'pfic:PFintegranteCoordinado',
  'implocal:ImpuestosLocales',
  'leyendasFisc:LeyendasFiscales',
];

/** Returns a function that builds the rule for a customs regime that is allowed only in one direction. */
function regimeRule(code: string, direction: string): (regime: string) => Rule<CartaPorte> {
  return (regime) => [
    code,
    'RegimenAduanero',
    `${regime} es solo de ${direction}`,
    ({ node }) =>
      !is(node, 'EntradaSalidaMerc', direction) &&
      childrenAt(node, at('RegimenesAduaneros'), at('RegimenAduaneroCCP')).some((one) =>
        is(one, 'RegimenAduanero', regime),
      ),
  ];
}

const DOCUMENT: readonly Rule<CartaPorte>[] = [
  [
    'CP102',
    'SubTotal',
    'debe ser 0 en el tipo T',
    (one) => onTransfer(one) && !isZero(one, 'SubTotal'),
  ],
  ['CP103', 'Total', 'debe ser 0 en el tipo T', (one) => onTransfer(one) && !isZero(one, 'Total')],
  [
    'CP104',
    'Moneda',
    'no debe ser XXX en el tipo I',
    ({ cfdi }) => cfdi.type === 'I' && is(cfdi.root, 'Moneda', 'XXX'),
  ],
  [
    'CP105',
    'Moneda',
    'debe ser XXX en el tipo T',
    (one) => onTransfer(one) && !is(one.cfdi.root, 'Moneda', 'XXX'),
  ],
  [
    'CP107',
    'Rfc',
    'el receptor debe ser el emisor en el tipo T',
    (one) =>
      onTransfer(one) && valueOf(one.cfdi.receiver, 'Rfc') !== valueOf(one.cfdi.issuer, 'Rfc'),
  ],
  [
    'CP109',
    'ClaveProdServ',
    'debe haber un servicio de transporte en el tipo I',
    ({ cfdi }) =>
      cfdi.type === 'I' &&
      !cfdi.concepts.some(({ node }) => isService(valueOf(node, 'ClaveProdServ') ?? '')),
  ],
  [
    'CP110',
    'ClaveProdServ',
    'exige más de un medio de transporte',
    (one) =>
      one.cfdi.type === 'I' &&
      modeCount(one) < 2 &&
      one.cfdi.concepts.some(({ node }) => isIntermodal(valueOf(node, 'ClaveProdServ') ?? '')),
  ],
  [
    'CP111',
    'UsoCFDI',
    'debe ser S01 en el tipo T',
    (one) => onTransfer(one) && !is(one.cfdi.receiver, 'UsoCFDI', 'S01'),
  ],
  [
    'CP112',
    'CartaPorte',
    'debe existir una sola vez',
    ({ cfdi }) => complementsNamed(cfdi, NAME).length > 1,
  ],
  [
    'CP113',
    'Complemento',
    'hay un complemento que no puede coexistir',
    ({ cfdi }) => cfdi.complements.some(({ name }) => !BESIDE.includes(name)),
  ],
  ['CP114', 'TipoDeComprobante', 'debe ser I o T', ({ cfdi }) => !'IT'.includes(cfdi.type)],
  [
    'CP116',
    'RegimenesAduaneros',
    'existe solo con transporte internacional',
    (one) => (childOf(one.node, at('RegimenesAduaneros')) !== undefined) !== isInternational(one),
  ],
  [
    'CP119',
    'EntradaSalidaMerc',
    'existe solo con transporte internacional',
    (one) => has(one.node, 'EntradaSalidaMerc') !== isInternational(one),
  ],
  ...['IMD', 'ITR', 'ITE'].map(regimeRule('CP117', 'Entrada')),
  ...['EXD', 'ETR', 'ETE'].map(regimeRule('CP118', 'Salida')),
  ...Object.entries({ CP121: 'PaisOrigenDestino', CP123: 'ViaEntradaSalida' }).map(
    ([code, name]): Rule<CartaPorte> => [
      code,
      name,
      'existe solo con transporte internacional',
      (one) => has(one.node, name) !== isInternational(one),
    ],
  ),
  [
    'CP125',
    'TotalDistRec',
    'existe solo en autotransporte y ferroviario',
    (one) => isOverLand(one) !== has(one.node, 'TotalDistRec'),
  ],
  [
    'CP126',
    'TotalDistRec',
    'debe ser la suma de DistanciaRecorrida',
    ({ node, stops }) =>
      differs(amountOf(node, 'TotalDistRec'), sumOf(stops, 'DistanciaRecorrida')),
  ],
  [
    'CP127',
    'UbicacionPoloOrigen',
    'existe con UbicacionPoloDestino, y solo con RegistroISTMO',
    ({ node }) =>
      ['UbicacionPoloOrigen', 'UbicacionPoloDestino'].some(
        (name) => has(node, name) !== has(node, 'RegistroISTMO'),
      ),
  ],
  [
    'CP130',
    'Ubicaciones',
    'debe haber un Origen y un Destino',
    ({ stops }) =>
      !['Origen', 'Destino'].every((kind) => stops.some((stop) => is(stop, 'TipoUbicacion', kind))),
  ],
  [
    'CP148',
    'Mercancias',
    'debe haber un medio de transporte',
    (one) => modeCount(one) === 0 || one.goods.length === 0,
  ],
  [
    'CP154',
    'NumTotalMercancias',
    'debe ser el número de nodos Mercancia',
    ({ load, goods }) => !load || !is(load, 'NumTotalMercancias', `${goods.length}`),
  ],
  [
    'CP182',
    'AseguraMedAmbiente',
    'existe solo con material peligroso',
    (one) => onRoad(one) && has(insuranceOf(one), 'AseguraMedAmbiente') !== isHazardous(one),
  ],
  [
    'CP183',
    'PolizaMedAmbiente',
    'existe solo con AseguraMedAmbiente',
    (one) =>
      onRoad(one) &&
      has(insuranceOf(one), 'PolizaMedAmbiente') !== has(insuranceOf(one), 'AseguraMedAmbiente'),
  ],
  [
    'CP184',
    'Remolques',
    'debe corresponder con c_ConfigAutotransporte',
    (one) => onRoad(one) && !fitsTrailer(one),
  ],
  [
    'CP194',
    'TipoFigura',
    'debe haber un operador en autotransporte',
    (one) => onRoad(one) && !one.figures.some((figure) => is(figure, 'TipoFigura', '01')),
  ],
];

const isZero = ({ cfdi }: CartaPorte, name: string): boolean =>
  amountOrZero(cfdi.root, name).isZero();

const insuranceOf = ({ vehicle }: CartaPorte): Node =>
  certain(childOf(vehicle, at('Seguros')), 'Seguros');

const isHazardous = ({ goods }: CartaPorte): boolean =>
  goods.some((good) => is(good, 'MaterialPeligroso', 'Sí'));

function fitsTrailer({ vehicle, cfdi }: CartaPorte): boolean {
  const configuration = valueOf(childOf(vehicle, at('IdentificacionVehicular')), 'ConfigVehicular');
  const column = columnOf('c_ConfigAutotransporte', configuration, 'trailer', cfdi.on) ?? '';
  return column.includes(childOf(vehicle, at('Remolques')) ? '1' : '0');
}

const isDestination = ({ node }: Part): boolean => is(node, 'TipoUbicacion', 'Destino');

const STOP: readonly Rule<Part>[] = [
  [
    'CP133',
    'NumRegIdTrib',
    `existe solo con el RFC ${FOREIGN}`,
    ({ node }) => has(node, 'NumRegIdTrib') !== is(node, 'RFCRemitenteDestinatario', FOREIGN),
  ],
  [
    'CP134',
    'ResidenciaFiscal',
    'existe solo con NumRegIdTrib',
    ({ node }) => has(node, 'ResidenciaFiscal') !== has(node, 'NumRegIdTrib'),
  ],
  [
    'CP141',
    'DistanciaRecorrida',
    'existe solo en un Destino de autotransporte y ferroviario',
    (part) => has(part.node, 'DistanciaRecorrida') !== (isOverLand(part.of) && isDestination(part)),
  ],
];

/** The rules for the address of a stop in Mexico, which consists of codes. */
const ADDRESS: readonly Rule<Part>[] = [
  [
    'CP143',
    'Colonia',
    'debe corresponder con el código postal',
    ({ of, node }) => isUnknown('c_Colonia', joined(node, 'CodigoPostal', 'Colonia'), of.cfdi.on),
  ],
  [
    'CP144',
    'Localidad',
    'debe corresponder con el estado',
    ({ of, node }) => isUnknown('c_Localidad', joined(node, 'Estado', 'Localidad'), of.cfdi.on),
  ],
  [
    'CP145',
    'Municipio',
    'debe corresponder con el estado',
    ({ of, node }) => isUnknown('c_Municipio', joined(node, 'Estado', 'Municipio'), of.cfdi.on),
  ],
  [
    'CP146',
    'Estado',
    'debe ser una clave de c_Estado',
    ({ of, node }) =>
      columnOf('c_Estado', valueOf(node, 'Estado'), 'country', of.cfdi.on) !== 'MEX',
  ],
  [
    'CP147',
    'CodigoPostal',
    'debe corresponder con estado, municipio y localidad',
    ({ of, node }) => !fitsPostalCode(node, of.cfdi.on),
  ],
];

/** Returns a combined key, such as `64000-0001`, for a code that is unique only within another code. */
function joined(node: Node, outer: string, inner: string): string | undefined {
  const code = valueOf(node, inner);
  return code === undefined ? undefined : `${valueOf(node, outer)}-${code}`;
}

function fitsPostalCode(node: Node, on: string): boolean {
  const code = valueOf(node, 'CodigoPostal');
  const parts = { Estado: 'state', Municipio: 'municipality', Localidad: 'locality' };
  return Object.entries(parts).every(([name, column]) => {
    const written = valueOf(node, name);
    return written === undefined || written === columnOf('c_CodigoPostal', code, column, on);
  });
}

const MEDICINE = [
  'DenominacionGenericaProd',
  'DenominacionDistintivaProd',
  'Fabricante',
  'FechaCaducidad',
  'LoteMedicamento',
  'FormaFarmaceutica',
  'CondicionesEspTransp',
  'RegistroSanitarioFolioAutorizacion',
];

/** The sectors of c_SectorCOFEPRIS, each with the code of its rule and its attributes. */
const SECTORS: Readonly<Record<string, readonly [code: string, ...names: string[]]>> = {
  '01': ['CP159', ...MEDICINE],
  '02': [
    'CP160',
    'NombreIngredienteActivo',
    'NomQuimico',
    'Fabricante',
    'FechaCaducidad',
    'LoteMedicamento',
    'FormaFarmaceutica',
    'CondicionesEspTransp',
  ],
  '03': ['CP161', ...MEDICINE],
  '04': ['CP162', 'NomQuimico', 'NumCAS'],
  '05': [
    'CP163',
    'NombreIngredienteActivo',
    'NumRegSanPlagCOFEPRIS',
    'DatosFabricante',
    'DatosFormulador',
    'DatosMaquilador',
    'UsoAutorizado',
  ],
};
const HEALTH = [...new Set(Object.values(SECTORS).flatMap(([, ...names]) => names))];

/** The attributes of imported goods, each with the code of its rule and its sectors. */
const ON_ENTRY: Readonly<Record<string, readonly [code: string, ...sectors: string[]]>> = {
  PermisoImportacion: ['CP164', '01', '02', '03'],
  FolioImpoVUCEM: ['CP165', '01', '02', '04', '05'],
  RazonSocialEmpImp: ['CP166', '04'],
};

const GOOD: readonly Rule<Part>[] = [
  [
    'CP156',
    'CveMaterialPeligroso',
    'existe solo con material peligroso',
    ({ node }) => has(node, 'CveMaterialPeligroso') !== is(node, 'MaterialPeligroso', 'Sí'),
  ],
  [
    'CP157',
    'Embalaje',
    'existe solo con CveMaterialPeligroso',
    ({ node }) => has(node, 'Embalaje') !== has(node, 'CveMaterialPeligroso'),
  ],
  [
    'CP168',
    'Moneda',
    'existe solo con ValorMercancia',
    ({ node }) => has(node, 'Moneda') !== has(node, 'ValorMercancia'),
  ],
  [
    'CP170',
    'TipoMateria',
    'existe solo con transporte internacional',
    ({ of, node }) => has(node, 'TipoMateria') !== isInternational(of),
  ],
  ...Object.entries(SECTORS).map(([sector, [code, ...names]]): Rule<Part> => [
    code,
    'SectorCOFEPRIS',
    `el sector ${sector} lleva sus datos y ningún otro`,
    ({ node }) =>
      is(node, 'SectorCOFEPRIS', sector) &&
      HEALTH.some((name) => has(node, name) !== names.includes(name)),
  ]),
  [
    'CP159',
    'SectorCOFEPRIS',
    'debe existir con los datos de COFEPRIS',
    ({ node }) => !has(node, 'SectorCOFEPRIS') && HEALTH.some((name) => has(node, name)),
  ],
  ...Object.entries(ON_ENTRY).map(([name, [code, ...sectors]]): Rule<Part> => [
    code,
    name,
    `existe solo a la entrada, en los sectores ${sectors.join(', ')}`,
    ({ of, node }) =>
      has(node, name) !==
      (is(of.node, 'EntradaSalidaMerc', 'Entrada') &&
        sectors.includes(valueOf(node, 'SectorCOFEPRIS') ?? '')),
  ]),
  [
    'CP171',
    'DescripcionMateria',
    'existe solo con TipoMateria 05',
    ({ node }) => has(node, 'DescripcionMateria') !== is(node, 'TipoMateria', '05'),
  ],
  [
    'CP172',
    'DocumentacionAduanera',
    'debe existir a la entrada y no en transporte nacional',
    ({ of, node }) => {
      const isGiven = childOf(node, at('DocumentacionAduanera')) !== undefined;
      return is(of.node, 'EntradaSalidaMerc', 'Entrada')
        ? !isGiven
        : isGiven && !isInternational(of);
    },
  ],
  [
    'CP177',
    'GuiasIdentificacion',
    'debe existir con paquetería en el tipo T',
    ({ of, node }) =>
      onTransfer(of) &&
      !hasGuides(node) &&
      (isParcel(node, 'BienesTransp') ||
        (!of.goods.some(hasGuides) &&
          of.cfdi.concepts.some((concept) => isParcel(concept.node, 'ClaveProdServ')))),
  ],
  [
    'CP178',
    'IDOrigen',
    'debe ser el de una ubicación de origen',
    (part) => !everyQuantity(part, 'IDOrigen', 'Origen'),
  ],
  [
    'CP179',
    'IDDestino',
    'debe ser el de una ubicación de destino',
    (part) => !everyQuantity(part, 'IDDestino', 'Destino'),
  ],
];

const isParcel = (node: Node, name: string): boolean =>
  ['31181701', '24112700'].includes(valueOf(node, name) ?? '');

const hasGuides = (good: Node): boolean => childOf(good, at('GuiasIdentificacion')) !== undefined;

const everyQuantity = ({ of, node }: Part, name: string, kind: string): boolean =>
  childrenAt(node, at('CantidadTransporta')).every((quantity) =>
    of.stops.some(
      (stop) =>
        is(stop, 'TipoUbicacion', kind) && valueOf(stop, 'IDUbicacion') === valueOf(quantity, name),
    ),
  );

const isPedimento = (node: Node): boolean => is(node, 'TipoDocumento', '01');

/** The rules for the customs documents of each good. */
const CUSTOMS: readonly Rule<Part>[] = [
  [
    'CP173',
    'TipoDocumento',
    'no debe ser 01 a la salida',
    ({ of, node }) => is(of.node, 'EntradaSalidaMerc', 'Salida') && isPedimento(node),
  ],
  [
    'CP174',
    'NumPedimento',
    'existe solo en el tipo 01',
    ({ node }) => has(node, 'NumPedimento') !== isPedimento(node),
  ],
  [
    'CP174',
    'NumPedimento',
    'no es válido',
    ({ of, node }) =>
      has(node, 'NumPedimento') &&
      isWrongPedimento(valueOf(node, 'NumPedimento') ?? '', of.cfdi.on),
  ],
  [
    'CP175',
    'IdentDocAduanero',
    'existe solo en los tipos distintos de 01',
    ({ node }) => has(node, 'IdentDocAduanero') === isPedimento(node),
  ],
  [
    'CP176',
    'RFCImpo',
    'existe solo con NumPedimento',
    ({ node }) => has(node, 'RFCImpo') !== has(node, 'NumPedimento'),
  ],
];

const FIGURE: readonly Rule<Part>[] = [
  [
    'CP195',
    'RFCFigura',
    'debe existir sin NumRegIdTribFigura',
    ({ node }) => !has(node, 'RFCFigura') && !has(node, 'NumRegIdTribFigura'),
  ],
  [
    'CP196',
    'NumLicencia',
    'existe solo en el operador',
    ({ node }) => has(node, 'NumLicencia') !== is(node, 'TipoFigura', '01'),
  ],
  [
    'CP198',
    'ResidenciaFiscalFigura',
    'existe solo con NumRegIdTribFigura',
    ({ node }) => has(node, 'ResidenciaFiscalFigura') !== has(node, 'NumRegIdTribFigura'),
  ],
  [
    'CP199',
    'PartesTransporte',
    'existe solo en propietario y arrendador',
    ({ node }) =>
      (childOf(node, at('PartesTransporte')) !== undefined) !==
      ['02', '03'].includes(valueOf(node, 'TipoFigura') ?? ''),
  ],
];

/**
 * The attributes with catalogue codes, each with its element and its catalogue. A PAC refuses
 * any other code as a violation of the schema (301).
 */
const CODES: readonly (readonly [part: string, attribute: string, catalogue: string])[] = [
  ['Mercancia', 'BienesTransp', 'c_ClaveProdServ'],
  ['Mercancia', 'ClaveUnidad', 'c_ClaveUnidad'],
  ['Mercancia', 'CveMaterialPeligroso', 'c_MaterialPeligroso'],
  ['Mercancia', 'Embalaje', 'c_TipoEmbalaje'],
  ['Mercancia', 'Moneda', 'c_Moneda'],
  ['Mercancia', 'SectorCOFEPRIS', 'c_SectorCOFEPRIS'],
  ['Mercancia', 'FormaFarmaceutica', 'c_FormaFarmaceutica'],
  ['Mercancia', 'CondicionesEspTransp', 'c_CondicionesEspeciales'],
  ['Mercancia', 'FraccionArancelaria', 'c_FraccionArancelaria'],
  ['Mercancia', 'TipoMateria', 'c_TipoMateria'],
  ['DocumentacionAduanera', 'TipoDocumento', 'c_DocumentoAduanero'],
  ['RegimenAduaneroCCP', 'RegimenAduanero', 'c_RegimenAduanero'],
  ['Mercancias', 'UnidadPeso', 'c_ClaveUnidadPeso'],
  ['Autotransporte', 'PermSCT', 'c_TipoPermiso'],
  ['IdentificacionVehicular', 'ConfigVehicular', 'c_ConfigAutotransporte'],
  ['Remolque', 'SubTipoRem', 'c_SubTipoRem'],
  ['TiposFigura', 'TipoFigura', 'c_FiguraTransporte'],
  ['PartesTransporte', 'ParteTransporte', 'c_ParteTransporte'],
  ['CartaPorte', 'UbicacionPoloOrigen', 'c_RegistroISTMO'],
  ['CartaPorte', 'UbicacionPoloDestino', 'c_RegistroISTMO'],
  ['Ubicacion', 'NumEstacion', 'c_Estaciones'],
  ['Ubicacion', 'TipoEstacion', 'c_TipoEstacion'],
  ['CantidadTransporta', 'CvesTransporte', 'c_CveTransporte'],
  ['DetalleMercancia', 'UnidadPesoMerc', 'c_ClaveUnidadPeso'],
  ['TransporteMaritimo', 'PermSCT', 'c_TipoPermiso'],
  ['TransporteMaritimo', 'TipoEmbarcacion', 'c_ConfigMaritima'],
  ['TransporteMaritimo', 'NacionalidadEmbarc', 'c_Pais'],
  ['TransporteMaritimo', 'TipoCarga', 'c_ClaveTipoCarga'],
  ['TransporteMaritimo', 'NumAutorizacionNaviero', 'c_NumAutorizacionNaviero'],
  ['RemolqueCCP', 'SubTipoRemCCP', 'c_SubTipoRem'],
  ['TransporteAereo', 'PermSCT', 'c_TipoPermiso'],
  ['TransporteAereo', 'CodigoTransportista', 'c_CodigoTransporteAereo'],
  ['TransporteAereo', 'ResidenciaFiscalEmbarc', 'c_Pais'],
  ['TransporteFerroviario', 'TipoDeServicio', 'c_TipoDeServicio'],
  ['TransporteFerroviario', 'TipoDeTrafico', 'c_TipoDeTrafico'],
  ['DerechosDePaso', 'TipoDerechoDePaso', 'c_DerechosDePaso'],
  ['Carro', 'TipoCarro', 'c_TipoCarro'],
];

const CODE: readonly Rule<Part>[] = CODES.map(([part, attribute, catalogue]) => [
  '301',
  attribute,
  `debe ser una clave de ${catalogue}`,
  ({ of, node }) =>
    node.name === at(part) && isUnknown(catalogue, valueOf(node, attribute), of.cfdi.on),
]);

const addressesInMexico = ({ node }: CartaPorte): readonly Node[] =>
  descendants(node).filter((one) => one.name === at('Domicilio') && is(one, 'Pais', 'MEX'));

export const cartaPorteTables = [
  table(
    partsOf(({ node }) => descendants(node)),
    CODE,
  ),
  table(cartasPorte, DOCUMENT),
  table(
    partsOf(({ stops }) => stops),
    STOP,
  ),
  table(partsOf(addressesInMexico), ADDRESS),
  table(
    partsOf(({ goods }) => goods),
    GOOD,
  ),
  table(
    partsOf(({ goods }) => goods.flatMap((good) => childrenAt(good, at('DocumentacionAduanera')))),
    CUSTOMS,
  ),
  table(
    partsOf(({ figures }) => figures),
    FIGURE,
  ),
  ...modeTables,
];
