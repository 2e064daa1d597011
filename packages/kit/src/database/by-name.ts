interface Named {
  sql: string;
  names: readonly string[];
}

/** Parsed SQL texts, keyed by the number of their first parameter and by the text. */
const known = new Map<number, Map<string, Named>>();
/** The maximum number of cached texts, which is far above the number of texts in use. */
const knownMax = 1_000;

/** Names that a `Reader` itself replaces. A `Change` itself replaces only the name `:org`. */
const ofReader = ['org', 'now', 'today'];

/**
 * Replaces named values with numbered parameters: `:name` refers to the value with that name and
 * may appear several times. If the numbers start after 1, the names `:org`, `:now` and `:today`
 * stay unchanged, because the caller replaces them.
 * @param first is the first parameter number: 2 in a `Reader` or a `Change`, where `$1` is the
 * organization
 * @returns the SQL text and the values, which are the arguments of `rows`, `query` and similar
 * functions
 * @throws Error for a value whose name is not in the text, or a name without a value
 */
export function byName(
  text: string,
  values: Readonly<Record<string, unknown>>,
  first = 1,
): [sql: string, values: unknown[]] {
  const texts = known.get(first) ?? new Map<string, Named>();
  known.set(first, texts);
  let statement = texts.get(text);
  if (!statement) {
    statement = numbered(text, first);
    if (texts.size < knownMax) texts.set(text, statement);
  }
  const { sql, names } = statement;
  const sent = names.map((name) => {
    if (!Object.hasOwn(values, name)) throw new Error(`a statement has no value for ${name}`);
    return values[name];
  });
  const given = Object.keys(values);
  if (given.length > sent.length) {
    const unused = given.filter((name) => !names.includes(name));
    throw new Error(`a statement does not name ${unused.join(', ')}`);
  }
  return [sql, sent];
}

function numbered(text: string, first: number): Named {
  const names: string[] = [];
  const sql = text.replace(/(?<![:\w]):([a-z]\w*)/gi, (word, name: string) => {
    if (first > 1 && ofReader.includes(name)) return word;
    const at = names.includes(name) ? names.indexOf(name) : names.push(name) - 1;
    return `$${first + at}`;
  });
  return { sql, names };
}
