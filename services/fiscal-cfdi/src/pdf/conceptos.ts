import type { Concepto, Parte } from '@timbre/cfdi';
import { Decimal, type CalendarDate } from '@timbre/fiscal';
import { amount, amountsIn, count, described, rate, roundedIn, taxName } from './format';
import { drawLines } from './paragraphs';
import type { Sheet } from './sheet';
import { stampHeight } from './stamp-block';
import { drawTable } from './table';
import { tableHeight, type Cell, type Column, type Row, type Table } from './table-layout';

/** The day of the catalogues and the currency of the amounts in the concepts. */
interface Written {
  readonly on: CalendarDate;
  readonly currency: string;
}

/** Points of the totals and the stamp below the concepts. */
const closingHeight = 110 + stampHeight;

/** The concepts with their codes, and their further data in small print; compact beyond one page. */
export function drawConceptos(
  sheet: Sheet,
  conceptos: readonly Concepto[],
  written: Written,
): void {
  const usual = tableOf(conceptos, written, false);
  const strip = { x: sheet.left, width: sheet.width };
  const isLong = sheet.y + tableHeight(sheet, usual, strip) + closingHeight > sheet.bottom;
  drawTable(sheet, isLong ? tableOf(conceptos, written, true) : usual);
}

const usualWidths = { code: 42, count: 40, unit: 62, price: 58, discount: 48, sum: 60 };
const compactWidths = { code: 32, count: 30, unit: 24, price: 48, discount: 40, sum: 50 };

function tableOf(conceptos: readonly Concepto[], written: Written, isCompact: boolean): Table {
  const { on, currency } = written;
  const shown = amountsIn(currency);
  const hasDiscount = conceptos.some(({ descuento }) => descuento !== undefined);
  const widths = isCompact ? compactWidths : usualWidths;
  const columns: Column[] = [
    { title: 'Clave', width: widths.code },
    { title: 'Descripción' },
    { title: 'Cantidad', width: widths.count, align: 'right' },
    { title: 'Unidad', width: widths.unit },
    { title: 'Precio unitario', width: widths.price, align: 'right' },
    ...(hasDiscount
      ? [{ title: 'Descuento', width: widths.discount, align: 'right' } as const]
      : []),
    { title: 'Importe', width: widths.sum, align: 'right' },
  ];
  const rows = conceptos.map((concepto): Row => [
    concepto.claveProdServ,
    { text: concepto.descripcion, notes: notesOf(concepto, currency) },
    count(concepto.cantidad),
    isCompact ? concepto.claveUnidad : unitOf(concepto, on),
    shown(concepto.valorUnitario),
    ...(hasDiscount ? [concepto.descuento ? shown(concepto.descuento) : ''] : []),
    shown(concepto.importe),
  ]);
  const sumRow = (label: string, before: number): Row => {
    const sum = Decimal.sum(conceptos.slice(0, before).map(({ importe }) => importe));
    return ['', label, ...columns.slice(3).map(() => ''), shown(sum)];
  };
  const carried = {
    over: (before: number) => sumRow('Suma y sigue', before),
    forward: (before: number) => sumRow('Suma anterior', before),
  };
  return { columns, rows, isCompact, carried };
}

function unitOf({ claveUnidad, unidad }: Concepto, on: CalendarDate): Cell {
  const name = unidad ?? described('c_ClaveUnidad', claveUnidad, on);
  return name === undefined ? claveUnidad : { text: claveUnidad, notes: [name] };
}

/** One line for the concept that the law fixes for payments and payroll. */
export function drawFixedConcepts(sheet: Sheet, conceptos: readonly Concepto[]): void {
  const style = sheet.style(7.5, { color: sheet.theme.muted });
  for (const concepto of conceptos) {
    const parts = [
      `Concepto: ${concepto.claveProdServ} ${concepto.descripcion}`,
      `${count(concepto.cantidad)} ${concepto.claveUnidad}`,
      `precio unitario ${amount(concepto.valorUnitario)}`,
      ...(concepto.descuento ? [`descuento ${amount(concepto.descuento)}`] : []),
      `importe ${amount(concepto.importe)}`,
      `obj. imp. ${concepto.objetoImp}`,
    ];
    drawLines(sheet, sheet.pen.wrap(parts.join('  ·  '), sheet.width, style));
  }
  sheet.y += 5;
}

function notesOf(concepto: Concepto, currency: string): string[] {
  const { noIdentificacion, informacionAduanera = [], cuentaPredial = [], parte = [] } = concepto;
  const third = concepto.aCuentaTerceros;
  const thirdParty = third && [
    `${third.rfcACuentaTerceros} ${third.nombreACuentaTerceros}`,
    `régimen ${third.regimenFiscalACuentaTerceros}`,
    `C.P. ${third.domicilioFiscalACuentaTerceros}`,
  ];
  const codes = [
    ...(noIdentificacion === undefined ? [] : [`Id. ${noIdentificacion}`]),
    `Obj. imp. ${concepto.objetoImp}`,
  ];
  return [
    // Each part stays on one line: its own blanks do not break.
    [...codes, ...taxesOf(concepto, currency)]
      .map((part) => part.replaceAll(' ', '\u00A0'))
      .join(' · '),
    ...(thirdParty ? [`A cuenta de terceros: ${thirdParty.join(', ')}`] : []),
    ...informacionAduanera.map(({ numeroPedimento }) => `Pedimento: ${numeroPedimento}`),
    ...cuentaPredial.map(({ numero }) => `Cuenta predial: ${numero}`),
    ...parte.map(partNote),
  ];
}

/** Each tax of a concept: `IVA 16 % = 160.00`, `Ret. ISR 10 % = 100.00`. */
function taxesOf({ impuestos }: Concepto, currency: string): string[] {
  const rounded = roundedIn(currency);
  const transferred = (impuestos?.traslados ?? []).map((tax) => {
    const name = `${taxName(tax.impuesto)} ${rate(tax.tipoFactor, tax.tasaOCuota)}`;
    return tax.importe ? `${name} = ${rounded(tax.importe)}` : name;
  });
  const withheld = (impuestos?.retenciones ?? []).map(
    (tax) =>
      `Ret. ${taxName(tax.impuesto)} ${rate(tax.tipoFactor, tax.tasaOCuota)} = ${rounded(tax.importe)}`,
  );
  return [...transferred, ...withheld];
}

function partNote({ cantidad, unidad, claveProdServ, descripcion, ...rest }: Parte): string {
  const pedimentos = (rest.informacionAduanera ?? []).map(({ numeroPedimento }) => numeroPedimento);
  const size = [count(cantidad), unidad].filter((part) => part !== undefined).join(' ');
  const price = rest.importe ? ` = ${amount(rest.importe)}` : '';
  const customs = pedimentos.length > 0 ? ` (pedimento ${pedimentos.join(', ')})` : '';
  return `Parte: ${size} × ${claveProdServ} ${descripcion}${price}${customs}`;
}
