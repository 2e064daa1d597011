/**
 * The maximum number of named statements, which is far above the number of operations. The limit
 * prevents an operation with varying SQL texts from filling the memory of the database server.
 */
const namesMax = 1_000;

const names = new Map<string, string>();

/**
 * Returns a statement to run. The statement is prepared once per connection under a name for its
 * SQL text; the statement has no name if too many texts already have names.
 */
export function prepared(text: string, values: unknown[]) {
  named(text);
  return withKnownName(text, values);
}

/** Returns a statement to run, with the name of its SQL text if the text already has a name. */
export function withKnownName(text: string, values: unknown[]) {
  const name = knownName(text);
  return name === undefined ? { text, values } : { text, values, name };
}

/**
 * Returns the name of an SQL text, and assigns a name to a new text. Returns undefined if too many
 * texts already have names.
 */
export function named(text: string): string | undefined {
  const known = knownName(text);
  if (known !== undefined || names.size >= namesMax) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

/** Returns the name of an SQL text that already has a name. */
export const knownName = (text: string): string | undefined => names.get(text);
