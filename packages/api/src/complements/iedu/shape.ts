import { z } from 'zod';
import { curp } from '../../employees';
import { rfc, text } from '../../values';

/**
 * The maximum length of names in a CFDI, which is used because the schema of this complement sets
 * no maximum.
 */
const nameMax = 300;
const rvoeMax = 100;

const levels = [
  'Preescolar',
  'Primaria',
  'Secundaria',
  'Profesional técnico',
  'Bachillerato o su equivalente',
] as const;

export const input = z
  .strictObject({
    studentName: text(nameMax).meta({ description: 'Full name (`nombreAlumno`).' }),
    curp: curp.meta({ description: 'CURP of the pupil.' }),
    level: z
      .enum(levels)
      .meta({ description: 'The level in the words of the SAT (`nivelEducativo`).' }),
    rvoe: text(rvoeMax).meta({ description: 'RVOE of the school (`autRVOE`).' }),
    payerRfc: rfc
      .optional()
      .meta({ description: 'RFC of the payer, if not the receiver (`rfcPago`).' }),
  })
  .meta({ id: 'IeduInput', description: 'Pupil of the tuition (`instEducativas` 1.0).' });

export const shown = z.strictObject({
  studentName: z.string(),
  curp: z.string(),
  level: z.string(),
  rvoe: z.string(),
  payerRfc: z.string().optional(),
});
