import { foldLetters } from '@timbre/fiscal';
import { dateOfDigits } from '../reading/dates';
import { oneLine } from '../reading/labels';
import { listedRfc, type ListEntry, type SkippedRow } from './list-entry';

/** The lists of article 69 CFF, each with its file at the SAT and the default supuesto of its rows. */
export const lists69 = [
  { file: 'Firmes.csv', situation: 'FIRMES' },
  { file: 'Exigibles.csv', situation: 'EXIGIBLES' },
  { file: 'No%20localizados.csv', situation: 'NO LOCALIZADOS' },
  { file: 'Sentencias.csv', situation: 'SENTENCIAS' },
  { file: 'Cancelados.csv', situation: 'CANCELADOS' },
  { file: 'ReduccionArt74CFF.csv', situation: 'REDUCCION ART. 74 CFF' },
  { file: 'Condonadosart146BCFF.csv', situation: 'CONDONADOS ART. 146B CFF' },
  { file: 'Condonadosart21CFF.csv', situation: 'CONDONADOS ART. 21 CFF' },
  { file: 'CondonadosporDecreto.csv', situation: 'CONDONADOS POR DECRETO' },
  { file: 'Condonados_07_15.csv', situation: 'CONDONADOS 2007-2015' },
  { file: 'Cancelados_07_15.csv', situation: 'CANCELADOS 2007-2015' },
  { file: 'Retornoinversiones.csv', situation: 'RETORNO DE INVERSIONES' },
] as const;

/**
 * The positions of the columns in a list of article 69. The columns are found by their headings, because
 * the lists have different columns.
 */
export interface Columns69 {
  rfc: number;
  name: number;
  situation: number;
  publishedOn: number;
}

/** Returns the positions of the columns, or undefined if the line is not a header of these lists. */
export function columnsOf69(header: string[]): Columns69 | undefined {
  const names = header.map(foldLetters);
  const at = (...wanted: string[]) => names.findIndex((name) => wanted.includes(name));
  const columns = {
    rfc: at('RFC'),
    name: at('RAZONSOCIAL'),
    situation: at('SUPUESTO'),
    publishedOn: at(
      'FECHADEPRIMERAPUBLICACION',
      'FECHADEPUBLICACION',
      'FECHASDEPRIMERAPUBLICACION',
    ),
  };
  return columns.rfc >= 0 && columns.name >= 0 && columns.situation >= 0 ? columns : undefined;
}

/** Reads a row of a list of article 69 (facts: sat-sync-reports D.3). */
export function entryOf69(
  columns: Columns69,
  situation: string,
  row: string[],
): ListEntry | SkippedRow {
  const rfc = listedRfc(row[columns.rfc]);
  if (rfc === 'suppressed' || rfc === 'unreadable') return rfc;
  const since = dateOfDigits(row[columns.publishedOn] ?? '');
  return {
    rfc,
    name: oneLine(row[columns.name] ?? ''),
    situation: oneLine(row[columns.situation] ?? '').toUpperCase() || situation,
    ...(since && { since }),
    listed: true,
    publications: [],
  };
}
