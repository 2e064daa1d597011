import { z } from 'zod';
import { date, text } from '../../values';
import { amount } from '../amount';

/** Lengths of vehiculousado.xsd. */
const keyMax = 7;
const nameMax = 50;
const numberMax = 17;
/**
 * The maximum number of customs documents of a vehicle. The SAT's schema sets no maximum. A vehicle
 * usually has one customs document, or one for each imported part.
 */
const importsMax = 20;
const customsMax = 50;

const customs = z.strictObject({
  number: text(customsMax).meta({ description: 'Customs document (`numero`).' }),
  date: date.meta({ description: '`fecha`.' }),
  office: text(customsMax).optional().meta({ description: '`aduana`.' }),
});

export const input = z
  .strictObject({
    acquisitionAmount: amount().meta({
      description: 'Price at which the seller bought it (`montoAdquisicion`).',
    }),
    saleAmount: amount().meta({ description: 'Price of this sale (`montoEnajenacion`).' }),
    vehicleKey: text(keyMax).meta({ description: '`claveVehicular`.' }),
    make: text(nameMax).meta({ description: '`marca`.' }),
    type: text(nameMax).meta({ description: 'Type of the vehicle (`tipo`), such as SEDAN.' }),
    modelYear: z.int().min(1900).max(2100).meta({ description: 'Year (`modelo`).' }),
    engineNumber: text(numberMax).optional().meta({ description: '`numeroMotor`.' }),
    serialNumber: text(numberMax).optional().meta({ description: '`numeroSerie`.' }),
    vin: text(numberMax).optional().meta({ description: '`NIV`.' }),
    guideValue: amount().meta({ description: 'Value in the guide of used vehicles (`valor`).' }),
    imports: z
      .array(customs)
      .min(1)
      .max(importsMax)
      .optional()
      .meta({ description: '`InformacionAduanera`.' }),
  })
  .meta({ id: 'UsedVehiclesInput', description: 'Sale of a used vehicle (`VehiculoUsado` 1.0).' });

export const shown = z.strictObject({
  acquisitionAmount: z.number(),
  saleAmount: z.number(),
  vehicleKey: z.string(),
  make: z.string(),
  type: z.string(),
  modelYear: z.number(),
  engineNumber: z.string().optional(),
  serialNumber: z.string().optional(),
  vin: z.string().optional(),
  guideValue: z.number(),
  imports: z
    .array(z.strictObject({ number: z.string(), date: z.string(), office: z.string().optional() }))
    .optional(),
});
