import { z } from 'zod';
import { issueCodes, stableCode } from './stable-codes';

/**
 * A code of a PAC or the SAT, such as `CFDI40179` or `703`, for an issue without a code of Timbre.
 */
const providersCode = z.string().regex(/^[A-Za-z]*\d+$/);

/** One fault of a request or a draft (spec part 7). */
export const issue = z
  .strictObject({
    path: z.array(z.union([z.string(), z.number()])),
    message: z.string(),
    code: z.union([stableCode(issueCodes), providersCode]).optional(),
    satCode: z
      .string()
      .optional()
      .meta({ description: "The code of the SAT's matrices, or of the PAC, for this fault." }),
  })
  .meta({ id: 'Issue' });
