import { Decimal } from '@timbre/fiscal';

/** A statement to be printed; amounts are decimal text. */
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

const kinds: Readonly<Record<string, string>> = {
  invoice: 'Factura',
  cancellation: 'Cancelación',
  complement: 'Complemento de pago',
  credit_note: 'Nota de crédito',
  expense: 'Gasto',
  settlement: 'Pago de gasto',
  payment: 'Pago',
  credit_application: 'Aplicación de saldo a favor',
  receipt: 'Nota de venta',
  refund: 'Devolución',
  reversal: 'Reversa',
  assignment: 'Asignación',
  correction: 'Corrección',
};

const legend = 'Este estado de cuenta no es un comprobante fiscal';

const columns = [
  { title: 'Fecha', width: 54, isAmount: false },
  { title: 'Concepto', isAmount: false },
  { title: 'Folio', width: 90, isAmount: false },
  { title: 'Cargo', width: 74, isAmount: true },
  { title: 'Abono', width: 74, isAmount: true },
  { title: 'Saldo', width: 80, isAmount: true },
];

/** The columns of a statement in a workbook, with widths in characters. */
export const statementColumns = columns.map(({ title, isAmount }, index) => ({
  heading: title,
  kind: isAmount ? ('amount' as const) : ('text' as const),
  width: [12, 30, 20, 16, 16, 16][index]!,
}));

/** The rows of a statement: the balance before the period, each line, and the totals. */
export function statementRows({ sums, lines, dateFrom, dateTo }: PrintableStatement): string[][] {
  const { opening, charges, credits, closing } = sums;
  return [
    [dateFrom ?? '', 'Saldo inicial', '', '', '', shown(opening)],
    ...lines.map((line) => [
      line.occurredOn,
      kinds[line.kind] ?? line.kind,
      line.folio ?? '',
      shownUnlessZero(line.charge),
      shownUnlessZero(line.credit),
      shown(line.balance),
    ]),
    [dateTo, 'Saldo final', '', shown(charges), shown(credits), shown(closing)],
  ];
}

const shown = (amount: string) => Decimal.from(amount).trimmed().toString();
const shownUnlessZero = (amount: string) => (Decimal.from(amount).isZero() ? '' : shown(amount));

/** The texts of a printed statement, in Spanish, for the printer of fiscal-cfdi. */
export function printedStatement(statement: PrintableStatement) {
  const { contactName, side, currency, dateFrom, dateTo, sums } = statement;
  const isCustomer = side === 'receivable';
  return {
    title: 'Estado de cuenta',
    number: dateTo,
    kind: isCustomer ? 'Cliente' : 'Proveedor',
    datedLocal: `${dateTo}T00:00:00`,
    legend,
    currency,
    band: [
      { label: 'Desde', value: dateFrom ?? 'Inicio' },
      { label: 'Hasta', value: dateTo },
      { label: 'Moneda', value: currency },
    ],
    buyerTitle: isCustomer ? 'Cliente' : 'Proveedor',
    buyerName: contactName,
    buyer: [],
    terms: [],
    items: [],
    table: { columns, rows: statementRows(statement).map((cells) => ({ cells })) },
    sums: [
      { label: 'Saldo inicial', amount: sums.opening },
      { label: 'Cargos', amount: sums.charges },
      { label: 'Abonos', amount: Decimal.from(sums.credits).negated().toString() },
    ],
    totalLabel: 'Saldo final',
    total: sums.closing,
  };
}
