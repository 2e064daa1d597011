import { said, type InBoth } from '@timbre/fiscal';
import type { ComplementAttribute, ComplementElement } from '../complement';
import { addressElement } from '../place';
import { aircraft, permit, ship, trailers, train } from './mode-elements';

const numRegIdTrib = said('Registro fiscal extranjero', 'Tax number abroad');
const taxResidence = said('Residencia fiscal', 'Tax residence');

const address = addressElement('cartaporte31:Domicilio');

const stop: ComplementElement = {
  name: 'cartaporte31:Ubicacion',
  title: said('Ubicación', 'Stop'),
  attributes: [
    ['TipoUbicacion', 'kind', said('Tipo', 'Kind')],
    ['IDUbicacion', 'id', said('Ubicación', 'Stop')],
    ['RFCRemitenteDestinatario', 'rfc', said('RFC', 'RFC')],
    ['NombreRemitenteDestinatario', 'name', said('Nombre', 'Name')],
    ['NumRegIdTrib', 'foreignTaxId', numRegIdTrib],
    ['ResidenciaFiscal', 'taxResidence', taxResidence, 'c_Pais'],
    ['NumEstacion', 'station', said('Estación', 'Station'), 'c_Estaciones'],
    ['NombreEstacion', 'stationName', said('Nombre de la estación', 'Name of the station')],
    ['NavegacionTrafico', 'traffic', said('Tráfico de navegación', 'Navigation')],
    [
      'FechaHoraSalidaLlegada',
      'plannedLocalDateTime',
      said('Salida o llegada', 'Departure or arrival'),
    ],
    ['TipoEstacion', 'stationType', said('Tipo de estación', 'Type of station'), 'c_TipoEstacion'],
    [
      'DistanciaRecorrida',
      'distanceKm',
      said('Distancia recorrida (km)', 'Distance (km)'),
      'number',
    ],
  ],
  children: [{ field: 'address', element: address }],
};

