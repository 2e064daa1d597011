import type { Comprobante, Nomina } from '@timbre/cfdi';
import { Decimal, type CalendarDate, type PaperWords, itemAt } from '@timbre/fiscal';
import { drawFields, drawTitle, titleHeight } from './fields';
import { amount } from './format';
import { paymentFields, separationFields, workerFields } from './nomina-fields';
import { deductions, earnings, leaves, otherPayments, type Section } from './nomina-lines';
import type { Sheet } from './sheet';
import { drawTable } from './table';
import { tableHeight, type Strip } from './table-layout';
import type { Totals } from './totals';

const stripGap = 18;
const leftShare = 0.54;

/** Draws the worker, the employer and every line of a payroll receipt (complement Nómina 1.2). */
export function drawNomina(sheet: Sheet, nomina: Nomina, on: CalendarDate): void {
  const { words } = sheet;
  drawTitle(sheet, words.payroll.payroll);
  drawFields(sheet, [...paymentFields(nomina, on, words), ...workerFields(nomina, on, words)], 5);
  sheet.y += 2;
  drawColumns(sheet, [
    [earnings(nomina, on, words), leaves(nomina, on, words)],
    [deductions(nomina, words), otherPayments(nomina, words)],
  ]);
  drawFields(sheet, separationFields(nomina, words), 5);
}

/**
 * Returns the positions of the two tables on the page. The table of earnings has one column more than the
 * table of deductions.
 */
function stripsOf(sheet: Sheet): readonly [Strip, Strip] {
  const width = sheet.width - stripGap;
  const left = width * leftShare;
  const x = sheet.left + left + stripGap;
  return [
    { x: sheet.left, width: left },
    { x, width: width - left },
  ];
}

/**
 * Side-by-side tables that do not fit on the page start a new page if at most this height, in points, is
 * left on the page. If more height is left, the tables are drawn one below the other.
 */
const emptyMax = 230;

/**
 * Draws the earnings on the left and the deductions on the right. Tables that need several pages are drawn
 * one below the other.
 */
function drawColumns(sheet: Sheet, columns: readonly (readonly Section[])[]): void {
  const strips = stripsOf(sheet);
  const heightOf = (sections: readonly Section[], strip: Strip) =>
    sections.reduce((sum, { table }) => {
      return table.rows.length > 0
        ? sum + titleHeight(sheet) + tableHeight(sheet, table, strip)
        : sum;
    }, 0);
  const heights = columns.map((sections, index) => heightOf(sections, itemAt(strips, index)));
  const height = Math.max(...heights);
  const left = sheet.bottom - sheet.y;
  if (height > sheet.pageHeight || (height > left && left > emptyMax)) {
    for (const section of columns.flat()) drawSection(sheet, section);
    return;
  }
  sheet.ensure(height);
  const top = sheet.y;
  const ends = columns.map((sections, index) => {
    sheet.y = top;
    for (const section of sections) drawSection(sheet, section, strips[index]);
    return sheet.y;
  });
  sheet.y = Math.max(...ends);
}

function drawSection(sheet: Sheet, { title, table }: Section, strip?: Strip): void {
  if (table.rows.length === 0) return;
  drawTitle(sheet, title, strip?.x);
  drawTable(sheet, table, strip);
}

/** Returns the totals of earnings, deductions and net pay over all payroll complements of the receipt. */
export function nominaTotals(
  document: Comprobante,
  nominas: readonly Nomina[],
  { payroll: words }: PaperWords,
): Totals {
  const sum = (values: readonly (Decimal | undefined)[]): Decimal =>
    Decimal.sum(values.filter((value) => value !== undefined));
  const rows = (
    [
      [words.totalEarnings, sum(nominas.map((nomina) => nomina.totalPercepciones)), ''],
      [words.totalOtherPayments, sum(nominas.map((nomina) => nomina.totalOtrosPagos)), ''],
      [words.totalDeductions, sum(nominas.map((nomina) => nomina.totalDeducciones)), '-'],
    ] as const
  ).flatMap(([label, value, sign]): [string, string][] =>
    value.isZero() ? [] : [[label, sign + amount(value)]],
  );
  const { total, moneda } = document;
  return { rows, totalLabel: words.net, total, currency: moneda };
}
