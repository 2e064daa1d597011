import { Rfc, type CalendarDate } from '@timbre/fiscal';

export interface Publication {
  situation: string;
  /** The page of the SAT, or the Diario Oficial de la Federación. */
  place: 'sat' | 'dof';
  publishedOn: CalendarDate;
  /** Number and date of the SAT's letter, as printed. */
  letter?: string;
}

/** A row of the list of article 69-B CFF, or of one of the lists of article 69. */
export interface ListEntry {
  rfc: string;
  name: string;
  /** The SAT's words: Presunto, Definitivo, Desvirtuado, Sentencia Favorable; or the supuesto of 69. */
  situation: string;
  /** First publication in this situation; absent if the row has no publication. */
  since?: CalendarDate;
  /** Whether the row counts against the taxpayer; a cleared taxpayer stays on the list. */
  listed: boolean;
  publications: Publication[];
}

/** Why a row is not taken: suppressed by a court (`XXXXXXXXXXXX`) or not understood. */
export type SkippedRow = 'suppressed' | 'unreadable';

/** The RFC of a row, or why the row is skipped. */
export function listedRfc(text: string | undefined): string | SkippedRow {
  const rfc = text?.trim().toUpperCase() ?? '';
  if (/^X{12,13}$/.test(rfc)) return 'suppressed';
  return Rfc.parse(rfc)?.toString() ?? 'unreadable';
}
