import { Decimal, said } from '@timbre/fiscal';
import type { ComplementElement } from '../complement';
import { withholdingComplement } from './complement';
import { documentIssues, issues } from './digital-platform-rules';
import { digitalPlatformsInput } from './digital-platform-shape';
import { ivaOf, sumsOf } from './digital-platform-sums';

/** In this complement, the code of c_TipoImpuesto for IVA has two digits, 02 instead of 002. */
const iva: Pick<ComplementElement, 'fixed' | 'fixedWords'> = {
  fixed: { Impuesto: '02', TipoFactor: 'Tasa' },
  fixedWords: {
    Impuesto: [said('Impuesto', 'Tax'), 'c_TipoImpuesto'],
    TipoFactor: [said('Tipo de factor', 'Factor')],
  },
};

/**
 * The complement for sales and services through a digital platform. Source: the SAT's
 * ServiciosPlataformasTecnologicas10.xsd and its stylesheet, read 2026-11-30.
 */
export const digitalPlatforms = withholdingComplement({
  input: digitalPlatformsInput,
  title: said('Servicios de plataformas tecnológicas', 'Services of digital platforms'),
  element: {
    name: 'plataformasTecnologicas:ServiciosPlataformasTecnologicas',
    fixed: { Version: '1.0' },
    attributes: [
      [
        'Periodicidad',
        'periodicity',
        said('Periodicidad', 'Periodicity'),
        'retenciones20.c_Periodicidad',
      ],
      ['NumServ', 'count', said('Número de operaciones', 'Number of operations'), 'number'],
      ['MonTotServSIVA', 'total', said('Operaciones sin IVA', 'Operations without IVA'), 'number'],
      ['TotalIVATrasladado', 'iva', said('IVA trasladado', 'IVA charged'), 'number'],
      ['TotalIVARetenido', 'ivaWithheld', said('IVA retenido', 'IVA withheld'), 'number'],
      ['TotalISRRetenido', 'isrWithheld', said('ISR retenido', 'ISR withheld'), 'number'],
      [
        'DifIVAEntregadoPrestServ',
        'ivaHandedOver',
        said('IVA entregado al prestador', 'IVA handed over to the provider'),
        'number',
      ],
      [
        'MonTotalporUsoPlataforma',
        'commissions',
        said('Total cobrado por el uso de la plataforma', 'Total charged for the platform'),
        'number',
      ],
      [
        'MonTotalContribucionGubernamental',
        'contributions',
        said('Total de contribuciones gubernamentales', 'Total of government contributions'),
        'number',
      ],
    ],
    children: [
      {
        element: {
          name: 'plataformasTecnologicas:Servicios',
          children: [{ field: 'services', many: true, element: serviceElement() }],
        },
      },
    ],
  },
  written: (value, document) => ({
    periodicity: value.periodicity,
    ...sumsOf(value, document),
    services: value.services.map((one) => ({
      ...one,
      ...(one.iva && {
        iva: {
          base: one.price,
          rate: Decimal.from(one.iva.rate).round(6).toString(),
          amount: ivaOf(one).toNumber(),
        },
      }),
    })),
  }),
  issues,
  documentIssues,
});

function serviceElement() {
  return {
    name: 'plataformasTecnologicas:DetallesDelServicio',
    title: said('Operación', 'Operation'),
    attributes: [
      ['FormaPagoServ', 'paymentForm', said('Forma de pago', 'Payment form'), 'c_FormaPagoServ'],
      ['TipoDeServ', 'type', said('Tipo', 'Type'), 'c_TipoDeServ'],
      ['SubTipServ', 'subtype', said('Subtipo', 'Subtype'), 'c_SubTipoServ'],
      ['RFCTerceroAutorizado', 'assistantRfc', said('RFC del tercero', 'RFC of the assistant')],
      ['FechaServ', 'paidOn', said('Fecha de pago', 'Day of payment'), 'date'],
      ['PrecioServSinIVA', 'price', said('Precio sin IVA', 'Price without IVA'), 'number'],
    ],
    children: [
      {
        field: 'iva',
        element: {
          name: 'plataformasTecnologicas:ImpuestosTrasladadosdelServicio',
          title: said('IVA trasladado', 'IVA charged'),
          ...iva,
          attributes: [
            ['Base', 'base', said('Base', 'Base'), 'number'],
            ['TasaCuota', 'rate', said('Tasa', 'Rate'), 'number'],
            ['Importe', 'amount', said('Importe', 'Amount'), 'number'],
          ],
        },
      },
      {
        field: 'contribution',
        element: {
          name: 'plataformasTecnologicas:ContribucionGubernamental',
          title: said('Contribución gubernamental', 'Government contribution'),
          attributes: [
            ['ImpContrib', 'amount', said('Importe', 'Amount'), 'number'],
            [
              'EntidadDondePagaLaContribucion',
              'state',
              said('Entidad federativa', 'State'),
              'c_EntidadesFederativas',
            ],
          ],
        },
      },
      {
        field: 'commission',
        element: {
          name: 'plataformasTecnologicas:ComisionDelServicio',
          title: said('Comisión de la plataforma', 'Commission of the platform'),
          attributes: [
            ['Base', 'base', said('Base', 'Base'), 'number'],
            ['Porcentaje', 'rate', said('Porcentaje', 'Share'), 'number'],
            ['Importe', 'amount', said('Importe', 'Amount'), 'number'],
          ],
        },
      },
    ],
  } satisfies ComplementElement;
}
