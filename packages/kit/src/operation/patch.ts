/**
 * Applies a patch to a loaded entity: given fields replace the old values, fields named in
 * `cleared` become null, and all other fields stay unchanged.
 */
export function applyPatch<E extends object>(
  entity: E,
  fields: { [K in keyof E]?: E[K] | undefined },
  cleared: string[],
): void {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  Object.assign(entity, Object.fromEntries(given));
  for (const name of cleared) Object.assign(entity, { [name]: null });
}
