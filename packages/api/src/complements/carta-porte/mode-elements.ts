import { said } from '@timbre/fiscal';
import type { ComplementAttribute, ComplementElement } from '../complement';

/** The attributes of the SICT permit, which all means of transport except trains require. */
export const permit: readonly ComplementAttribute[] = [
  ['PermSCT', 'permitType', said('Tipo de permiso SICT', 'Type of permit'), 'c_TipoPermiso'],
  ['NumPermisoSCT', 'permitNumber', said('Número de permiso SICT', 'Permit')],
];
const insured: readonly ComplementAttribute[] = [
  ['NombreAseg', 'insurer', said('Aseguradora', 'Insurer')],
  ['NumPolizaSeguro', 'policy', said('Póliza', 'Policy')],
];

/**
 * Returns the element with the trailers of a vehicle.
 * @param suffix the end of the SAT's element names; it is `CCP` for a vehicle in a ship's container
 */
export const trailers = (suffix: '' | 'CCP'): ComplementElement => ({
  name: `cartaporte31:Remolques${suffix}`,
  title: said('Remolque', 'Trailer'),
  each: {
    name: `cartaporte31:Remolque${suffix}`,
    attributes: [
      [`SubTipoRem${suffix}`, 'type', said('Subtipo', 'Type'), 'c_SubTipoRem'],
      [`Placa${suffix}`, 'plate', said('Placa', 'Plate')],
    ],
  },
});

const shipContainer: ComplementElement = {
  name: 'cartaporte31:Contenedor',
  title: said('Contenedor', 'Container'),
  attributes: [
    ['TipoContenedor', 'type', said('Tipo de contenedor', 'Type'), 'c_ContenedorMaritimo'],
    ['MatriculaContenedor', 'number', said('Matrícula del contenedor', 'Container number')],
    ['NumPrecinto', 'seal', said('Precinto', 'Seal')],
    ['IdCCPRelacionado', 'vehicle.idCcp', said('IdCCP del autotransporte', 'IdCCP of the vehicle')],
    ['PlacaVMCCP', 'vehicle.plate', said('Placa del autotransporte', 'Plate of the vehicle')],
    [
      'FechaCertificacionCCP',
      'vehicle.stampedLocalDateTime',
      said('Certificación de su Carta Porte', 'Stamp of its Carta Porte'),
    ],
  ],
  children: [{ field: 'vehicle.trailers', element: trailers('CCP') }],
};

export const ship: ComplementElement = {
  name: 'cartaporte31:TransporteMaritimo',
  title: said('Transporte marítimo', 'Ship'),
  attributes: [
    ...permit,
    ...insured,
    ['TipoEmbarcacion', 'type', said('Tipo de embarcación', 'Type of ship'), 'c_ConfigMaritima'],
    ['Matricula', 'registration', said('Matrícula', 'Registration')],
    ['NumeroOMI', 'imoNumber', said('Número OMI', 'IMO number')],
    ['AnioEmbarcacion', 'builtYear', said('Año de la embarcación', 'Built in'), 'number'],
    ['NombreEmbarc', 'name', said('Embarcación', 'Ship')],
    ['NacionalidadEmbarc', 'flag', said('Nacionalidad', 'Flag'), 'c_Pais'],
    [
      'UnidadesDeArqBruto',
      'grossTonnage',
      said('Unidades de arqueo bruto', 'Gross tonnage'),
      'number',
    ],
    ['TipoCarga', 'cargoType', said('Tipo de carga', 'Type of cargo'), 'c_ClaveTipoCarga'],
    ['Eslora', 'lengthFeet', said('Eslora (pies)', 'Length (ft)'), 'number'],
    ['Manga', 'beamFeet', said('Manga (pies)', 'Beam (ft)'), 'number'],
    ['Calado', 'draftFeet', said('Calado (pies)', 'Draft (ft)'), 'number'],
    ['Puntal', 'depthFeet', said('Puntal (pies)', 'Depth (ft)'), 'number'],
    ['LineaNaviera', 'shippingLine', said('Línea naviera', 'Shipping line')],
    ['NombreAgenteNaviero', 'agent', said('Agente naviero', 'Shipping agent')],
    [
      'NumAutorizacionNaviero',
      'agentAuthorization',
      said('Autorización del agente naviero', 'Authorization of the agent'),
      'c_NumAutorizacionNaviero',
    ],
    ['NumViaje', 'voyage', said('Viaje', 'Voyage')],
    ['NumConocEmbarc', 'billOfLading', said('Conocimiento de embarque', 'Bill of lading')],
    [
      'PermisoTempNavegacion',
      'temporaryPermit',
      said('Permiso temporal de navegación', 'Temporary permit'),
    ],
  ],
  children: [{ field: 'containers', many: true, element: shipContainer }],
};

