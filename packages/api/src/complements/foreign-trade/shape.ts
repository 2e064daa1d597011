import { z } from 'zod';
import { address, shownAddress } from '../../contacts';
import { curp } from '../../employees';
import { decimal, satCode, text } from '../../values';

/** Maximum lengths and values in ComercioExterior20.xsd. */
const certificateMin = 6;
const certificateMax = 40;
const exporterMax = 50;
const notesMax = 300;
const taxIdMin = 6;
const taxIdMax = 40;
const nameMax = 300;
const brandMax = 35;
const modelMax = 80;
const subModelMax = 50;
const serialMax = 40;
/**
 * Maximum lengths of lists. The SAT's schema sets no maximum, but a PAC stamps documents of at most
 * 1 MB.
 */
const goodsMax = 500;
const partiesMax = 20;
const detailsMax = 100;

const number = (options: Parameters<typeof decimal>[0]) => decimal(options).transform(Number);

const good = z
  .strictObject({
    item: z
      .int()
      .min(0)
      .max(goodsMax - 1)
      .meta({
        description:
          'Position, from 0, of the item that gives `NoIdentificacion` (its `sku`), quantity and value.',
      }),
    tariffCode: satCode('c_FraccionArancelaria').optional().meta({
      description:
        '`FraccionArancelaria`, which also gives the unit of customs; absent for a service (`E48`).',
    }),
    customsQuantity: number({ decimals: 3, positive: true }).optional().meta({
      description:
        'Quantity in the unit of the tariff code (`CantidadAduana`); that of the item if the units are the same.',
    }),
    valueUsd: number({ decimals: 2 }).optional().meta({
      description:
        'Value in US dollars (`ValorDolares`). Required on a transfer; on an income, the amount of the item if absent.',
    }),
    details: z
      .array(
        z.strictObject({
          brand: text(brandMax).meta({ description: '`Marca`.' }),
          model: text(modelMax).optional().meta({ description: '`Modelo`.' }),
          subModel: text(subModelMax).optional().meta({ description: '`SubModelo`.' }),
          serialNumber: text(serialMax).optional().meta({ description: '`NumeroSerie`.' }),
        }),
      )
      .min(1)
      .max(detailsMax)
      .optional()
      .meta({ description: '`DescripcionesEspecificas`.' }),
  })
  .meta({ id: 'ForeignTradeGoodInput' });

const foreignTaxId = text(taxIdMax, taxIdMin).meta({ description: '`NumRegIdTrib`.' });

export const input = z
  .strictObject({
    transferReason: satCode('c_MotivoTraslado').optional().meta({
      description: '`MotivoTraslado`: required on a transfer, else forbidden.',
    }),
    incoterm: satCode('c_INCOTERM')
      .optional()
      .meta({ description: '`Incoterm`. Required with the exportation `02`.' }),
    originCertificate: text(certificateMax, certificateMin).optional().meta({
      description: '`NumCertificadoOrigen`; absent without a certificate of origin.',
    }),
    exporterNumber: text(exporterMax).optional().meta({
      description: '`NumeroExportadorConfiable`, for the European Union only.',
    }),
    notes: text(notesMax).optional().meta({ description: '`Observaciones`.' }),
    exchangeRateUsd: number({ positive: true }).optional().meta({
      description:
        'Pesos for one US dollar by article 20 of the CFF (`TipoCambioUSD`); that of a draft in dollars if absent.',
    }),
    issuerCurp: curp.optional().meta({
      description: '`Curp` of the issuer: required if it is a natural person.',
    }),
    owners: z
      .array(z.strictObject({ foreignTaxId, taxResidence: satCode('c_Pais') }))
      .min(1)
      .max(partiesMax)
      .optional()
      .meta({ description: '`Propietario` of the goods of others, reason `05`.' }),
    receiverAddress: address.optional().meta({
      description: 'Address of the customer with street and state. Required on an income.',
    }),
    recipients: z
      .array(
        z.strictObject({
          foreignTaxId: foreignTaxId.optional(),
          name: text(nameMax).optional().meta({ description: '`Nombre`.' }),
          address,
        }),
      )
      .min(1)
      .max(partiesMax)
      .optional()
      .meta({
        description: '`Destinatario`, if not the customer; exactly one on a transfer.',
      }),
    goods: z.array(good).min(1).max(goodsMax).meta({ description: '`Mercancias`.' }),
  })
  .meta({
    id: 'ForeignTradeInput',
    description:
      'Definitive export, customs key A1 (`ComercioExterior` 2.0). Units, unit values, totals and the address of the issuer follow from tariff, items and fiscal profile.',
  });

const words = z.string().optional();
const amount = z.number().optional();
const shownPlace = shownAddress.optional();

export const shown = z.strictObject({
  transferReason: words,
  incoterm: words,
  originCertificate: words,
  exporterNumber: words,
  notes: words,
  exchangeRateUsd: amount,
  totalUsd: amount.meta({ description: '`TotalUSD` of an imported document.' }),
  issuerCurp: words,
  issuerAddress: shownPlace.meta({
    description: '`Domicilio` of the issuer of an imported document.',
  }),
  owners: z
    .array(z.strictObject({ foreignTaxId: z.string(), taxResidence: z.string() }))
    .optional(),
  receiverTaxId: words.meta({
    description: '`NumRegIdTrib` of the receiver of an imported document.',
  }),
  receiverAddress: shownPlace,
  recipients: z
    .array(z.strictObject({ foreignTaxId: words, name: words, address: shownPlace }))
    .optional(),
  goods: z.array(
    z.strictObject({
      item: z.int().optional(),
      sku: words.meta({
        description: '`NoIdentificacion` of an imported document.',
      }),
      tariffCode: words,
      customsQuantity: amount,
      customsUnit: words.meta({
        description: '`UnidadAduana` of an imported document.',
      }),
      unitValueUsd: amount.meta({
        description: '`ValorUnitarioAduana` of an imported document.',
      }),
      valueUsd: amount,
      details: z
        .array(
          z.strictObject({ brand: z.string(), model: words, subModel: words, serialNumber: words }),
        )
        .optional(),
    }),
  ),
});
