import { z } from 'zod';

const url = z.url({ protocol: /^https?$/ });

const account = {
  name: z.string().regex(/^[a-z][a-z0-9_-]{0,30}$/),
  baseUrl: url,
  user: z.string().min(1),
  password: z.string().min(1),
};

/** A PAC account in the setting TIMBRE_PACS. PACs are used in the order of this list. */
const pacSettings = z.discriminatedUnion('kind', [
  // `apiUrl` is the URL of SW's storage, which is `baseUrl` by default.
  z.strictObject({ kind: z.literal('sw'), ...account, apiUrl: url.optional() }),
  z.strictObject({ kind: z.literal('finkok'), ...account }),
]);

export type PacSettings = z.output<typeof pacSettings>;

/**
 * Parses a JSON text with the accounts of PACs. Error messages do not contain the JSON text, because it
 * contains passwords.
 */
export const pacsSettings = z
  .string()
  .default('[]')
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      // The original error is not reported, because its message would contain passwords.
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
