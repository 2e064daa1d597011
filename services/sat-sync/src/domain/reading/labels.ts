import { itemAt } from '@timbre/fiscal';
/**
 * A label in the text of a PDF, with its value. The extracted text often lacks the blanks of the
 * SAT's files, so labels are compared without blanks and accents. A value is the text up to the
 * next label.
 */
export interface Labelled {
  /** The name of the label in the `LabelTable`. */
  name: string;
  /** The number in the label (`Concepto de pago 2:`), if its pattern has one. */
  number: number | undefined;
  /** The text up to the next label, trimmed, with its blanks and line ends. */
  value: string;
  /** Whether the line of the label has no value, so the value is on the next line. */
  isBelow: boolean;
}

/** Labels with their names; `#` in a label stands for a number. Several spellings may have the same name. */
export type LabelTable = readonly (readonly [name: string, spelling: string])[];

export interface LabelReader {
  read(text: string): Labelled[];
}

/**
 * Returns a reader that finds the labels of the table in a text.
 * @param isExact whether upper and lower case matter; needed if values contain the words of labels
 */
export function labelReader(table: LabelTable, isExact = false): LabelReader {
  // If two labels begin at the same position, the longer one matches.
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
 * Returns the pattern of a label. Each pattern has exactly two groups, the label and its number, so
 * in the combined pattern the position of a group identifies the label.
 */
const patternOf = (spelling: string): string => {
  const escaped = spelling.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return escaped.includes('#') ? escaped.replace('#', '(\\d{1,3})') : `${escaped}()`;
};

interface Squeezed {
  /** The text without blanks and accents. */
  text: string;
  /** The original text between two positions of the squeezed text. */
  original(from: number, to: number): string;
  /** Whether the character before this position ends a line. */
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

/** Returns a character without its accent; an empty text for a blank. */
function bare(character: string): string {
  let known = bareOf.get(character);
  if (known === undefined) {
    known = character.normalize('NFD').replace(/[\p{M}\s\u00a0]/gu, '');
    if (bareOf.size < 4_096) bareOf.set(character, known);
  }
  return known;
}

/** Returns a value on one line, with single blanks. */
export const oneLine = (value: string): string => value.replace(/\s+/gu, ' ').trim();

/** Returns the trimmed lines of a value, without blank lines. */
export const linesOf = (value: string): string[] =>
  value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
