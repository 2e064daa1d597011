import type { DoctoRelacionado, Pago, Pagos, PagosTotales } from '@timbre/cfdi';
import type { CalendarDate } from '@timbre/fiscal';
import { amount, amountsIn, coded, dateTime, money, rate, roundedIn, taxName } from './format';
import { drawFields, drawTitle } from './fields';
import { drawLines } from './paragraphs';
import type { Sheet } from './sheet';
import { drawTable } from './table';
import type { Column, Row } from './table-layout';
import type { Totals } from './totals';

const columns: readonly Column[] = [
  { title: 'Documento pagado' },
  { title: 'Parcialidad', width: 40, align: 'right' },
  { title: 'Moneda', width: 48 },
  { title: 'Saldo anterior', width: 62, align: 'right' },
  { title: 'Importe pagado', width: 62, align: 'right' },
  { title: 'Saldo insoluto', width: 62, align: 'right' },
];

/** Each payment with the documents it pays and what is left of them (complement Pagos 2.0). */
export function drawPagos(sheet: Sheet, { pago }: Pagos, on: CalendarDate): void {
  pago.forEach((payment, index) => {
    drawTitle(sheet, pago.length > 1 ? `Pago ${index + 1} de ${pago.length}` : 'Pago recibido');
    drawPayment(sheet, payment, on);
  });
}

function drawPayment(sheet: Sheet, pago: Pago, on: CalendarDate): void {
  drawFields(sheet, [
    ['Fecha de pago', dateTime(pago.fechaPago)],
    ['Forma de pago', coded('c_FormaPago', pago.formaDePagoP, on)],
    ['Monto', money(pago.monto, pago.monedaP)],
    ['Moneda', currencyOf(pago, on)],
    ['Número de operación', pago.numOperacion],
    ['RFC del banco ordenante', pago.rfcEmisorCtaOrd],
    ['Banco ordenante', pago.nomBancoOrdExt],
    ['Cuenta ordenante', pago.ctaOrdenante],
    ['RFC del banco beneficiario', pago.rfcEmisorCtaBen],
    ['Cuenta beneficiaria', pago.ctaBeneficiario],
    ['Tipo de cadena de pago', pago.tipoCadPago && coded('c_TipoCadenaPago', pago.tipoCadPago, on)],
    ['Impuestos del pago', paymentTaxes(pago)],
  ]);
  if (pago.cadPago !== undefined) {
    const text = `Cadena original del pago: ${pago.cadPago}`;
    drawLines(sheet, sheet.pen.wrap(text, sheet.width, sheet.style(6.6)));
  }
  sheet.y += 2;
  drawTable(sheet, { columns, rows: pago.doctoRelacionado.map(documentRow) });
  sheet.y += 4;
}

function currencyOf({ monedaP, tipoCambioP }: Pago, on: CalendarDate): string {
  const name = coded('c_Moneda', monedaP, on);
  return tipoCambioP && monedaP !== 'MXN' ? `${name}, T.C. ${amount(tipoCambioP, 0)}` : name;
}

function paymentTaxes({ impuestosP, monedaP }: Pago): string | undefined {
  const rounded = roundedIn(monedaP);
  const taxes = [
    ...(impuestosP?.trasladosP ?? []).map((tax) => {
      const name = `${taxName(tax.impuestoP)} ${rate(tax.tipoFactorP, tax.tasaOCuotaP)}`;
      return `${name}: ${tax.importeP ? rounded(tax.importeP) : `base ${rounded(tax.baseP)}`}`;
    }),
    ...(impuestosP?.retencionesP ?? []).map(
      ({ impuestoP, importeP }) => `Ret. ${taxName(impuestoP)}: ${rounded(importeP)}`,
    ),
  ];
  return taxes.length > 0 ? taxes.join(', ') : undefined;
}

function documentRow(docto: DoctoRelacionado): Row {
  const { monedaDr, equivalenciaDr, impuestosDr } = docto;
  const shown = amountsIn(monedaDr);
  const rounded = roundedIn(monedaDr);
  const number = [docto.serie, docto.folio].filter((part) => part !== undefined).join('-');
  const taxes = [
    ...(impuestosDr?.trasladosDr ?? []).map((tax) => {
      const name = `${taxName(tax.impuestoDr)} ${rate(tax.tipoFactorDr, tax.tasaOCuotaDr)}`;
      const sum = tax.importeDr ? ` = ${rounded(tax.importeDr)}` : '';
      return `${name} de ${rounded(tax.baseDr)}${sum}`;
    }),
    ...(impuestosDr?.retencionesDr ?? []).map((tax) => {
      const name = `Ret. ${taxName(tax.impuestoDr)} ${rate(tax.tipoFactorDr, tax.tasaOCuotaDr)}`;
      return `${name} de ${rounded(tax.baseDr)} = ${rounded(tax.importeDr)}`;
    }),
  ];
  const codes = [...(number === '' ? [] : [`Folio ${number}`]), `Obj. imp. ${docto.objetoImpDr}`];
  const notes = [codes.join(' · '), ...taxes];
  const isOne = equivalenciaDr === undefined || amount(equivalenciaDr, 0) === '1';
  return [
    { text: docto.idDocumento, notes },
    String(docto.numParcialidad),
    isOne ? monedaDr : { text: monedaDr, notes: [`Equiv. ${amount(equivalenciaDr, 0)}`] },
    shown(docto.impSaldoAnt),
    shown(docto.impPagado),
    shown(docto.impSaldoInsoluto),
  ];
}

type Sum = Exclude<keyof PagosTotales, 'montoTotalPagos'>;

const sumLabels: readonly (readonly [Sum, string])[] = [
  ['totalTrasladosBaseIva16', 'Base IVA 16 %'],
  ['totalTrasladosImpuestoIva16', 'IVA 16 %'],
  ['totalTrasladosBaseIva8', 'Base IVA 8 %'],
  ['totalTrasladosImpuestoIva8', 'IVA 8 %'],
  ['totalTrasladosBaseIva0', 'Base IVA 0 %'],
  ['totalTrasladosImpuestoIva0', 'IVA 0 %'],
  ['totalTrasladosBaseIvaExento', 'Base IVA exento'],
  ['totalRetencionesIva', 'IVA retenido'],
  ['totalRetencionesIsr', 'ISR retenido'],
  ['totalRetencionesIeps', 'IEPS retenido'],
];

/** The sums of the complement, always in pesos. */
export function pagosTotals({ totales }: Pagos): Totals {
  const rows = sumLabels.flatMap(([key, label]): [string, string][] => {
    const value = totales[key];
    return value ? [[label, amount(value)]] : [];
  });
  const total = totales.montoTotalPagos;
  return { rows, totalLabel: 'Total de pagos', total, currency: 'MXN' };
}