const good: ComplementElement = {
  name: 'cartaporte31:Mercancia',
  title: said('Mercancía', 'Goods'),
  attributes: [
    [
      'BienesTransp',
      'satProductCode',
      said('Bienes transportados', 'Product key'),
      'c_ClaveProdServ',
    ],
    ['ClaveSTCC', 'stccCode', said('Clave STCC', 'STCC code')],
    ['Descripcion', 'description', said('Descripción', 'Description')],
    ['Cantidad', 'quantity', said('Cantidad', 'Quantity'), 'number'],
    ['ClaveUnidad', 'satUnitCode', said('Clave de unidad', 'Unit key'), 'c_ClaveUnidad'],
    ['Unidad', 'unitName', said('Unidad', 'Unit')],
    ['Dimensiones', 'dimensions', said('Dimensiones', 'Dimensions')],
    ['MaterialPeligroso', 'isHazardous', said('Material peligroso', 'Hazardous material')],
    [
      'CveMaterialPeligroso',
      'hazardCode',
      said('Clave de material peligroso', 'Key of hazardous material'),
      'c_MaterialPeligroso',
    ],
    ['Embalaje', 'packaging', said('Embalaje', 'Packaging'), 'c_TipoEmbalaje'],
    ['DescripEmbalaje', 'packagingDescription', said('Descripción del embalaje', 'Packaging is')],
    [
      'SectorCOFEPRIS',
      'health.sector',
      said('Sector COFEPRIS', 'Health sector'),
      'c_SectorCOFEPRIS',
    ],
    [
      'NombreIngredienteActivo',
      'health.activeIngredient',
      said('Ingrediente activo', 'Active ingredient'),
    ],
    ['NomQuimico', 'health.chemicalName', said('Nombre químico', 'Chemical name')],
    [
      'DenominacionGenericaProd',
      'health.genericName',
      said('Denominación genérica', 'Generic name'),
    ],
    [
      'DenominacionDistintivaProd',
      'health.brandName',
      said('Denominación distintiva', 'Brand name'),
    ],
    ['Fabricante', 'health.manufacturer', said('Fabricante', 'Manufacturer')],
    ['FechaCaducidad', 'health.expiresOn', said('Fecha de caducidad', 'Expires on')],
    ['LoteMedicamento', 'health.batch', said('Lote', 'Batch')],
    [
      'FormaFarmaceutica',
      'health.dosageForm',
      said('Forma farmacéutica', 'Dosage form'),
      'c_FormaFarmaceutica',
    ],
    [
      'CondicionesEspTransp',
      'health.conditions',
      said('Condiciones de transporte', 'Transport conditions'),
      'c_CondicionesEspeciales',
    ],
    [
      'RegistroSanitarioFolioAutorizacion',
      'health.registration',
      said('Registro sanitario', 'Health registration'),
    ],
    ['PermisoImportacion', 'health.importPermit', said('Permiso de importación', 'Import permit')],
    ['FolioImpoVUCEM', 'health.vucemFolio', said('Folio VUCEM', 'VUCEM folio')],
    ['NumCAS', 'health.casNumber', said('Número CAS', 'CAS number')],
    ['RazonSocialEmpImp', 'health.importer', said('Empresa importadora', 'Importer')],
    [
      'NumRegSanPlagCOFEPRIS',
      'health.pesticideRegistration',
      said('Registro de plaguicida', 'Pesticide registration'),
    ],
    ['DatosFabricante', 'health.manufacturerData', said('Fabricante', 'Manufacturer')],
    ['DatosFormulador', 'health.formulatorData', said('Formulador', 'Formulator')],
    ['DatosMaquilador', 'health.processorData', said('Maquilador', 'Processor')],
    ['UsoAutorizado', 'health.authorizedUse', said('Uso autorizado', 'Authorized use')],
    ['PesoEnKg', 'weightKg', said('Peso (kg)', 'Weight (kg)'), 'number'],
    ['ValorMercancia', 'value.amount', said('Valor', 'Value'), 'number'],
    ['Moneda', 'value.currency', said('Moneda', 'Currency')],
    [
      'FraccionArancelaria',
      'tariffCode',
      said('Fracción arancelaria', 'Tariff code'),
      'c_FraccionArancelaria',
    ],
    [
      'UUIDComercioExt',
      'foreignTradeUuid',
      said('CFDI de comercio exterior', 'CFDI of the export'),
    ],
    ['TipoMateria', 'material.type', said('Tipo de materia', 'Material'), 'c_TipoMateria'],
    ['DescripcionMateria', 'material.description', said('Materia', 'Description of the material')],
  ],
  children: [
    {
      field: 'customsDocuments',
      many: true,
      element: {
        name: 'cartaporte31:DocumentacionAduanera',
        title: said('Documentación aduanera', 'Customs document'),
        attributes: [
          ['TipoDocumento', 'type', said('Tipo de documento', 'Type'), 'c_DocumentoAduanero'],
          ['NumPedimento', 'pedimento', said('Pedimento', 'Pedimento')],
          ['IdentDocAduanero', 'documentNumber', said('Documento aduanero', 'Document')],
          ['RFCImpo', 'importerRfc', said('RFC del importador', 'RFC of the importer')],
        ],
      },
    },
    {
      field: 'guides',
      many: true,
      element: {
        name: 'cartaporte31:GuiasIdentificacion',
        title: said('Guía de identificación', 'Parcel'),
        attributes: [
          ['NumeroGuiaIdentificacion', 'number', said('Guía', 'Guide')],
          ['DescripGuiaIdentificacion', 'description', said('Descripción', 'Description')],
          ['PesoGuiaIdentificacion', 'weightKg', said('Peso (kg)', 'Weight (kg)'), 'number'],
        ],
      },
    },
    {
      field: 'deliveries',
      many: true,
      element: {
        name: 'cartaporte31:CantidadTransporta',
        title: said('Cantidad transportada', 'Transported quantity'),
        attributes: [
          ['Cantidad', 'quantity', said('Cantidad', 'Quantity'), 'number'],
          ['IDOrigen', 'origin', said('Origen', 'Origin')],
          ['IDDestino', 'destination', said('Destino', 'Destination')],
          ['CvesTransporte', 'via', said('Transporte', 'Transport'), 'c_CveTransporte'],
        ],
      },
    },
    {
      field: 'weights',
      element: {
        name: 'cartaporte31:DetalleMercancia',
        title: said('Detalle de la mercancía', 'Weights of the goods'),
        attributes: [
          ['UnidadPesoMerc', 'unit', said('Unidad de peso', 'Unit of weight'), 'c_ClaveUnidadPeso'],
          ['PesoBruto', 'gross', said('Peso bruto', 'Gross weight'), 'number'],
          ['PesoNeto', 'net', said('Peso neto', 'Net weight'), 'number'],
          ['PesoTara', 'tare', said('Peso tara', 'Tare'), 'number'],
          ['NumPiezas', 'pieces', said('Número de piezas', 'Pieces'), 'number'],
        ],
      },
    },
  ],
};

