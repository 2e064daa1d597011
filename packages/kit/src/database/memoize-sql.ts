/**
 * The maximum number of cached texts, which is far above the number of texts in use. The limit
 * prevents keys with very many variants from filling the memory.
 */
const textsMax = 1_000;

/**
 * Memoizes the SQL text that is built for each key. The function returns the same string object
 * each time, so that later lookups by the text only compare references. A newly built string would
 * have to be hashed and compared character by character.
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
