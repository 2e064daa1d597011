import { itemAt } from '@timbre/fiscal';
/**
 * A label in the text of a PDF, together with its value. Labels are compared without blanks and accents,
 * because the text of a PDF often lacks the blanks of the original. The value of a label is the text up
 * to the next label.
 */
export interface Labelled {
  /** The name of the label in the `LabelTable`. */
  name: string;
  /** The number in the label (as in `Concepto de pago 2:`), if its pattern contains a number. */
  number: number | undefined;
  /** The text up to the next label with its inner blanks and line ends, trimmed at both ends. */
  value: string;
  /** Whether the value is on the next line, because the line of the label has no value. */
  isBelow: boolean;
}

/**
 * A table of label spellings with the names of the labels; `#` in a spelling means a number.
 * Several spellings of a label may have the same name.
 */
export type LabelTable = readonly (readonly [name: string, spelling: string])[];

export interface LabelReader {
  read(text: string): Labelled[];
}

/**
 * Returns a reader that finds the labels of the table in a text.
 * @param isExact true if case matters, which is needed if values contain the words of labels
 */
export function labelReader(table: LabelTable, isExact = false): LabelReader {
  // If two labels begin at the same position, the longer label matches.
  const rows = [...table].sort((a, b) => b[1].length - a[1].length);
  const patterns = rows.map(([, spelling]) => patternOf(squeeze(spelling, isExact).text));
  const all = new RegExp(patterns.map((pattern) => `(${pattern})`).join('|'), 'g');
  return {
    read(text) {
      const squeezed = squeeze(text, isExact);
      const hits = [...squeezed.text.matchAll(all)].map((match) => {
        const row = rows.findIndex((_, index) => match[2 * index + 1] !== undefined);
        const number = match[2 * row + 2];
        return {
          name: itemAt(rows, row)[0],
          number: number ? Number(number) : undefined,
          from: match.index,
          to: match.index + match[0].length,
        };
      });
      return hits.map(({ name, number, to }, index) => {
        const end = hits[index + 1]?.from ?? squeezed.text.length;
        const value = squeezed.original(to, end);
        return { name, number, value: value.trim(), isBelow: squeezed.endsLine(to) };
      });
    },
  };
}

/**
 * Returns the regular expression for a label. Each expression has exactly two groups, the label and its
 * number. The position of a group in the combined expression therefore identifies the label.
 */
const patternOf = (spelling: string): string => {
  const escaped = spelling.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return escaped.includes('#') ? escaped.replace('#', '(\\d{1,3})') : `${escaped}()`;
};

interface Squeezed {
  /** The text after blanks and accents were removed. */
  text: string;
  /** Returns the original text that corresponds to two positions in the text without blanks. */
  original(from: number, to: number): string;
  /** Whether the character before a position ends a line of the original text. */
  endsLine(at: number): boolean;
}

function squeeze(text: string, isExact: boolean): Squeezed {
  const kept: string[] = [];
  const places: number[] = [];
  let place = 0;
  for (const character of text) {
    const plain = bare(character);
    for (const part of isExact ? plain : plain.toUpperCase()) {
      kept.push(part);
      places.push(place);
    }
    place += character.length;
  }
  return {
    text: kept.join(''),
    original: (from, to) =>
      from >= to ? '' : text.slice(places[from], to < places.length ? places[to] : text.length),
    endsLine: (at) =>
      text.slice(itemAt(places, at - 1) + 1, places[at] ?? text.length).includes('\n'),
  };
}

const bareOf = new Map<string, string>();

/** Returns a character without its accent, or an empty text for a blank. */
function bare(character: string): string {
  let known = bareOf.get(character);
  if (known === undefined) {
    known = character.normalize('NFD').replace(/[\p{M}\s\u00a0]/gu, '');
    if (bareOf.size < 4_096) bareOf.set(character, known);
  }
  return known;
}

/** Joins the lines of a value into one line with single blanks. */
export const oneLine = (value: string): string => value.replace(/\s+/gu, ' ').trim();

/** Returns the trimmed lines of a value, except blank lines. */
export const linesOf = (value: string): string[] =>
  value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
