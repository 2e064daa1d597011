import { Rfc, type CalendarDate } from '@timbre/fiscal';

export interface Publication {
  situation: string;
  /**
   * Who published the situation: the SAT on its website, or the Diario Oficial de la Federación.
   */
  place: 'sat' | 'dof';
  publishedOn: CalendarDate;
  /** The number and date of the SAT's letter as printed in the list. */
  letter?: string;
}

/** A row of the list of article 69-B CFF, or of a list of article 69. */
export interface ListEntry {
  rfc: string;
  name: string;
  /**
   * The situation of the taxpayer as the SAT prints it. Presunto, Definitivo, Desvirtuado,
   * Sentencia Favorable; for article 69 the ground of the listing (supuesto).
   */
  situation: string;
  /**
   * The day of the first publication of this situation; absent if the list states no publication.
   */
  since?: CalendarDate;
  /**
   * Whether the situation is adverse to the taxpayer. A cleared taxpayer stays on the list, but for
   * this taxpayer the field is false.
   */
  listed: boolean;
  publications: Publication[];
}

/**
 * The reason why a row of a list is skipped: a court suppressed the RFC (`XXXXXXXXXXXX`), or the
 * row is unreadable.
 */
export type SkippedRow = 'suppressed' | 'unreadable';

/** Returns the RFC in a row of a list, or the reason why the row is skipped. */
export function listedRfc(text: string | undefined): string | SkippedRow {
  const rfc = text?.trim().toUpperCase() ?? '';
  if (/^X{12,13}$/.test(rfc)) return 'suppressed';
  return Rfc.parse(rfc)?.toString() ?? 'unreadable';
}
