import { z } from 'zod';
import { satCode, text } from '../../values';

/** NumeroPermiso of hidrocarburospetroliferos.xsd. */
const numberMin = 15;
const numberMax = 35;

export const input = z
  .strictObject({
    permitType: satCode('hidrocarburos10.c_TipoPermiso'),
    permitNumber: text(numberMax, numberMin).meta({
      description: 'Permit number as its type requires (`NumeroPermiso`).',
      example: 'PL/12345/EXP/ES/2015',
    }),
    subproduct: satCode('c_SubProductoHYP')
      .optional()
      .meta({ description: 'Required for diesel, which has several subproducts.' }),
  })
  .meta({ id: 'HydrocarbonsInput', description: 'Permit of a fuel (`HidroYPetro` 1.0).' });

export const shown = z.strictObject({
  permitType: z.string(),
  permitNumber: z.string(),
  fuelKey: z.string().optional().meta({ description: 'Key of the fuel of the item (`ClaveHYP`).' }),
  subproduct: z.string().optional(),
});
