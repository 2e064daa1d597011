import { Decimal } from '@timbre/fiscal';
import type { PrintedTable } from '../domain/files/sales-document';
import { amount } from './format';
import type { Row, Table } from './table-layout';

/** Converts a table from a request to a table that can be drawn, with formatted amounts. */
export function tableOf(
  { columns, rows }: PrintedTable,
  foot: readonly string[] = [],
  written: (value: Decimal) => string = amount,
): Table {
  const shown = (cells: readonly string[]): Row =>
    cells.map((cell, index) =>
      columns[index]?.isAmount && cell !== '' ? written(Decimal.from(cell)) : cell,
    );
  return {
    columns: columns.map(({ title, width, isAmount, isNumber }) => ({
      title,
      ...(width !== undefined && { width }),
      ...((isAmount || isNumber) && { align: 'right' as const }),
    })),
    rows: rows.map(({ cells }) => shown(cells)),
    ...(foot.length > 0 && { foot: shown(foot) }),
  };
}