export const aircraft: ComplementElement = {
  name: 'cartaporte31:TransporteAereo',
  title: said('Transporte aéreo', 'Aircraft'),
  attributes: [
    ...permit,
    ['MatriculaAeronave', 'registration', said('Matrícula de la aeronave', 'Registration')],
    ...insured,
    ['NumeroGuia', 'airWaybill', said('Guía aérea', 'Air waybill')],
    ['LugarContrato', 'contractPlace', said('Lugar del contrato', 'Place of the contract')],
    ['CodigoTransportista', 'carrier', said('Transportista', 'Carrier'), 'c_CodigoTransporteAereo'],
    ['RFCEmbarcador', 'shipper.rfc', said('RFC del embarcador', 'RFC of the shipper')],
    [
      'NumRegIdTribEmbarc',
      'shipper.foreignTaxId',
      said('Registro fiscal extranjero del embarcador', 'Tax number of the shipper'),
    ],
    [
      'ResidenciaFiscalEmbarc',
      'shipper.taxResidence',
      said('Residencia fiscal del embarcador', 'Tax residence of the shipper'),
      'c_Pais',
    ],
    ['NombreEmbarcador', 'shipper.name', said('Embarcador', 'Shipper')],
  ],
};

const wagon: ComplementElement = {
  name: 'cartaporte31:Carro',
  title: said('Carro', 'Wagon'),
  attributes: [
    ['TipoCarro', 'type', said('Tipo de carro', 'Type of wagon'), 'c_TipoCarro'],
    ['MatriculaCarro', 'number', said('Matrícula', 'Number')],
    ['GuiaCarro', 'waybill', said('Guía', 'Waybill')],
    ['ToneladasNetasCarro', 'netTonnes', said('Toneladas netas', 'Net tonnes'), 'number'],
  ],
  children: [
    {
      field: 'containers',
      many: true,
      element: {
        name: 'cartaporte31:Contenedor',
        title: said('Contenedor', 'Container'),
        attributes: [
          ['TipoContenedor', 'type', said('Tipo de contenedor', 'Type'), 'c_Contenedor'],
          [
            'PesoContenedorVacio',
            'emptyWeightKg',
            said('Peso del contenedor vacío (kg)', 'Empty weight (kg)'),
            'number',
          ],
          [
            'PesoNetoMercancia',
            'netWeightKg',
            said('Peso neto de la mercancía (kg)', 'Net weight of the goods (kg)'),
            'number',
          ],
        ],
      },
    },
  ],
};

export const train: ComplementElement = {
  name: 'cartaporte31:TransporteFerroviario',
  title: said('Transporte ferroviario', 'Train'),
  attributes: [
    ['TipoDeServicio', 'serviceType', said('Tipo de servicio', 'Service'), 'c_TipoDeServicio'],
    ['TipoDeTrafico', 'trafficType', said('Tipo de tráfico', 'Traffic'), 'c_TipoDeTrafico'],
    ...insured,
  ],
  children: [
    {
      field: 'rightsOfWay',
      many: true,
      element: {
        name: 'cartaporte31:DerechosDePaso',
        title: said('Derecho de paso', 'Right of way'),
        attributes: [
          ['TipoDerechoDePaso', 'type', said('Derecho de paso', 'Right'), 'c_DerechosDePaso'],
          ['KilometrajePagado', 'paidKm', said('Kilometraje pagado', 'Paid kilometers'), 'number'],
        ],
      },
    },
    { field: 'wagons', many: true, element: wagon },
  ],
};
