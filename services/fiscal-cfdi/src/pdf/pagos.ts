import type { DoctoRelacionado, Pago, Pagos, PagosTotales } from '@timbre/cfdi';
import type { CalendarDate, Decimal, PaperWords } from '@timbre/fiscal';
import { amount, amountsIn, coded, dateTime, money, rate, roundedIn, taxName } from './format';
import { drawFields, drawTitle } from './fields';
import { drawLines } from './paragraphs';
import type { Sheet } from './sheet';
import { drawTable } from './table';
import type { Column, Row } from './table-layout';
import type { Totals } from './totals';

const columnsIn = ({ payment: words, cfdi }: PaperWords): Column[] => [
  { title: words.document },
  { title: words.installment, width: 40, align: 'right' },
  { title: cfdi.currency, width: 48 },
  { title: words.previousBalance, width: 62, align: 'right' },
  { title: words.paid, width: 62, align: 'right' },
  { title: words.openBalance, width: 62, align: 'right' },
];

/** Draws each payment with its paid invoices and their remaining balances (complement Pagos 2.0). */
export function drawPagos(sheet: Sheet, { pago }: Pagos, on: CalendarDate): void {
  const { payment: words } = sheet.words;
  pago.forEach((payment, index) => {
    drawTitle(sheet, pago.length > 1 ? words.oneOf(index + 1, pago.length) : words.one);
    drawPayment(sheet, payment, on);
  });
}

function drawPayment(sheet: Sheet, pago: Pago, on: CalendarDate): void {
  const { payment: words, cfdi } = sheet.words;
  drawFields(sheet, [
    [words.paidOn, dateTime(pago.fechaPago)],
    [cfdi.paymentForm, coded('c_FormaPago', pago.formaDePagoP, on)],
    [words.amount, money(pago.monto, pago.monedaP)],
    [cfdi.currency, currencyOf(pago, on, words)],
    [words.operationNumber, pago.numOperacion],
    [words.payerBankRfc, pago.rfcEmisorCtaOrd],
    [words.payerBank, pago.nomBancoOrdExt],
    [words.payerAccount, pago.ctaOrdenante],
    [words.payeeBankRfc, pago.rfcEmisorCtaBen],
    [words.payeeAccount, pago.ctaBeneficiario],
    [words.chainType, pago.tipoCadPago && coded('c_TipoCadenaPago', pago.tipoCadPago, on)],
    [words.taxes, paymentTaxes(pago, sheet.words)],
  ]);
  if (pago.cadPago !== undefined) {
    const text = `${words.chain}: ${pago.cadPago}`;
    drawLines(sheet, sheet.pen.wrap(text, sheet.width, sheet.style(6.6)));
  }
  sheet.y += 2;
  const rows = pago.doctoRelacionado.map((docto) => documentRow(docto, sheet.words));
  drawTable(sheet, { columns: columnsIn(sheet.words), rows });
  sheet.y += 4;
}

function currencyOf(
  { monedaP, tipoCambioP }: Pago,
  on: CalendarDate,
  { exchangeRate }: PaperWords['payment'],
): string {
  const name = coded('c_Moneda', monedaP, on);
  if (!tipoCambioP || monedaP === 'MXN') return name;
  return `${name}, ${exchangeRate} ${amount(tipoCambioP, 0)}`;
}

function paymentTaxes(
  { impuestosP, monedaP }: Pago,
  { payment: words, item }: PaperWords,
): string | undefined {
  const rounded = roundedIn(monedaP);
  const taxes = [
    ...(impuestosP?.trasladosP ?? []).map((tax) => {
      const name = `${taxName(tax.impuestoP)} ${rate(tax.tipoFactorP, tax.tasaOCuotaP, item)}`;
      return `${name}: ${tax.importeP ? rounded(tax.importeP) : `${words.base} ${rounded(tax.baseP)}`}`;
    }),
    ...(impuestosP?.retencionesP ?? []).map(
      ({ impuestoP, importeP }) =>
        `${item.withheldShort} ${taxName(impuestoP)}: ${rounded(importeP)}`,
    ),
  ];
  return taxes.length > 0 ? taxes.join(', ') : undefined;
}

