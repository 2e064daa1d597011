import type { fiscalCfdi, reports } from '@timbre/contract';
import type { Reader } from '@timbre/kit';
import { askedReport } from '../domain/asked-report';
import { ages } from '../domain/collection-facts';
import { contentTypes, fileNameOf, type FileFormat } from '../domain/file-layout';
import { printedReport } from '../domain/printed-report';
import type { ReadReport } from '../domain/show-report';
import type { CollectionMeasures } from '../store/read-collections';
import {
  askCollections,
  collectionColumns,
  collectionNameOf,
  flatOf,
  type Collections,
} from './ask-collections';
import { groupsPart, seriesPart } from './collections-sheet';

const title = 'Cobranza';
/**
 * The Spanish headings for the group column of collections files. A file with one row for each
 * interval has no groups.
 */
const groupTitles: Record<string, string> = { customer: 'Cliente', aging: 'Antigüedad' };

/**
 * Returns one part of the collections report as a file. Only a file with groups is returned in
 * several parts.
 */
export async function collectionsFile(
  read: Reader,
  request: reports.GetCollectionsReportRequest,
  { format, after }: { format: FileFormat; after: string | undefined },
  print: (report: fiscalCfdi.PrintReportRequest) => Promise<Uint8Array>,
): Promise<reports.ExportReportResponse> {
  const { groupBy, range } = askedReport(request.report);
  const groupTitle = groupTitles[groupBy ?? ''];
  const file = {
    contentType: contentTypes[format],
    sheetName: title,
    fileName: fileNameOf(title, groupTitle, range, format),
  };
  if (format === 'pdf') {
    const paper = paperOf(await askCollections(read, request), groupTitle, read.now);
    return { ...file, content: Buffer.from(await print(paper)) };
  }
  if (groupTitle === undefined) return { ...file, ...(await seriesPart(read, request, format)) };
  return { ...file, ...(await groupsPart(read, request, { format, after, groupTitle })) };
}

function paperOf({ asked, found, outstandingOn }: Collections, groupTitle: string | undefined, now: Date) {
  const flat = flatReport(found);
  const report = {
    asked, found: groupTitle === undefined ? { ...flat, groups: [] } : flat,
    title, groupTitle, nameOf: collectionNameOf, shown: collectionColumns,
    main: 'collected', mainOfGroups: 'outstanding',
    printed: ['invoiced', 'collected', 'outstanding', 'overdue', 'expected'],
    parts: { title: `Por cobrar al ${outstandingOn}`, of: ages.map(({ age }) => age) },
  };
  return printedReport(report, now);
} // prettier-ignore

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
