import type { AskedReport } from './asked-report';
import type { Range } from './report-range';

/** Shown measures as numbers; null where a measure has no value. */
export type Measures = Record<string, number | null>;

interface ReadInterval<Of = Measures> {
  periodStart: string;
  measures: Of;
}

interface ReadGroup<Of = Measures> {
  /** null: the groups that are not among the first ones. */
  key: string | null;
  name: string | null;
  share: number;
  measures: Of;
}

/** A report as it is read, all of the same instant. */
export interface ReadReport<Of = Measures> {
  asOf: string | null;
  totals: Of;
  series: ReadInterval<Of>[];
  groups: ReadGroup<Of>[];
  comparison: (Range & { totals: Of; series: ReadInterval<Of>[] }) | null;
}

export const othersName = 'Otros';

/**
 * A report as its answer shows it.
 * @param nameOf the name of a group by its key, where none is stored
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
