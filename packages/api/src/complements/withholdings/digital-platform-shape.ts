import { z } from 'zod';
import { date, decimal, rfc, satCode } from '../../values';
import { amount } from '../amount';

/**
 * The maximum number of operations, which limits the size of the document and its printed form; the
 * SAT's schema has no maximum.
 */
const servicesMax = 500;

const service = z.strictObject({
  paymentForm: satCode('c_FormaPagoServ'),
  type: satCode('c_TipoDeServ'),
  subtype: satCode('c_SubTipoServ').optional(),
  assistantRfc: rfc.optional(),
  paidOn: date,
  price: amount().meta({ description: 'Without IVA.' }),
  iva: z
    .strictObject({
      rate: z.literal([0, 0.08, 0.16, 0.5]).meta({ description: '`TasaCuota`.' }),
      amount: amount().optional(),
    })
    .optional(),
  contribution: z
    .strictObject({ amount: amount(), state: satCode('c_EntidadesFederativas') })
    .optional()
    .meta({ description: 'Local tax paid.' }),
  commission: z
    .strictObject({
      amount: amount(),
      rate: decimal({ decimals: 3, min: 0.001, max: 1 })
        .transform(Number)
        .optional()
        .meta({ description: '`Porcentaje`.' }),
    })
    .optional()
    .meta({ description: 'Of the platform.' }),
});

export const digitalPlatformsInput = z
  .strictObject({
    periodicity: satCode('retenciones20.c_Periodicidad'),
    services: z
      .array(service)
      .min(1)
      .max(servicesMax)
      .meta({ description: '`DetallesDelServicio`.' }),
  })
  .meta({
    id: 'DigitalPlatformsInput',
    description: 'Code 26 (`ServiciosPlataformasTecnologicas` 1.0).',
  });

export type DigitalPlatforms = z.output<typeof digitalPlatformsInput>;

export type PlatformService = DigitalPlatforms['services'][number];
