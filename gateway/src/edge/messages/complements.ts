/** Returns the document's fields, with all complements combined into one JSON text. */
export function apart<Fields extends object, Name extends string>(
  fields: Fields,
  names: readonly Name[],
) {
  const isComplement = ([name, value]: [string, unknown]) =>
    value !== undefined && (names as readonly string[]).includes(name);
  const all = Object.entries(fields);
  const complements = Object.fromEntries(all.filter(isComplement));
  return {
    ...(Object.fromEntries(all.filter((field) => !isComplement(field))) as Others<Fields, Name>),
    ...(Object.keys(complements).length > 0 && { complementsJson: JSON.stringify(complements) }),
  };
}

/** Applies `Omit` to each member of a union. */
type Others<Fields, Name extends string> = Fields extends unknown ? Omit<Fields, Name> : never;
