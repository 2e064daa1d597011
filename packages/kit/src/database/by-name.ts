interface Named {
  sql: string;
  names: readonly string[];
}

/** Parsed texts, keyed by the number of their first value and by their text. */
const known = new Map<number, Map<string, Named>>();
/** The maximum number of cached texts, far above the number of texts in use. */
const knownMax = 1_000;

/** Names that a `Reader` replaces itself. A `Change` replaces only the name `:org` itself. */
const ofReader = ['org', 'now', 'today'];

/**
 * Replaces named values by numbered ones: `:name` stands for the value of that name and may appear several
 * times. If the numbers begin after 1, the names `:org`, `:now` and `:today` stay unchanged, because the caller
 * replaces them.
 * @param first the number of the first value: 2 in a `Reader` or a `Change`, where `$1` is the organization
 * @returns the arguments of `rows`, `query` and similar functions
 * @throws Error for a value that the text does not name, or a name without a value
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
