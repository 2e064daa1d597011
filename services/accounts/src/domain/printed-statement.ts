import { Decimal, itemAt, paperWords, type PaperLanguage, type PaperWords } from '@timbre/fiscal';

/** A statement of account to be printed; amounts are decimal text. */
export interface PrintableStatement {
  contactName: string;
  side: 'receivable' | 'payable';
  currency: string;
  dateFrom: string | null;
  dateTo: string;
  sums: { opening: string; charges: string; credits: string; closing: string };
  lines: readonly StatementRow[];
}

interface StatementRow {
  occurredOn: string;
  kind: string;
  folio: string | null;
  documentRef: string | null;
  charge: string;
  credit: string;
  balance: string;
}

/** Returns the columns of a printed statement, with widths in points. */
const columnsIn = ({ statement }: PaperWords) => [
  { title: statement.date, width: 54, isAmount: false },
  { title: statement.concept, isAmount: false },
  { title: statement.folio, width: 90, isAmount: false },
  { title: statement.charge, width: 74, isAmount: true },
  { title: statement.credit, width: 74, isAmount: true },
  { title: statement.balance, width: 80, isAmount: true },
];

/** Returns the columns of a statement in a workbook, with widths in characters. */
export const statementColumns = (language: PaperLanguage) =>
  columnsIn(paperWords(language)).map(({ title, isAmount }, index) => ({
    heading: title,
    kind: isAmount ? ('amount' as const) : ('text' as const),
    width: itemAt([12, 30, 20, 16, 16, 16], index),
  }));

/** Returns the rows of a statement: the balance before the period, each line, and the totals. */
export function statementRows(
  { sums, lines, dateFrom, dateTo }: PrintableStatement,
  language: PaperLanguage,
): string[][] {
  const { opening, charges, credits, closing } = sums;
  const { statement, movement } = paperWords(language);
  return [
    [dateFrom ?? '', statement.opening, '', '', '', shown(opening)],
    ...lines.map((line) => [
      line.occurredOn,
      Object.hasOwn(movement, line.kind) ? movement[line.kind as keyof typeof movement] : line.kind,
      line.folio ?? '',
      shownUnlessZero(line.charge),
      shownUnlessZero(line.credit),
      shown(line.balance),
    ]),
    [dateTo, statement.closing, '', shown(charges), shown(credits), shown(closing)],
  ];
}

const shown = (amount: string) => Decimal.from(amount).trimmed().toString();
const shownUnlessZero = (amount: string) => (Decimal.from(amount).isZero() ? '' : shown(amount));

/** Returns the texts and tables of a statement, which fiscal-cfdi prints. */
export function printedStatement(statement: PrintableStatement, language: PaperLanguage) {
  const { contactName, side, currency, dateFrom, dateTo, sums } = statement;
  const words = paperWords(language);
  const { title, legend, ...said } = words.statement;
  const party = side === 'receivable' ? said.customer : said.supplier;
  return {
    title,
    number: dateTo,
    kind: party,
    datedLocal: `${dateTo}T00:00:00`,
    legend,
    currency,
    language,
    band: [
      { label: said.from, value: dateFrom ?? said.start },
      { label: said.to, value: dateTo },
      { label: words.sale.currency, value: currency },
    ],
    buyerTitle: party,
    buyerName: contactName,
    buyer: [],
    terms: [],
    items: [],
    table: {
      columns: columnsIn(words),
      rows: statementRows(statement, language).map((cells) => ({ cells })),
    },
    sums: [
      { label: said.opening, amount: sums.opening },
      { label: said.charges, amount: sums.charges },
      { label: said.credits, amount: Decimal.from(sums.credits).negated().toString() },
    ],
    totalLabel: said.closing,
    total: sums.closing,
  };
}
