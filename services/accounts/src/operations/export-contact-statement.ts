import type { accounts, commerce } from '@timbre/contract';
import { certain, paperLanguageOf, paperWords, type PaperLanguage } from '@timbre/fiscal';
import { invalid, query, type CallContext } from '@timbre/kit';
import { csvHead, csvLine, writeWorkbook } from '@timbre/sheets';
import type { Contacts, StatementPaper } from '../domain/ports';
import {
  printedStatement,
  statementColumns,
  statementRows,
  type PrintableStatement,
} from '../domain/printed-statement';
import { statementLines, statementSums } from '../store/statements';
import { askedStatement } from '../workflows/read-statement';

export interface PaperProviders {
  contacts: Contacts<CallContext, commerce.Contact>;
  paper: StatementPaper<CallContext>;
}

/** The maximum number of lines in an exported file; printing more lines would take seconds. */
const linesMax = 2_000;

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Exports all lines of a statement as a file, in the requested language or in the language of the
 * contact's printed documents.
 */
export const exportContactStatement = query(
  async (
    read,
    { statement: asked, format, language: given }: accounts.ExportContactStatementRequest,
    { contacts, paper }: PaperProviders,
  ): Promise<accounts.ExportContactStatementResponse> => {
    const { of, name, side } = await askedStatement(read, certain(asked, 'asked'));
    const lines = await statementLines(read, of, null, linesMax + 1);
    if (lines.length > linesMax) throw tooManyLines();
    const statement: PrintableStatement = {
      contactName: name ?? '',
      side,
      lines,
      sums: await statementSums(read, of),
      currency: of.currency,
      dateFrom: of.dateFrom,
      dateTo: of.dateTo,
    };
    const language = paperLanguageOf(
      given ?? (await contacts.find(read.context, of.contact))?.fields?.documentLanguage,
    );
    const fileName = `${namesIn(language).file}-${of.dateTo}.${format}`;
    if (format === 'xlsx') {
      return { content: await workbook(statement, language), contentType: xlsx, fileName };
    }
    if (format === 'csv') {
      return {
        content: csv(statement, language),
        contentType: 'text/csv; charset=utf-8',
        fileName,
      };
    }
    const printed = printedStatement(statement, language);
    const content = await paper.print(read.context, printed);
    return { content: Buffer.from(content), contentType: 'application/pdf', fileName };
  },
);

/**
 * Returns the name of the exported file and of its worksheet. For a statement in both languages,
 * the names are Spanish.
 */
const namesIn = (language: PaperLanguage) => paperWords(language === 'en' ? 'en' : 'es').statement;

const workbook = (statement: PrintableStatement, language: PaperLanguage): Promise<Buffer> =>
  writeWorkbook({
    sheetName: namesIn(language).title,
    columns: statementColumns(language),
    pages: [statementRows(statement, language)],
    writtenAt: new Date(`${statement.dateTo}T00:00:00Z`),
  });

const csv = (statement: PrintableStatement, language: PaperLanguage): Buffer => {
  const headings = statementColumns(language).map(({ heading }) => heading);
  const lines = statementRows(statement, language).map(csvLine);
  return Buffer.from([csvHead(headings), ...lines].join(''));
};

/**
 * - too_many_lines: the period has too many lines; ask for a shorter period
 */
function tooManyLines() {
  const message = `The period has more than ${linesMax} lines; ask for a shorter one.`;
  return invalid([{ path: ['dateFrom'], code: 'too_many_lines', message }]);
}
