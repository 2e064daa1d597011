import { fold } from '@timbre/fiscal';
import type { AskedReport } from './asked-report';
import { comparedRange, periodsOf, type Range } from './report-range';

export type FileFormat = 'csv' | 'xlsx' | 'pdf';

export const contentTypes: Record<FileFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

/** A time interval that an exported file contains. */
export interface FilePeriod extends Range {
  /** Whether the interval belongs to the range with which the request compares. */
  isCompared: boolean;
}

/** Returns the intervals of an exported file; the intervals of the compared range come first. */
export function filePeriods({ range, interval, compareTo }: AskedReport): FilePeriod[] {
  const compared = compareTo ? periodsOf(comparedRange(range, compareTo), interval) : [];
  return [
    ...compared.map((period) => ({ ...period, isCompared: true })),
    ...periodsOf(range, interval).map((period) => ({ ...period, isCompared: false })),
  ];
}

/**
 * Returns the name of an exported file, such as `ventas-por-sucursal-2026-01-01-a-2026-12-31.csv`.
 */
export function fileNameOf(
  title: string,
  groupTitle: string | undefined,
  { from, to }: Range,
  format: FileFormat,
): string {
  const words = groupTitle === undefined ? title : `${title} por ${groupTitle}`;
  return `${fold(words).replaceAll(/[^a-z0-9]+/g, '-')}-${from}-a-${to}.${format}`;
}
