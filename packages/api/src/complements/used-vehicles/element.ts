import { said } from '@timbre/fiscal';
import type { ComplementElement } from '../complement';

/** Source: vehiculousado.xsd and vehiculousado.xslt of the SAT, read 2026-11-28. */
export const element: ComplementElement = {
  name: 'vehiculousado:VehiculoUsado',
  fixed: { Version: '1.0' },
  attributes: [
    [
      'montoAdquisicion',
      'acquisitionAmount',
      said('Monto de adquisición', 'Price of acquisition'),
      'number',
    ],
    ['montoEnajenacion', 'saleAmount', said('Monto de enajenación', 'Price of sale'), 'number'],
    ['claveVehicular', 'vehicleKey', said('Clave vehicular', 'Vehicle key')],
    ['marca', 'make', said('Marca', 'Make')],
    ['tipo', 'type', said('Tipo', 'Type')],
    ['modelo', 'modelYear', said('Modelo', 'Model year'), 'number'],
    ['numeroMotor', 'engineNumber', said('Número de motor', 'Engine number')],
    ['numeroSerie', 'serialNumber', said('Número de serie', 'Serial number')],
    ['NIV', 'vin', said('NIV', 'VIN')],
    ['valor', 'guideValue', said('Valor', 'Value'), 'number'],
  ],
  children: [
    {
      field: 'imports',
      many: true,
      element: {
        name: 'vehiculousado:InformacionAduanera',
        attributes: [
          ['numero', 'number', said('Pedimento', 'Customs number')],
          ['fecha', 'date', said('Fecha', 'Date')],
          ['aduana', 'office', said('Aduana', 'Customs office')],
        ],
      },
    },
  ],
};