const insured = (
  suffix: string,
  field: string,
  insurer: InBoth<string>,
  policy: InBoth<string>,
): ComplementAttribute[] => [
  [`Asegura${suffix}`, `${field}.insurer`, insurer],
  [`Poliza${suffix}`, `${field}.policy`, policy],
];

const vehicle: ComplementElement = {
  name: 'cartaporte31:Autotransporte',
  title: said('Autotransporte', 'Vehicle'),
  attributes: [...permit],
  children: [
    {
      field: 'identification',
      element: {
        name: 'cartaporte31:IdentificacionVehicular',
        attributes: [
          [
            'ConfigVehicular',
            'configuration',
            said('Configuración', 'Configuration'),
            'c_ConfigAutotransporte',
          ],
          [
            'PesoBrutoVehicular',
            'grossWeightTonnes',
            said('Peso bruto vehicular (t)', 'Gross weight (t)'),
            'number',
          ],
          ['PlacaVM', 'plate', said('Placa', 'Plate')],
          ['AnioModeloVM', 'modelYear', said('Año modelo', 'Model year'), 'number'],
        ],
      },
    },
    {
      field: 'insurance',
      element: {
        name: 'cartaporte31:Seguros',
        title: said('Seguros', 'Insurance'),
        attributes: [
          ...insured(
            'RespCivil',
            'civilLiability',
            said('Aseguradora de responsabilidad civil', 'Insurer of civil liability'),
            said('Póliza de responsabilidad civil', 'Policy of civil liability'),
          ),
          ...insured(
            'MedAmbiente',
            'environment',
            said('Aseguradora de medio ambiente', 'Insurer of the environment'),
            said('Póliza de medio ambiente', 'Policy of the environment'),
          ),
          ...insured(
            'Carga',
            'cargo',
            said('Aseguradora de la carga', 'Insurer of the cargo'),
            said('Póliza de la carga', 'Policy of the cargo'),
          ),
          ['PrimaSeguro', 'premium', said('Prima del seguro', 'Premium'), 'number'],
        ],
      },
    },
    { field: 'trailers', element: trailers('') },
  ],
};

const figure: ComplementElement = {
  name: 'cartaporte31:TiposFigura',
  title: said('Figura de transporte', 'Person of the transport'),
  attributes: [
    ['TipoFigura', 'type', said('Tipo de figura', 'Kind'), 'c_FiguraTransporte'],
    ['RFCFigura', 'rfc', said('RFC', 'RFC')],
    ['NumLicencia', 'license', said('Licencia', 'License')],
    ['NombreFigura', 'name', said('Nombre', 'Name')],
    ['NumRegIdTribFigura', 'foreignTaxId', numRegIdTrib],
    ['ResidenciaFiscalFigura', 'taxResidence', taxResidence, 'c_Pais'],
  ],
  children: [
    {
      field: 'parts',
      many: true,
      element: {
        name: 'cartaporte31:PartesTransporte',
        attributes: [
          ['ParteTransporte', 'part', said('Parte del transporte', 'Part'), 'c_ParteTransporte'],
        ],
      },
    },
    { field: 'address', element: address },
  ],
};

