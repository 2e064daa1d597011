/** Far above the texts there are; one that varies must not fill the process. */
const textsMax = 1_000;

/**
 * A text of SQL that is built once for each of what it follows from. The same string is looked up by its
 * identity; one that is built anew is read to its end each time that it is looked for.
 */
export function memoizeSql<From extends string | object>(
  write: (from: From) => string,
): (from: From) => string {
  const texts = new Map<From, string>();
  return (from) => {
    const known = texts.get(from);
    if (known !== undefined) return known;
    const text = write(from);
    if (texts.size < textsMax) texts.set(from, text);
    return text;
  };
}
