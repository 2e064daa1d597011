import type { Reader } from '@timbre/kit';
import type { AskedReport } from '../domain/asked-report';
import { shownReport } from '../domain/show-report';
import { readReport } from '../store/read-report';
import type { Filters, ReportView } from '../store/report-view';

/** A requested report: the query, and the texts of its response and its files. */
export interface ReportQuestion {
  /** The request for a report, with a dimension of the shape by which the report is grouped. */
  asked: AskedReport;
  view: ReportView;
  filters: Filters;
  /** Returns the name of a group if no name is stored for its key. */
  nameOf: (key: string) => string;
  /** The Spanish title of the report's files. */
  title: string;
  /** The Spanish heading for the column of groups; undefined if the report has no groups. */
  groupTitle: string | undefined;
  /** The measures that a printed report shows; a workbook shows all measures. */
  printed: readonly string[];
}

/** Reads the report and returns the body of its response as JSON. */
export async function answerReport(
  read: Reader,
  { asked, view, filters, nameOf }: ReportQuestion,
): Promise<Buffer> {
  const data = shownReport(asked, await readReport(read, view, asked, filters), nameOf);
  return Buffer.from(JSON.stringify({ data }));
}
