import { said } from '@timbre/fiscal';
import type { ComplementElement } from '../complement';
import { addressElement } from '../place';

const address = addressElement('cce20:Domicilio');
const foreignTaxId = said('Registro fiscal extranjero', 'Tax number abroad');

const good: ComplementElement = {
  name: 'cce20:Mercancia',
  title: said('Mercancía', 'Goods'),
  attributes: [
    ['NoIdentificacion', 'sku', said('No. de identificación', 'Item number')],
    [
      'FraccionArancelaria',
      'tariffCode',
      said('Fracción arancelaria', 'Tariff code'),
      'c_FraccionArancelaria',
    ],
    ['CantidadAduana', 'customsQuantity', said('Cantidad de aduana', 'Customs quantity'), 'number'],
    ['UnidadAduana', 'customsUnit', said('Unidad de aduana', 'Customs unit'), 'c_UnidadAduana'],
    [
      'ValorUnitarioAduana',
      'unitValueUsd',
      said('Valor unitario de aduana (USD)', 'Customs unit value (USD)'),
      'number',
    ],
    ['ValorDolares', 'valueUsd', said('Valor en dólares', 'Value in US dollars'), 'number'],
  ],
  children: [
    {
      field: 'details',
      many: true,
      element: {
        name: 'cce20:DescripcionesEspecificas',
        title: said('Descripción específica', 'Specific description'),
        attributes: [
          ['Marca', 'brand', said('Marca', 'Brand')],
          ['Modelo', 'model', said('Modelo', 'Model')],
          ['SubModelo', 'subModel', said('Submodelo', 'Submodel')],
          ['NumeroSerie', 'serialNumber', said('Número de serie', 'Serial number')],
        ],
      },
    },
  ],
};

/** Source: the SAT's ComercioExterior20.xsd and ComercioExterior20.xslt, read 2026-11-29. */
export const element: ComplementElement = {
  name: 'cce20:ComercioExterior',
  // A1 is the only key of c_ClavePedimento: definitive import or export.
  fixed: { Version: '2.0', ClaveDePedimento: 'A1' },
  fixedWords: {
    ClaveDePedimento: [
      said('Clave de pedimento', 'Key of the customs document'),
      'c_ClavePedimento',
    ],
  },
  attributes: [
    [
      'MotivoTraslado',
      'transferReason',
      said('Motivo del traslado', 'Reason of the transfer'),
      'c_MotivoTraslado',
    ],
    ['CertificadoOrigen', 'hasCertificate', said('Certificado de origen', 'Origin certified')],
    [
      'NumCertificadoOrigen',
      'originCertificate',
      said('Número de certificado de origen', 'Certificate of origin'),
    ],
    [
      'NumeroExportadorConfiable',
      'exporterNumber',
      said('Exportador confiable', 'Trusted exporter'),
    ],
    ['Incoterm', 'incoterm', said('Incoterm', 'Incoterm'), 'c_INCOTERM'],
    ['Observaciones', 'notes', said('Observaciones', 'Notes')],
    [
      'TipoCambioUSD',
      'exchangeRateUsd',
      said('Tipo de cambio USD', 'Pesos for one US dollar'),
      'number',
    ],
    ['TotalUSD', 'totalUsd', said('Total en dólares', 'Total in US dollars'), 'number'],
  ],
  children: [
    {
      field: 'issuer',
      element: {
        name: 'cce20:Emisor',
        title: said('Emisor', 'Issuer'),
        attributes: [['Curp', 'curp', said('CURP', 'CURP')]],
        children: [{ field: 'address', element: address }],
      },
    },
    {
      field: 'owners',
      many: true,
      element: {
        name: 'cce20:Propietario',
        title: said('Propietario', 'Owner'),
        attributes: [
          ['NumRegIdTrib', 'foreignTaxId', foreignTaxId],
          [
            'ResidenciaFiscal',
            'taxResidence',
            said('Residencia fiscal', 'Tax residence'),
            'c_Pais',
          ],
        ],
      },
    },
    {
      field: 'receiver',
      element: {
        name: 'cce20:Receptor',
        title: said('Receptor', 'Receiver'),
        attributes: [['NumRegIdTrib', 'foreignTaxId', foreignTaxId]],
        children: [{ field: 'address', element: address }],
      },
    },
    {
      field: 'recipients',
      many: true,
      element: {
        name: 'cce20:Destinatario',
        title: said('Destinatario', 'Recipient'),
        attributes: [
          ['NumRegIdTrib', 'foreignTaxId', foreignTaxId],
          ['Nombre', 'name', said('Nombre', 'Name')],
        ],
        children: [{ field: 'address', element: address }],
      },
    },
    { field: 'goods', element: { name: 'cce20:Mercancias', each: good } },
  ],
};
