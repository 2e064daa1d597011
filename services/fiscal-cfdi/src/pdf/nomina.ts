import type { Comprobante, Nomina } from '@timbre/cfdi';
import { Decimal } from '@timbre/fiscal';
import { amount } from './format';
import { drawFields, drawTitle } from './fields';
import { paymentFields, workerFields } from './nomina-fields';
import { drawDeductions, drawEarnings, drawLeaves, drawOtherPayments } from './nomina-lines';
import type { Sheet } from './sheet';
import type { Totals } from './totals';

/** Worker, employer and every line of a payment of wages (complement Nómina 1.2). */
export function drawNomina(sheet: Sheet, nomina: Nomina): void {
  drawTitle(sheet, 'Nómina');
  drawFields(sheet, paymentFields(nomina));
  sheet.y += 4;
  drawTitle(sheet, 'Trabajador');
  drawFields(sheet, workerFields(nomina));
  sheet.y += 4;
  drawEarnings(sheet, nomina);
  drawDeductions(sheet, nomina);
  drawOtherPayments(sheet, nomina);
  drawLeaves(sheet, nomina);
}

/** What is earned, deducted and paid in the end, over every complement of the receipt. */
export function nominaTotals(document: Comprobante, nominas: readonly Nomina[]): Totals {
  const sum = (values: readonly (Decimal | undefined)[]): Decimal =>
    Decimal.sum(values.filter((value) => value !== undefined));
  const rows = (
    [
      ['Total de percepciones', sum(nominas.map((nomina) => nomina.totalPercepciones)), ''],
      ['Total de otros pagos', sum(nominas.map((nomina) => nomina.totalOtrosPagos)), ''],
      ['Total de deducciones', sum(nominas.map((nomina) => nomina.totalDeducciones)), '-'],
    ] as const
  ).flatMap(([label, value, sign]): [string, string][] =>
    value.isZero() ? [] : [[label, sign + amount(value)]],
  );
  const { total, moneda } = document;
  return { rows, totalLabel: 'Neto recibido', total, currency: moneda };
}
