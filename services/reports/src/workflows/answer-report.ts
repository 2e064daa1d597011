import type { Reader } from '@timbre/kit';
import type { AskedReport } from '../domain/asked-report';
import { shownReport } from '../domain/show-report';
import { readReport } from '../store/read-report';
import type { Filters, ReportView } from '../store/report-view';

/** A requested report: the data to read, and the texts of its response and its files. */
export interface ReportQuestion {
  /** The request, grouped by a dimension of the shape. */
  asked: AskedReport;
  view: ReportView;
  filters: Filters;
  /** Returns the name for a key of a group if no name is stored. */
  nameOf: (key: string) => string;
  /** The Spanish title of the files. */
  title: string;
  /** The Spanish heading of the groups; undefined without groups. */
  groupTitle: string | undefined;
  /** The measures that a printed report shows; a workbook has all measures. */
  printed: readonly string[];
}

/** Reads the report and returns its body as JSON. */
export async function answerReport(
  read: Reader,
  { asked, view, filters, nameOf }: ReportQuestion,
): Promise<Buffer> {
  const data = shownReport(asked, await readReport(read, view, asked, filters), nameOf);
  return Buffer.from(JSON.stringify({ data }));
}
