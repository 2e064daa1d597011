type Listed<Value> = Value extends readonly (infer Entry)[] ? { entries: Entry[] } : Value;

/** Wraps every list in its own message, so that an empty list differs from a missing list. */
export const withLists = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => [
      name,
      Array.isArray(value) ? { entries: value } : value,
    ]),
  ) as { [Name in keyof Fields]: Listed<Fields[Name]> };
