type Listed<Value> = Value extends readonly (infer Entry)[] ? { entries: Entry[] } : Value;

/**
 * Returns the fields with every list as a separate message, so that an empty list differs from an
 * absent one.
 */
export const withLists = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => [
      name,
      Array.isArray(value) ? { entries: value } : value,
    ]),
  ) as { [Name in keyof Fields]: Listed<Fields[Name]> };
