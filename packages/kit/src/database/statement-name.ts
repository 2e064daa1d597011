/** Far above the number of operations; an operation whose text varies must not fill the server. */
const namesMax = 1_000;

const names = new Map<string, string>();

/**
 * A statement to run: prepared once per connection under a name for its text, or unnamed when too
 * many texts have names already.
 */
export function prepared(text: string, values: unknown[]) {
  const name = named(text);
  return name === undefined ? { text, values } : { text, values, name };
}

/** Gives the text a name, unless it has one. */
export function named(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= namesMax) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

/** The name of a text that already has one. */
export const knownName = (text: string): string | undefined => names.get(text);
