import type { reports } from '@timbre/contract';
import { invalid, type Reader } from '@timbre/kit';
import { csvHead, csvLine, sheetEnd, sheetRow, sheetStart, type SheetColumn } from '@timbre/sheets';
import { certain, itemAt, lastIn } from '@timbre/fiscal';
import {
  contentTypes,
  fileNameOf,
  filePeriods,
  type FileFormat,
  type FilePeriod,
} from '../domain/file-layout';
import { comparedRange } from '../domain/report-range';
import { othersName } from '../domain/show-report';
import { readReport } from '../store/read-report';
import {
  countRows,
  countSums,
  reportRows,
  type ReportRow,
  type RowsOf,
} from '../store/report-rows';
import type { ReportQuestion } from './answer-report';

/**
 * The number of rows in one part of a report file. Each part of a file is built in memory and sent
 * in one message between services.
 */
export const partRows = 2_000;
const rowsMax = 300_000;
/**
 * The number of intervals that one SQL statement reads. The number of intervals is small, because
 * the statement compares each interval with every sum.
 */
const wholeMax = 24;

/** The position (cursor) at which the next part of a file begins. */
interface Place {
  /** The index of the interval in the file. */
  at: number;
  /** The last group key of the interval that was already written to the file. */
  after?: string | undefined;
  top?: string[] | undefined;
  /** Whether a single part contains all rows of the file. */
  isWhole: boolean;
}

/**
 * Returns one part of a report's rows, as CSV text or as XML of a worksheet. Each row of a report
 * file is an interval, or a group in an interval. If the request has no limit, every group has a
 * separate row.
 * @throws Refusal validation_error too_many_rows if the first part is requested and the file would
 * have too many rows
 */
export async function reportPart(
  read: Reader,
  question: ReportQuestion,
  format: Exclude<FileFormat, 'pdf'>,
  after: string | undefined,
): Promise<reports.ExportReportResponse> {
  const { asked, title, groupTitle } = question;
  const periods = filePeriods(asked);
  const place = after === undefined ? await start(read, question, periods) : placeOf(after);
  const of = rowsOf(question, place.top);
  const { rows, next } = place.isWhole
    ? { rows: await reportRows(read, of, periods, all), next: undefined }
    : await nextRows(read, of, periods, place);
  const columns = columnsOf(question);
  const values = rows.map((row) => valuesOf(question, itemAt(periods, row.period), row));
  return {
    content: Buffer.from(writers[format](columns, values, after === undefined, !next)),
    contentType: contentTypes[format],
    fileName: fileNameOf(title, groupTitle, asked.range, format),
    sheetName: title,
    next: next && JSON.stringify(next),
  };
}

const all = { after: undefined, limit: rowsMax };

/**
 * Reads the position of the next part from the text that this service wrote and the gateway
 * returned unchanged.
 */
const placeOf = (after: string) => JSON.parse(after) as Place;

const rowsOf = (
  { view, filters, asked }: ReportQuestion,
  top: readonly string[] | undefined,
): RowsOf => ({
  view,
  filters,
  interval: asked.interval,
  groupBy: asked.groupBy,
  top,
});

async function start(
  read: Reader,
  question: ReportQuestion,
  periods: readonly FilePeriod[],
): Promise<Place> {
  const { asked, view, filters } = question;
  if (asked.groupBy === undefined) return { at: 0, isWhole: true };
  const top = asked.isLimited
    ? (await readReport(read, view, asked, filters)).groups.flatMap(({ key }) => key ?? [])
    : undefined;
  const of = rowsOf(question, top);
  const { range, compareTo } = asked;
  const ranges = compareTo ? [range, comparedRange(range, compareTo)] : [range];
  const sums = await countSums(read, of, ranges);
  if (top === undefined && sums > rowsMax) await checkRows(read, of, periods);
  return { at: 0, top, isWhole: sums <= partRows && periods.length <= wholeMax };
}

/**
 * Counts the rows of a file and refuses a file with too many rows before a row is written.
 * @throws Refusal validation_error too_many_rows if the limit is exceeded
 */
