import type { Interval, Range } from './report-range';

/** The request of a report with intervals and groups, with its defaults. */
export interface AskedReport {
  range: Range;
  interval: Interval;
  groupBy: string | undefined;
  /** The number of separate groups. All other groups are added up in one further group. */
  limit: number;
  /**
   * Whether the request limits the number of groups. A file contains all groups if the request has
   * no limit.
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
