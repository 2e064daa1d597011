import type { Interval, Range } from './report-range';

/** A request for a report with intervals and groups, after default values were filled in. */
export interface AskedReport {
  range: Range;
  interval: Interval;
  groupBy: string | undefined;
  /**
   * The number of groups that a report lists separately. All other groups are added up in one
   * additional group.
   */
  limit: number;
  /**
   * Whether the request limits the number of groups. Without a limit in the request, an exported
   * file contains all groups.
   */
  isLimited: boolean;
  compareTo: 'previous_period' | 'previous_year' | undefined;
}

const usualLimit = 10;

interface Request {
  dateFrom: string;
  dateTo: string;
  interval?: string | undefined;
  groupBy?: string | undefined;
  limit?: number | undefined;
  compareTo?: string | undefined;
}

export function askedReport(request: Request | undefined): AskedReport {
  const { dateFrom = '', dateTo = '', interval = 'month', groupBy } = request ?? {};
  return {
    range: { from: dateFrom, to: dateTo },
    interval: interval as Interval,
    groupBy,
    limit: request?.limit ?? usualLimit,
    isLimited: request?.limit !== undefined,
    compareTo: request?.compareTo as AskedReport['compareTo'],
  };
}
