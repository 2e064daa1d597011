/** Far above the operations there are; an operation whose text varies must not fill the server. */
const namesMax = 1_000;

const names = new Map<string, string>();

/**
 * A statement to run: prepared once per connection under a name that stands for its text, or
 * unnamed when too many texts have one.
 */
export function prepared(text: string, values: unknown[]) {
  const known = names.get(text);
  if (known !== undefined) return { text, values, name: known };
  if (names.size >= namesMax) return { text, values };
  const name = `s${names.size}`;
  names.set(text, name);
  return { text, values, name };
}
