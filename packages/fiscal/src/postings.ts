/** A row of the search index. Synonyms rank below code and description. */
export interface SearchableRow {
  code: string;
  description: string;
  synonyms: string[];
}

/**
 * The position of the word in the row. A row in which the word has a lower position ranks higher.
 */
export const place = {
  code: 0,
  alone: 1,
  first: 2,
  firstSynonym: 3,
  description: 4,
  synonym: 5,
} as const;
export const placeBits = 3;

/**
 * Returns the words of a text in lower case without accents, for example ["ano", "2a"] for "Año
 * 2ª".
 */
export function wordsOf(text: string): string[] {
  // A plain ASCII text needs no normalization, so its words are returned immediately. Half of the
  // rows are plain ASCII.
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * Returns the postings of each word: the rows that contain the word, and the position of the word
 * in each row.
 */
export function postingLists(rows: Iterable<SearchableRow>): Map<string, number[]> {
  const lists = new Map<string, number[]>();
  let row = 0;
  for (const { code, description, synonyms } of rows) {
    const add = (word: string, where: number) => {
      const list = lists.get(word);
      const posting = (row << placeBits) | where;
      if (list === undefined) lists.set(word, [posting]);
      else list.push(posting);
    };
    for (const word of wordsOf(code)) add(word, place.code);
    addText(add, description, place.first, place.description);
    for (const text of synonyms) addText(add, text, place.firstSynonym, place.synonym);
    row += 1;
  }
  return lists;
}

/**
 * Adds the words of a text to the postings. A text that consists of a single word ranks above
 * longer texts.
 */
function addText(
  add: (word: string, where: number) => void,
  text: string,
  first: number,
  rest: number,
): void {
  const words = wordsOf(text);
  words.forEach((word, index) => {
    add(word, words.length === 1 ? place.alone : index === 0 ? first : rest);
  });
}
