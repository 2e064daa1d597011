import type { Issue } from '@timbre/fiscal';

export const seriesKinds = [
  'income',
  'credit_note',
  'transfer',
  'payroll',
  'payment_complement',
  'withholding',
] as const;

export type SeriesKind = (typeof seriesKinds)[number];

/**
 * The code of the series that is created with the fiscal profile, for each kind of document without a
 * series.
 */
export const firstSeriesCode: Record<SeriesKind, string> = {
  income: 'F',
  credit_note: 'NC',
  transfer: 'T',
  payroll: 'N',
  payment_complement: 'P',
  withholding: 'R',
};

/**
 * The largest folio that Timbre allows. Folios in practice are smaller, and JSON numbers represent every
 * folio up to this limit exactly.
 */
export const folioMax = 999_999_999_999;

/** The SAT attribute Serie (cfdv40.xsd): 1 to 25 characters without a bar, with single blanks. */
const codePattern = /^(?!.{26})[^|\p{C}\s]+( [^|\p{C}\s]+)*$/u;

/**
 * FolioInt contains the series followed by the folio, at most 20 letters and digits in total. The folio can
 * have 12 digits, which leaves 8 characters for the series.
 */
const withholdingCodePattern = /^[0-9A-Za-z]{1,8}$/;

/**
 * Returns the issues of a new series.
 * - series_code_invalid: the code does not have the form that the SAT requires for a series; for withholding
 *   documents it must be 1 to 8 letters and digits
 * - series_kind_unknown: Timbre has no such kind of document
 * - folio_out_of_range: a folio must be a whole number from 1 to 999999999999
 */
export function seriesIssues(series: {
  code: string;
  kind: string;
  nextFolio?: number | undefined;
}): Issue[] {
  const issues = folioIssues(series.nextFolio);
  const isWithholding = series.kind === 'withholding';
  if (!(isWithholding ? withholdingCodePattern : codePattern).test(series.code)) {
    const message = isWithholding
      ? 'A series of withholdings must have 1 to 8 letters and digits.'
      : 'A series must have 1 to 25 characters, no | and no double spaces.';
    issues.push({ path: ['code'], code: 'series_code_invalid', message });
  }
  if (!seriesKinds.includes(series.kind as SeriesKind)) {
    const message = `The kind must be one of ${seriesKinds.join(', ')}.`;
    issues.push({ path: ['kind'], code: 'series_kind_unknown', message });
  }
  return issues;
}

/** Returns the issue folio_out_of_range for an invalid next folio. */
export function folioIssues(nextFolio: number | undefined): Issue[] {
  if (nextFolio === undefined) return [];
  if (Number.isInteger(nextFolio) && nextFolio >= 1 && nextFolio <= folioMax) return [];
  const message = `A folio must be a whole number from 1 to ${folioMax}.`;
  return [{ path: ['nextFolio'], code: 'folio_out_of_range', message }];
}

/** The Serie and Folio of a document that another system issued. */
export interface NumberedDocument {
  kind: SeriesKind;
  series: string | null;
  folio: string | null;
}

/**
 * Returns the next folio of a series after this document, which is the document's folio plus one.
 * @returns the next folio; undefined if the document has no series, its folio is not a whole number, or its
 * folio is the largest folio
 */
export function folioAfter({ series, folio }: NumberedDocument): number | undefined {
  if (!series || !folio || !/^\d{1,12}$/.test(folio)) return undefined;
  const next = Number(folio) + 1;
  return next <= folioMax ? next : undefined;
}

/** The two fields that show whether a series was created automatically and is unused. */
export interface SeriesUse {
  /**
   * True if the series was created with the fiscal profile, and since then the organization has not changed
   * the series or created a series with the same code.
   */
  isGiven: boolean;
  nextFolio: number;
}

/**
 * Returns whether a series was created automatically and has not numbered any document yet. A series that
 * the organization creates later replaces an unused series as the default.
 */
export const isUnused = ({ isGiven, nextFolio }: SeriesUse): boolean => isGiven && nextFolio === 1;

/**
 * Returns whether a new series becomes the default of its kind. The first series that the organization
 * itself creates becomes the default.
 */
export function becomesDefault(
  wanted: boolean | undefined,
  present: SeriesUse | undefined,
): boolean {
  if (!present) return true;
  return wanted ?? isUnused(present);
}

export interface SeriesState {
  active: boolean;
  isDefault: boolean;
  nextFolio: number;
}

export interface SeriesChange {
  active?: boolean | undefined;
  isDefault?: boolean | undefined;
  nextFolio?: number | undefined;
}

/** The reason why a change to a series is refused, with a message. */
export type SeriesRefusal = { reason: string; message: string };

/**
 * Returns the changed series, or the reason why the change is refused.
 * - next_folio_not_upward: the next folio can only increase, because a folio is never used twice
 * - series_is_default: the default series of a kind stays active and the default until another series
 *   replaces it
 * - series_inactive: an inactive series cannot be the default
 */
export function changeSeries(
  series: SeriesState,
  change: SeriesChange,
): SeriesState | SeriesRefusal {
  const next = {
    active: change.active ?? series.active,
    isDefault: change.isDefault ?? series.isDefault,
    nextFolio: change.nextFolio ?? series.nextFolio,
  };
  if (next.nextFolio < series.nextFolio) {
    const message = `The next folio is ${series.nextFolio}; it can only increase.`;
    return { reason: 'next_folio_not_upward', message };
  }
  if (series.isDefault && !(next.isDefault && next.active)) {
    const message = 'This is the default series of its kind; make another the default first.';
    return { reason: 'series_is_default', message };
  }
  if (next.isDefault && !next.active) {
    return { reason: 'series_inactive', message: 'An inactive series cannot be the default.' };
  }
  return next;
}
