import { foldLetters, itemAt } from '@timbre/fiscal';
import type { CalendarDate } from '@timbre/fiscal';
import { dateOfDigits, dateOfWords } from '../reading/dates';
import { oneLine } from '../reading/labels';
import { listedRfc, type ListEntry, type Publication, type SkippedRow } from './list-entry';

/**
 * The position of the first column of each situation in the list. The column of a situation
 * contains the number of the SAT's letter (oficio). The next three columns contain the date of the
 * letter, the letter in the Diario Oficial (DOF), and the date of the latter.
 */
const situations = [
  { situation: 'Presunto', column: 4, listed: true },
  { situation: 'Desvirtuado', column: 8, listed: false },
  { situation: 'Definitivo', column: 12, listed: true },
  { situation: 'Sentencia Favorable', column: 16, listed: false },
] as const;

/**
 * Returns the date in the first line of the file, `Información actualizada al 31 de octubre de 2026`.
 */
export function list69bDate(firstLine: string): CalendarDate | undefined {
  const [, date = ''] = /ACTUALIZADAAL(.*)/.exec(foldLetters(firstLine)) ?? [];
  return dateOfWords(date);
}

/** Whether these columns are the header of the list, which has 20 columns. */
export const isHeader69b = (columns: string[]): boolean =>
  columns.length === 20 &&
  foldLetters(itemAt(columns, 1)) === 'RFC' &&
  foldLetters(itemAt(columns, 3)) === 'SITUACIONDELCONTRIBUYENTE';

/** Reads a row of the list of article 69-B (facts: pac-sat-webservices §7). */
export function entryOf69b(columns: string[]): ListEntry | SkippedRow {
  const rfc = listedRfc(columns[1]);
  if (rfc === 'suppressed' || rfc === 'unreadable') return rfc;
  const printed = foldLetters(columns[3] ?? '');
  const current = situations.find(({ situation }) => foldLetters(situation) === printed);
  if (!current || columns.length !== 20) return 'unreadable';
  const publications = situations.flatMap((row) => publicationsOf(row, columns));
  const dates = publications
    .filter(({ situation }) => situation === current.situation)
    .map(({ publishedOn }) => publishedOn)
    .sort();
  return {
    rfc,
    name: oneLine(columns[2] ?? ''),
    situation: current.situation,
    ...(dates[0] && { since: dates[0] }),
    listed: current.listed,
    publications,
  };
}

function publicationsOf(
  { situation, column }: (typeof situations)[number],
  columns: string[],
): Publication[] {
  return (['sat', 'dof'] as const).flatMap((place, index) => {
    const [letter = '', date = ''] = columns.slice(column + 2 * index);
    const publishedOn = dateOfDigits(date);
    if (!publishedOn) return [];
    return [{ situation, place, publishedOn, ...(letter.trim() && { letter: oneLine(letter) }) }];
  });
}
