import { z } from 'zod';
import { text } from '../../values';

/**
 * The maximum number and length of legends. The SAT's schema sets no maximum, but a printed
 * document with longer legends would be unreadable.
 */
const legendsMax = 50;
const textMax = 2_000;
const nameMax = 300;

export const input = z
  .array(
    z.strictObject({
      provision: text(nameMax).optional().meta({ description: 'The law (`disposicionFiscal`).' }),
      rule: text(nameMax).optional().meta({ description: 'The rule (`norma`).' }),
      text: text(textMax).meta({ description: 'The text (`textoLeyenda`).' }),
    }),
  )
  .min(1)
  .max(legendsMax)
  .meta({ id: 'LegendsInput', description: 'Tax legends (`LeyendasFiscales` 1.0).' });

export const shown = z.array(
  z.strictObject({
    provision: z.string().optional(),
    rule: z.string().optional(),
    text: z.string(),
  }),
);
