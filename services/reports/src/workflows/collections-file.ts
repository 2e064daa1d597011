import type { fiscalCfdi, reports } from '@timbre/contract';
import { Decimal } from '@timbre/fiscal';
import type { Reader } from '@timbre/kit';
import type { SheetColumn } from '@timbre/sheets';
import { ages } from '../domain/collection-facts';
import { contentTypes, fileNameOf, filePeriods, type FileFormat } from '../domain/file-layout';
import { printedReport } from '../domain/printed-report';
import { othersName, type Measures, type ReadReport } from '../domain/show-report';
import type { CollectionMeasures } from '../store/read-collections';
import {
  askCollections,
  collectionColumns,
  collectionNameOf,
  type Collections,
} from './ask-collections';
import { groupColumns, periodColumns, writers } from './report-file';

const title = 'Cobranza';
const groupTitles: Record<string, string> = { customer: 'Cliente', aging: 'Antigüedad' };
/** Customers with a row of their own in a file: a message between services has them all. */
const customersMax = 5_000;

/** The collections report as a file, which is one part: a row for each interval, or for each group. */
export async function collectionsFile(
  read: Reader,
  request: reports.GetCollectionsReportRequest,
  format: FileFormat,
  print: (report: fiscalCfdi.PrintReportRequest) => Promise<Uint8Array>,
): Promise<reports.ExportReportResponse> {
  const isSheet = format !== 'pdf';
  const collections = await askCollections(read, request, ({ isLimited, limit }) =>
    isSheet && !isLimited ? customersMax : limit,
  );
  const { asked } = collections;
  const groupTitle = groupTitles[asked.groupBy ?? ''];
  const content = isSheet
    ? Buffer.from(sheetOf(collections, format, groupTitle))
    : Buffer.from(await print(paperOf(collections, groupTitle, read.now)));
  return {
    content,
    contentType: contentTypes[format],
    fileName: fileNameOf(title, groupTitle, asked.range, format),
    sheetName: title,
  };
}

function paperOf({ asked, found, outstandingOn }: Collections, groupTitle: string | undefined, now: Date) {
  const flat = flatReport(found);
  const report = {
    ...{ asked, found: groupTitle === undefined ? { ...flat, groups: [] } : flat },
    ...{ title, groupTitle, nameOf: collectionNameOf, shown: collectionColumns },
    ...{ main: 'collected', mainOfGroups: 'outstanding' },
    printed: ['invoiced', 'collected', 'outstanding', 'overdue', 'expected'],
    parts: { title: `Por cobrar al ${outstandingOn}`, of: ages.map(({ age }) => age) },
  };
  return printedReport(report, now);
} // prettier-ignore

/** The ages beside the other measures. */
const flatOf = ({ aging, ...measures }: CollectionMeasures): Measures =>
  ({ ...measures, ...(aging as Measures | null) }) as Measures;

function flatReport(found: ReadReport<CollectionMeasures>): ReadReport {
  const flat = <Row extends { measures: CollectionMeasures }>(row: Row) => ({
    ...row,
    measures: flatOf(row.measures),
  });
  const { comparison } = found;
  return {
    ...found,
    totals: flatOf(found.totals),
    series: found.series.map(flat),
    groups: found.groups.map(flat),
    comparison: comparison && {
      ...comparison,
      totals: flatOf(comparison.totals),
      series: comparison.series.map(flat),
    },
  };
}

function sheetOf(
  { asked, found }: Collections,
  format: Exclude<FileFormat, 'pdf'>,
  groupTitle: string | undefined,
): string {
  const flat = flatReport(found);
  const isGroups = groupTitle !== undefined;
  const [before, first] = isGroups ? groupRows(flat, groupTitle) : periodRows(asked, flat);
  const columns = [
    ...first,
    ...Object.values(collectionColumns).map((column) => ({ ...column, width: 18 })),
  ];
  const rows = before.map(({ texts, measures }) => [...texts, ...valuesOf(measures)]);
  return writers[format](columns, rows, true, true);
}

type Rows = [rows: { texts: string[]; measures: Measures }[], columns: SheetColumn[]];

const groupRows = ({ groups }: ReadReport, groupTitle: string): Rows => [
  groups.map(({ key, name, measures }) => ({
    texts: [key ?? '', key === null ? othersName : (name ?? collectionNameOf(key))],
    measures,
  })),
  groupColumns(groupTitle),
];

/** The compared intervals come first. */
function periodRows(asked: Collections['asked'], { series, comparison }: ReadReport): Rows {
  const all = [...(comparison?.series ?? []), ...series];
  const rows = filePeriods(asked).map(({ from, to, isCompared }, at) => ({
    texts: [...(comparison ? [isCompared ? 'Anterior' : 'Actual'] : []), from, to],
    measures: all[at]!.measures,
  }));
  return [rows, periodColumns(comparison !== null)];
}

const valuesOf = (measures: Measures): (string | null)[] =>
  Object.entries(collectionColumns).map(([name, { kind }]) => {
    const value = measures[name];
    if (value == null) return null;
    const exact = Decimal.from(value);
    return (kind === 'amount' ? exact.round(2) : exact).toString();
  });
