/**
 * Text of a PDF as labels with their values. Extractors often drop the blanks of the SAT's files, so
 * labels are compared without blanks and accents, and a value is the text up to the next label.
 */
export interface Labelled {
  /** The name that the label has in the table of labels. */
  name: string;
  /** The number inside the label (`Concepto de pago 2:`), when its pattern has one. */
  number: number | undefined;
  /** The text up to the next label, with its blanks and line ends, trimmed. */
  value: string;
  /** Whether nothing follows the label on its own line. */
  isBelow: boolean;
}

/** Labels by name; `#` in a label stands for a number. Several spellings may share a name. */
export type LabelTable = readonly (readonly [name: string, spelling: string])[];

export interface LabelReader {
  read(text: string): Labelled[];
}

/** @param isExact compares upper and lower case too, where values repeat the words of labels */
export function labelReader(table: LabelTable, isExact = false): LabelReader {
  // If two labels begin at the same place, the longer one is meant.
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
          name: rows[row]![0],
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
 * The pattern of each label has two groups, the label and its number, so a group's position identifies the
 * label.
 */
const patternOf = (spelling: string): string => {
  const escaped = spelling.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return escaped.includes('#') ? escaped.replace('#', '(\\d{1,3})') : `${escaped}()`;
};

interface Squeezed {
  /** Without blanks and accents. */
  text: string;
  /** The original text between two positions of the squeezed one. */
  original(from: number, to: number): string;
  /** Whether the character before this position is the last of its line. */
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
    endsLine: (at) => text.slice(places[at - 1]! + 1, places[at] ?? text.length).includes('\n'),
  };
}

const bareOf = new Map<string, string>();

/** A character without accent; nothing for a blank. */
function bare(character: string): string {
  let known = bareOf.get(character);
  if (known === undefined) {
    known = character.normalize('NFD').replace(/[\p{M}\s\u00a0]/gu, '');
    if (bareOf.size < 4_096) bareOf.set(character, known);
  }
  return known;
}

/** A value on one line, with single blanks. */
export const oneLine = (value: string): string => value.replace(/\s+/gu, ' ').trim();

/** The lines of a value that are not blank, trimmed. */
export const linesOf = (value: string): string[] =>
  value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
