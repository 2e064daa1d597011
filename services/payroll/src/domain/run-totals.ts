import { Decimal } from '@timbre/fiscal';
import type { ReceiptTotals } from './receipt';
import type { RowState } from './states/row-moves';

/** Totals of a run in pesos, and of how many receipts. */
export interface RunTotals extends ReceiptTotals {
  readonly receiptCount: number;
}

export interface CountedRow {
  readonly state: RowState;
  readonly totals?: ReceiptTotals | null | undefined;
}

const zeroCents = Decimal.from('0.00');
const nothing: RunTotals = {
  receiptCount: 0,
  gross: zeroCents,
  deductions: zeroCents,
  net: zeroCents,
  isr: zeroCents,
  subsidy: zeroCents,
  imss: zeroCents,
};

/** The sum over rows neither excluded nor canceled; takes any batch and adds to `before`. */
export function runTotals(rows: Iterable<CountedRow>, before: RunTotals = nothing): RunTotals {
  let totals = before;
  for (const row of rows) {
    if (row.state === 'excluded' || row.state === 'canceled') continue;
    const receiptCount = totals.receiptCount + 1;
    totals = { ...add(totals, row.totals ?? nothing), receiptCount };
  }
  return totals;
}

function add(one: ReceiptTotals, other: ReceiptTotals): ReceiptTotals {
  return {
    gross: one.gross.plus(other.gross),
    deductions: one.deductions.plus(other.deductions),
    net: one.net.plus(other.net),
    isr: one.isr.plus(other.isr),
    subsidy: one.subsidy.plus(other.subsidy),
    imss: one.imss.plus(other.imss),
  };
}
