import { Rfc, type CalendarDate } from '@timbre/fiscal';

export interface Publication {
  situation: string;
  /** The publisher: the page of the SAT, or the Diario Oficial de la Federación. */
  place: 'sat' | 'dof';
  publishedOn: CalendarDate;
  /** The number and date of the SAT's letter, as printed. */
  letter?: string;
}

/** A row of the list of article 69-B CFF, or of a list of article 69. */
export interface ListEntry {
  rfc: string;
  name: string;
  /**
   * The situation as the SAT prints it: Presunto, Definitivo, Desvirtuado, Sentencia Favorable; for
   * article 69 the supuesto.
   */
  situation: string;
  /** The first publication in this situation; absent if the row has no publication. */
  since?: CalendarDate;
  /** Whether the situation is adverse to the taxpayer; a cleared taxpayer stays on the list. */
  listed: boolean;
  publications: Publication[];
}

/** The reason for skipping a row: suppressed by a court (`XXXXXXXXXXXX`) or not understood. */
export type SkippedRow = 'suppressed' | 'unreadable';

/** Returns the RFC of a row, or the reason for skipping the row. */
export function listedRfc(text: string | undefined): string | SkippedRow {
  const rfc = text?.trim().toUpperCase() ?? '';
  if (/^X{12,13}$/.test(rfc)) return 'suppressed';
  return Rfc.parse(rfc)?.toString() ?? 'unreadable';
}
