import type { AskedReport } from './asked-report';
import type { Range } from './report-range';

/** The measures in a report response, as numbers; null for a measure without a value. */
export type Measures = Record<string, number | null>;

interface ReadInterval<Of = Measures> {
  periodStart: string;
  measures: Of;
}

interface ReadGroup<Of = Measures> {
  /** The key of a group, or null for the sum of all groups that are not listed separately. */
  key: string | null;
  name: string | null;
  share: number;
  measures: Of;
}

/** The data of a report, which are all read from the same snapshot. */
export interface ReadReport<Of = Measures> {
  asOf: string | null;
  totals: Of;
  series: ReadInterval<Of>[];
  groups: ReadGroup<Of>[];
  comparison: (Range & { totals: Of; series: ReadInterval<Of>[] }) | null;
}

export const othersName = 'Otros';

/**
 * Converts a report to the format of the response.
 * @param nameOf returns the name of a group if no name is stored for its key
 */
export function shownReport<Of extends object>(
  { range, interval }: AskedReport,
  { asOf, totals, series, groups, comparison }: ReadReport<Of>,
  nameOf: (key: string) => string,
) {
  return {
    currency: 'MXN',
    dateFrom: range.from,
    dateTo: range.to,
    interval,
    asOf,
    totals,
    series: series.map(shownInterval),
    groups: groups.map(({ key, name, share, measures }) => ({
      key,
      name: key === null ? othersName : (name ?? nameOf(key)),
      isOther: key === null,
      ...measures,
      share,
    })),
    comparison: comparison && {
      dateFrom: comparison.from,
      dateTo: comparison.to,
      totals: comparison.totals,
      series: comparison.series.map(shownInterval),
    },
  };
}

const shownInterval = <Of extends object>({ periodStart, measures }: ReadInterval<Of>) => ({
  periodStart,
  ...measures,
});
