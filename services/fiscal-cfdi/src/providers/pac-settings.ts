import { z } from 'zod';

const url = z.url({ protocol: /^https?$/ });

const account = {
  name: z.string().regex(/^[a-z][a-z0-9_-]{0,30}$/),
  baseUrl: url,
  user: z.string().min(1),
  password: z.string().min(1),
};

/** One account of TIMBRE_PACS. The order of the list is the order of use. */
const pacSettings = z.discriminatedUnion('kind', [
  // `apiUrl` is the URL of SW's storage; it defaults to `baseUrl`.
  z.strictObject({ kind: z.literal('sw'), ...account, apiUrl: url.optional() }),
  z.strictObject({ kind: z.literal('finkok'), ...account }),
]);

export type PacSettings = z.output<typeof pacSettings>;

/**
 * Parses a JSON text with the accounts of PACs. Error messages do not quote the text, because it
 * contains passwords.
 */
export const pacsSettings = z
  .string()
  .default('[]')
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      // The original error would quote passwords.
      context.issues.push({ code: 'custom', message: 'must be JSON', input: undefined });
      return z.NEVER;
    }
  })
  .pipe(
    z
      .array(pacSettings)
      .refine((pacs) => new Set(pacs.map((pac) => pac.name)).size === pacs.length, {
        message: 'names must be unique: stamps are pinned to them',
      }),
  );