function documentRow(docto: DoctoRelacionado, paper: PaperWords): Row {
  const { payment: words, item } = paper;
  const { monedaDr, equivalenciaDr, impuestosDr } = docto;
  const shown = amountsIn(monedaDr);
  const rounded = roundedIn(monedaDr);
  const number = [docto.serie, docto.folio].filter((part) => part !== undefined).join('-');
  const taxes = [
    ...(impuestosDr?.trasladosDr ?? []).map((tax) => taxLine(tax, paper, rounded)),
    ...(impuestosDr?.retencionesDr ?? []).map((tax) => taxLine(tax, paper, rounded, true)),
  ];
  const codes = [
    ...(number === '' ? [] : [`${words.folio} ${number}`]),
    `${item.taxObject} ${docto.objetoImpDr}`,
  ];
  const notes = [codes.join(' · '), ...taxes];
  const isOne = equivalenciaDr === undefined || amount(equivalenciaDr, 0) === '1';
  return [
    { text: docto.idDocumento, notes },
    String(docto.numParcialidad),
    isOne
      ? monedaDr
      : { text: monedaDr, notes: [`${words.equivalence} ${amount(equivalenciaDr, 0)}`] },
    shown(docto.impSaldoAnt),
    shown(docto.impPagado),
    shown(docto.impSaldoInsoluto),
  ];
}

interface PaidTax {
  impuestoDr: string;
  tipoFactorDr: string;
  tasaOCuotaDr?: Decimal;
  baseDr: Decimal;
  importeDr?: Decimal;
}

/** Returns the printed line for a tax of a paid invoice, such as `IVA 16 % de 100.00 = 16.00`. */
function taxLine(
  { impuestoDr, tipoFactorDr, tasaOCuotaDr, baseDr, importeDr }: PaidTax,
  paper: PaperWords,
  rounded: (value: Decimal) => string,
  isWithheld = false,
): string {
  const name = paper.say(({ payment, item }) => {
    const tax = `${taxName(impuestoDr)} ${rate(tipoFactorDr, tasaOCuotaDr, item)}`;
    return payment.taxOf(isWithheld ? `${item.withheldShort} ${tax}` : tax, rounded(baseDr));
  });
  return importeDr ? `${name} = ${rounded(importeDr)}` : name;
}

type Sum = Exclude<keyof PagosTotales, 'montoTotalPagos'>;

const sumLabels = ({ payment: words, item }: PaperWords): readonly (readonly [Sum, string])[] => [
  ['totalTrasladosBaseIva16', words.baseOf('IVA 16 %')],
  ['totalTrasladosImpuestoIva16', 'IVA 16 %'],
  ['totalTrasladosBaseIva8', words.baseOf('IVA 8 %')],
  ['totalTrasladosImpuestoIva8', 'IVA 8 %'],
  ['totalTrasladosBaseIva0', words.baseOf('IVA 0 %')],
  ['totalTrasladosImpuestoIva0', 'IVA 0 %'],
  ['totalTrasladosBaseIvaExento', words.baseOf(`IVA ${item.exempt}`)],
  ['totalRetencionesIva', words.withheld('IVA')],
  ['totalRetencionesIsr', words.withheld('ISR')],
  ['totalRetencionesIeps', words.withheld('IEPS')],
];

/** Returns the sums of the complement, which are always in pesos. */
export function pagosTotals({ totales }: Pagos, words: PaperWords): Totals {
  const rows = sumLabels(words).flatMap(([key, label]): [string, string][] => {
    const value = totales[key];
    return value ? [[label, amount(value)]] : [];
  });
  const total = totales.montoTotalPagos;
  return { rows, totalLabel: words.payment.total, total, currency: 'MXN' };
}
