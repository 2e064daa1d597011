import { z } from 'zod';

/** One fault of a request or of a draft (spec part 7). */
export const issue = z
  .strictObject({
    path: z.array(z.union([z.string(), z.number()])),
    message: z.string(),
    code: z.string().optional(),
    satCode: z
      .string()
      .optional()
      .meta({ description: "The code of the SAT's matrices, or of the PAC, for this fault." }),
  })
  .meta({ id: 'Issue' });
