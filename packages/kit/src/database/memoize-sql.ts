/**
 * Far above the number of texts in use; a key that varies without end must not fill the process.
 */
const textsMax = 1_000;

/**
 * Memoizes the SQL text that is built for each key. The returned string is always the same object, so that
 * later lookups by the text compare references; a newly built string is hashed and compared whole.
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
