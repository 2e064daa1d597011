import type { Reader } from '@timbre/kit';
import type { AskedReport } from '../domain/asked-report';
import { shownReport } from '../domain/show-report';
import { readReport } from '../store/read-report';
import type { Filters, ReportView } from '../store/report-view';

/** A report that somebody asks for: what is read for it, and the words of its answer and its files. */
export interface ReportQuestion {
  /** Grouped by a dimension of the shape. */
  asked: AskedReport;
  view: ReportView;
  filters: Filters;
  /** The name of a group by its key, where none is stored. */
  nameOf: (key: string) => string;
  /** Title of the files, in Spanish. */
  title: string;
  /** Heading of the groups, in Spanish; undefined without groups. */
  groupTitle: string | undefined;
  /** The measures of a printed report; a workbook has all. */
  printed: readonly string[];
}

/** The body of the report as JSON. */
export async function answerReport(
  read: Reader,
  { asked, view, filters, nameOf }: ReportQuestion,
): Promise<Buffer> {
  const data = shownReport(asked, await readReport(read, view, asked, filters), nameOf);
  return Buffer.from(JSON.stringify({ data }));
}