async function checkRows(read: Reader, of: RowsOf, periods: readonly FilePeriod[]): Promise<void> {
  let count = 0;
  for (const period of periods) {
    count += await countRows(read, of, [period]);
    refuseTooMany(count);
  }
}

/**
 * Refuses a file that has more rows than the limit.
 * @throws Refusal validation_error too_many_rows if the limit is exceeded
 */
export function refuseTooMany(rows: number): void {
  if (rows <= rowsMax) return;
  const message = `The file would have more than ${rowsMax} rows; ask for a shorter range, a longer interval or a limit of groups.`;
  throw invalid([{ path: ['groupBy'], code: 'too_many_rows', message }]);
}

/** Reads the rows of a file from a position on, one interval after the other. */
async function nextRows(
  read: Reader,
  of: RowsOf,
  periods: readonly FilePeriod[],
  place: Place,
): Promise<{ rows: ReportRow[]; next: Place | undefined }> {
  const rows: ReportRow[] = [];
  let { at, after } = place;
  while (at < periods.length && rows.length < partRows) {
    const limit = partRows - rows.length;
    const only = periods.map((period, index) => (index === at ? period : undefined));
    // If `top` is given, it names only a few groups, so all rows of an interval are read at once.
    const found = await reportRows(read, of, only, of.top ? all : { after, limit });
    rows.push(...found);
    const isCut = !of.top && found.length === limit;
    if (isCut) after = certain(lastIn(found).key, 'key');
    else [at, after] = [at + 1, undefined];
  }
  return { rows, next: at < periods.length ? { ...place, at, after } : undefined };
}

/**
 * Returns the columns that describe an interval. If two ranges are compared, the first of these columns
 * states the range of the row.
 */
export const periodColumns = (isCompared: boolean): SheetColumn[] => [
  ...(isCompared ? [{ heading: 'Rango', kind: 'text' as const, width: 10 }] : []),
  ...['Desde', 'Hasta'].map((heading) => ({ heading, kind: 'date' as const, width: 12 })),
];

export const groupColumns = (groupTitle: string): SheetColumn[] => [
  { heading: 'Clave', kind: 'text', width: 20 },
  { heading: groupTitle, kind: 'text', width: 40 },
];

/** Returns the columns of a row: the columns of the interval, the group and the measures. */
function columnsOf({ asked, groupTitle, view }: ReportQuestion): SheetColumn[] {
  return [
    ...periodColumns(asked.compareTo !== undefined),
    ...(groupTitle === undefined ? [] : groupColumns(groupTitle)),
    ...Object.values(view.shown).map(({ heading, kind }) => ({ heading, kind, width: 18 })),
  ];
}

function valuesOf(
  { asked, groupTitle, nameOf }: ReportQuestion,
  { from, to, isCompared }: FilePeriod,
  { key, name, values }: ReportRow,
): (string | null)[] {
  return [
    ...(asked.compareTo ? [isCompared ? 'Anterior' : 'Actual'] : []),
    from,
    to,
    ...(groupTitle === undefined
      ? []
      : [key ?? '', key === null ? othersName : (name ?? nameOf(key))]),
    ...values,
  ];
}

type Writer = (
  columns: readonly SheetColumn[],
  rows: readonly (string | null)[][],
  isFirst: boolean,
  isLast: boolean,
) => string;

/** The functions that write rows as the text of a file, or of a part of a file, for each format. */
export const writers: Record<'csv' | 'xlsx', Writer> = {
  csv(columns, rows, isFirst) {
    const head = isFirst ? [csvHead(columns.map(({ heading }) => heading))] : [];
    return [...head, ...rows.map((row) => csvLine(row.map((value) => value ?? '')))].join('');
  },
  xlsx(columns, rows, isFirst, isLast) {
    const head = isFirst ? [sheetStart(columns)] : [];
    const foot = isLast ? [sheetEnd] : [];
    return [...head, ...rows.map((row) => sheetRow(columns, row)), ...foot].join('');
  },
};