/** Source: the SAT's CartaPorte31.xsd and CartaPorte31.xslt, read 2026-11-30. */
export const element: ComplementElement = {
  name: 'cartaporte31:CartaPorte',
  fixed: { Version: '3.1' },
  attributes: [
    ['IdCCP', 'idCcp', said('IdCCP', 'IdCCP')],
    ['TranspInternac', 'isInternational', said('Transporte internacional', 'International')],
    ['EntradaSalidaMerc', 'customs.direction', said('Entrada o salida', 'Entry or exit')],
    ['PaisOrigenDestino', 'customs.country', said('País de origen o destino', 'Country'), 'c_Pais'],
    [
      'ViaEntradaSalida',
      'customs.via',
      said('Vía de entrada o salida', 'Way of entry or exit'),
      'c_CveTransporte',
    ],
    [
      'TotalDistRec',
      'totalDistanceKm',
      said('Distancia total recorrida (km)', 'Total distance (km)'),
      'number',
    ],
    ['RegistroISTMO', 'isthmus.register', said('Registro ISTMO', 'Isthmus register')],
    [
      'UbicacionPoloOrigen',
      'isthmus.origin',
      said('Polo de origen', 'Pole of origin'),
      'c_RegistroISTMO',
    ],
    [
      'UbicacionPoloDestino',
      'isthmus.destination',
      said('Polo de destino', 'Pole of destination'),
      'c_RegistroISTMO',
    ],
  ],
  children: [
    {
      field: 'regimes',
      element: {
        name: 'cartaporte31:RegimenesAduaneros',
        title: said('Régimen aduanero', 'Customs regime'),
        each: {
          name: 'cartaporte31:RegimenAduaneroCCP',
          attributes: [
            ['RegimenAduanero', 'regime', said('Régimen', 'Regime'), 'c_RegimenAduanero'],
          ],
        },
      },
    },
    { field: 'stops', element: { name: 'cartaporte31:Ubicaciones', each: stop } },
    {
      field: 'load',
      element: {
        name: 'cartaporte31:Mercancias',
        title: said('Mercancías', 'Load'),
        attributes: [
          [
            'PesoBrutoTotal',
            'grossWeightKg',
            said('Peso bruto total', 'Total gross weight'),
            'number',
          ],
          [
            'UnidadPeso',
            'weightUnit',
            said('Unidad de peso', 'Unit of weight'),
            'c_ClaveUnidadPeso',
          ],
          ['PesoNetoTotal', 'netWeight', said('Peso neto total', 'Total net weight'), 'number'],
          [
            'NumTotalMercancias',
            'count',
            said('Número de mercancías', 'Number of goods'),
            'number',
          ],
          [
            'CargoPorTasacion',
            'valuationCharge',
            said('Cargo por tasación', 'Valuation charge'),
            'number',
          ],
          [
            'LogisticaInversaRecoleccionDevolucion',
            'collectsReturns',
            said('Logística inversa, recolección o devolución', 'Collects returns'),
          ],
        ],
        children: [
          { field: 'goods', many: true, element: good },
          { field: 'vehicle', element: vehicle },
          { field: 'ship', element: ship },
          { field: 'aircraft', element: aircraft },
          { field: 'train', element: train },
        ],
      },
    },
    {
      field: 'figures',
      element: { name: 'cartaporte31:FiguraTransporte', each: figure },
    },
  ],
};
