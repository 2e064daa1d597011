/**
 * The maximum number of named statements, far above the number of operations. The limit keeps an
 * operation with varying texts from filling the memory of the database server.
 */
const namesMax = 1_000;

const names = new Map<string, string>();

/**
 * Returns a statement to run. The statement is prepared once per connection under a name for its
 * text, or has no name if too many texts are named.
 */
export function prepared(text: string, values: unknown[]) {
  named(text);
  return withKnownName(text, values);
}

/** Returns a statement to run, with the name that its text has, if any. */
export function withKnownName(text: string, values: unknown[]) {
  const name = knownName(text);
  return name === undefined ? { text, values } : { text, values, name };
}

/**
 * Returns the name of a text; a text without a name gets a new one. Returns undefined if too many
 * texts have names.
 */
export function named(text: string): string | undefined {
  const known = knownName(text);
  if (known !== undefined || names.size >= namesMax) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

/** Returns the name of a text that already has one. */
export const knownName = (text: string): string | undefined => names.get(text);
