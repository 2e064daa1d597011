import type { reports } from '@timbre/contract';
import { Decimal, itemAt } from '@timbre/fiscal';
import type { Reader } from '@timbre/kit';
import type { SheetColumn } from '@timbre/sheets';
import { askedReport, type AskedReport } from '../domain/asked-report';
import { filePeriods, type FileFormat, type FilePeriod } from '../domain/file-layout';
import { othersName, type Measures } from '../domain/show-report';
import { readCollections, type CollectionMeasures } from '../store/read-collections';
import {
  askCollections,
  collectionColumns,
  collectionDays,
  collectionNameOf,
  flatOf,
} from './ask-collections';
import { groupColumns, partRows, periodColumns, refuseTooMany, writers } from './report-file';

type SheetFormat = Exclude<FileFormat, 'pdf'>;
type Part = Pick<reports.ExportReportResponse, 'content' | 'next'>;
type Request = reports.GetCollectionsReportRequest;

/**
 * The maximum number of customers with separate rows in an interval, because one message contains all
 * rows of an interval.
 */
const customersMax = 5_000;
/**
 * The number of intervals in one part of a collections file. Each interval of the file needs a
 * separate SQL statement.
 */
const intervalsMax = 24;

/** Returns the only part of a file with a row for each interval; compared intervals come first. */
export async function seriesPart(
  read: Reader,
  request: Request,
  format: SheetFormat,
): Promise<Part> {
  const { asked, found } = await askCollections(read, request);
  const series = [...(found.comparison?.series ?? []), ...found.series];
  const rows = filePeriods(asked).map((period, at) => [
    ...periodCells(asked, period),
    ...cellsOf(itemAt(series, at).measures),
  ]);
  return { content: contentOf(format, periodColumns(isCompared(asked)), rows, true, true) };
}

/** The position (cursor) at which the next part of a file with groups begins. */
interface Place {
  /** The index of the interval in the file. */
  at: number;
  /** The groups that have separate rows; if the list is absent, every group has a separate row. */
  top?: string[] | undefined;
}

/**
 * Returns a part of the file that has a row for each group with amounts in an interval. Each interval is
 * read as a separate report, because outstanding balances of several intervals cannot be added up.
 * @throws Refusal validation_error too_many_rows if the first part is requested and the file would
 * have too many rows
 */
export async function groupsPart(
  read: Reader,
  request: Request,
  {
    format,
    after,
    groupTitle,
  }: { format: SheetFormat; after: string | undefined; groupTitle: string },
): Promise<Part> {
  const asked = askedReport(request.report);
  const periods = filePeriods(asked);
  const place = after === undefined ? await start(read, request, asked, periods) : placeOf(after);
  const rows: (string | null)[][] = [];
  const last = Math.min(periods.length, place.at + intervalsMax);
  let { at } = place;
  for (; at < last && rows.length < partRows; at += 1) {
    const period = itemAt(periods, at);
    const groups = await groupsOf(read, request, asked, period, place.top);
    for (const { key, name, measures } of groups) {
      const shown = key === null ? othersName : (name ?? collectionNameOf(key));
      rows.push([...periodCells(asked, period), key ?? '', shown, ...cellsOf(measures)]);
    }
  }
  const columns = [...periodColumns(isCompared(asked)), ...groupColumns(groupTitle)];
  const isLast = at === periods.length;
  return {
    content: contentOf(format, columns, rows, after === undefined, isLast),
    next: isLast ? undefined : JSON.stringify({ ...place, at }),
  };
}

/**
 * Reads the position of the next part from the text that this service wrote and the gateway
 * returned unchanged.
 */
const placeOf = (after: string) => JSON.parse(after) as Place;

async function start(
  read: Reader,
  request: Request,
  asked: AskedReport,
  periods: readonly FilePeriod[],
): Promise<Place> {
  const { found } = await askCollections(read, request, limitOf(asked));
  refuseTooMany(found.groups.length * periods.length);
  return { at: 0, top: asked.isLimited ? found.groups.flatMap(({ key }) => key ?? []) : undefined };
}

const limitOf = ({ isLimited, limit }: AskedReport): number => (isLimited ? limit : customersMax);

async function groupsOf(
  read: Reader,
  { customerId, asOf }: Request,
  asked: AskedReport,
  period: FilePeriod,
  top: readonly string[] | undefined,
) {
  const days = period.isCompared
    ? { outstandingOn: period.to, until: period.to }
    : collectionDays(read, period, asOf);
  const one = { ...asked, range: period, compareTo: undefined, limit: limitOf(asked) };
  const { groups } = await readCollections(read, one, days, { customerId, top });
  return groups;
}

const isCompared = ({ compareTo }: AskedReport): boolean => compareTo !== undefined;

const periodCells = (asked: AskedReport, { from, to, isCompared: isOld }: FilePeriod): string[] => [
  ...(isCompared(asked) ? [isOld ? 'Anterior' : 'Actual'] : []),
  from,
  to,
];

const cellsOf = (measures: CollectionMeasures): (string | null)[] => {
  const flat: Measures = flatOf(measures);
  return Object.entries(collectionColumns).map(([name, { kind }]) => {
    const value = flat[name];
    if (value == null) return null;
    const exact = Decimal.from(value);
    return (kind === 'amount' ? exact.round(2) : exact).toString();
  });
};

const contentOf = (
  format: SheetFormat,
  columns: readonly SheetColumn[],
  rows: readonly (string | null)[][],
  isFirst: boolean,
  isLast: boolean,
): Buffer => {
  const measures = Object.values(collectionColumns).map((column) => ({ ...column, width: 18 }));
  return Buffer.from(writers[format]([...columns, ...measures], rows, isFirst, isLast));
};
