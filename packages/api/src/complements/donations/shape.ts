import { z } from 'zod';
import { date, text } from '../../values';

/**
 * The maximum lengths of the texts in the donations complement. The SAT's schema sets no maximum,
 * but a printed document with a longer legend would be unreadable.
 */
const numberMax = 100;
const legendMax = 2_000;

export const input = z
  .strictObject({
    authorizationNumber: text(numberMax).meta({
      description: 'Letter of authorization (`noAutorizacion`).',
    }),
    authorizedOn: date.meta({ description: 'Its date (`fechaAutorizacion`).' }),
    legend: text(legendMax).meta({ description: 'Words that the law demands (`leyenda`).' }),
  })
  .meta({ id: 'DonationsInput', description: 'Deductible donation (`Donatarias` 1.1).' });

export const shown = z.strictObject({
  authorizationNumber: z.string(),
  authorizedOn: z.iso.date(),
  legend: z.string(),
});
