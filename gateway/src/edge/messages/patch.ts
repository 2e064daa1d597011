/**
 * Converts a patch to a message: the new values, and the names of the fields that are set to null.
 */
export function patchOf<B extends Record<string, unknown>>(
  body: B,
): { fields: { [K in keyof B]: NonNullable<B[K]> | undefined }; cleared: string[] } {
  const entries = Object.entries(body);
  const cleared = entries.filter(([, value]) => value === null).map(([name]) => name);
  const fields = Object.fromEntries(entries.filter(([, value]) => value != null));
  return { fields: fields as { [K in keyof B]: NonNullable<B[K]> | undefined }, cleared };
}
