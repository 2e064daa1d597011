import type { Concepto, Parte } from '@timbre/cfdi';
import { Decimal, type CalendarDate, type PaperLanguage, type PaperWords } from '@timbre/fiscal';
import { amount, amountsIn, count, described, rate, roundedIn, taxName } from './format';
import { complementNotes } from './other-complements';
import { drawLines } from './paragraphs';
import type { Sheet } from './sheet';
import { stampHeight } from './stamp-block';
import { drawTable } from './table';
import { tableHeight, type Cell, type Column, type Row, type Table } from './table-layout';

/**
 * The values that all concepts need: the day for the catalogues, the currency of the amounts, and the
 * labels.
 */
interface Written {
  readonly on: CalendarDate;
  readonly currency: string;
  readonly words: PaperWords['item'];
  readonly language: PaperLanguage;
  /** The label for the text content of a complement's element. */
  readonly content: string;
}

/** Returns the height of the totals and the stamp, which follow the concepts, in points. */
const closingHeight = (sheet: Sheet): number => 110 + stampHeight(sheet);

/**
 * Draws the concepts with their codes, and with further data in small print. If the concepts need more than
 * one page, they are printed compactly.
 */
export function drawConceptos(
  sheet: Sheet,
  conceptos: readonly Concepto[],
  { on, currency }: Pick<Written, 'on' | 'currency'>,
): void {
  const { words, language } = sheet;
  const content = words.cfdi.content;
  const written = { on, currency, words: words.item, language, content };
  const usual = tableOf(conceptos, written, false);
  const strip = { x: sheet.left, width: sheet.width };
  const isLong = sheet.y + tableHeight(sheet, usual, strip) + closingHeight(sheet) > sheet.bottom;
  drawTable(sheet, isLong ? tableOf(conceptos, written, true) : usual);
}

const usualWidths = { code: 42, count: 40, unit: 62, price: 58, discount: 48, sum: 60 };
const compactWidthsIn = (language: PaperLanguage) => ({
  code: 32,
  count: 30,
  unit: 24,
  discount: 40,
  sum: 50,
  // In a document with only one language, the heading of the unit price fits on one line.
  price: language === 'es-en' ? 58 : 48,
});

function tableOf(conceptos: readonly Concepto[], written: Written, isCompact: boolean): Table {
  const { on, currency, words } = written;
  const shown = amountsIn(currency);
  const hasDiscount = conceptos.some(({ descuento }) => descuento !== undefined);
  const widths = isCompact ? compactWidthsIn(written.language) : usualWidths;
  const columns: Column[] = [
    { title: words.key, width: widths.code },
    { title: words.description },
    { title: words.quantity, width: widths.count, align: 'right' },
    { title: words.unit, width: widths.unit },
    { title: words.unitPrice, width: widths.price, align: 'right' },
    ...(hasDiscount
      ? [{ title: words.discount, width: widths.discount, align: 'right' } as const]
      : []),
    { title: words.amount, width: widths.sum, align: 'right' },
  ];
  const rows = conceptos.map((concepto): Row => [
    concepto.claveProdServ,
    { text: concepto.descripcion, notes: notesOf(concepto, written) },
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
    over: (before: number) => sumRow(words.carriedOver, before),
    forward: (before: number) => sumRow(words.carriedForward, before),
  };
  return { columns, rows, isCompact, carried };
}

function unitOf({ claveUnidad, unidad }: Concepto, on: CalendarDate): Cell {
  const name = unidad ?? described('c_ClaveUnidad', claveUnidad, on);
  return name === undefined ? claveUnidad : { text: claveUnidad, notes: [name] };
}

/** Draws a single line for the concept that the SAT prescribes in payment complements and payroll. */
export function drawFixedConcepts(sheet: Sheet, conceptos: readonly Concepto[]): void {
  const style = sheet.style(7.5, { color: sheet.theme.muted });
  const { item: words } = sheet.words;
  for (const concepto of conceptos) {
    const parts = [
      `${words.concept}: ${concepto.claveProdServ} ${concepto.descripcion}`,
      `${count(concepto.cantidad)} ${concepto.claveUnidad}`,
      `${words.unitPrice.toLowerCase()} ${amount(concepto.valorUnitario)}`,
      ...(concepto.descuento
        ? [`${words.discount.toLowerCase()} ${amount(concepto.descuento)}`]
        : []),
      `${words.amount.toLowerCase()} ${amount(concepto.importe)}`,
      `${words.taxObject.toLowerCase()} ${concepto.objetoImp}`,
    ];
    drawLines(sheet, sheet.pen.wrap(parts.join('  ·  '), sheet.width, style));
  }
  sheet.y += 5;
}

function notesOf(concepto: Concepto, written: Written): string[] {
  const { currency, words, language } = written;
  const { noIdentificacion, informacionAduanera = [], cuentaPredial = [], parte = [] } = concepto;
  const third = concepto.aCuentaTerceros;
  const thirdParty = third && [
    `${third.rfcACuentaTerceros} ${third.nombreACuentaTerceros}`,
    `${words.regime} ${third.regimenFiscalACuentaTerceros}`,
    `C.P. ${third.domicilioFiscalACuentaTerceros}`,
  ];
  const codes = [
    ...(noIdentificacion === undefined ? [] : [`${words.identifier} ${noIdentificacion}`]),
    `${words.taxObject} ${concepto.objetoImp}`,
  ];
  return [
    // Each label with its value contains only non-breaking spaces, so that it is printed on one line.
    [...codes, ...taxesOf(concepto, currency, words)]
      .map((part) => part.replaceAll(' ', '\u00A0'))
      .join(' · '),
    ...(thirdParty ? [`${words.thirdParty}: ${thirdParty.join(', ')}`] : []),
    ...informacionAduanera.map(
      ({ numeroPedimento }) => `${words.customsNumber}: ${numeroPedimento}`,
    ),
    ...cuentaPredial.map(({ numero }) => `${words.propertyTaxAccount}: ${numero}`),
    ...complementNotes(concepto.complementoConcepto, language, written),
    ...parte.map((part) => partNote(part, words)),
  ];
}

/** Returns each tax of a concept, such as `IVA 16 % = 160.00`; a withheld tax begins with `Ret.` */
function taxesOf({ impuestos }: Concepto, currency: string, words: PaperWords['item']): string[] {
  const rounded = roundedIn(currency);
  const transferred = (impuestos?.traslados ?? []).map((tax) => {
    const name = `${taxName(tax.impuesto)} ${rate(tax.tipoFactor, tax.tasaOCuota, words)}`;
    return tax.importe ? `${name} = ${rounded(tax.importe)}` : name;
  });
  const withheld = (impuestos?.retenciones ?? []).map(
    (tax) =>
      `${words.withheldShort} ${taxName(tax.impuesto)} ${rate(tax.tipoFactor, tax.tasaOCuota, words)} = ${rounded(tax.importe)}`,
  );
  return [...transferred, ...withheld];
}

function partNote(
  { cantidad, unidad, claveProdServ, noIdentificacion, descripcion, ...rest }: Parte,
  words: PaperWords['item'],
): string {
  const pedimentos = (rest.informacionAduanera ?? []).map(({ numeroPedimento }) => numeroPedimento);
  const size = [count(cantidad), unidad].filter((part) => part !== undefined).join(' ');
  const price = rest.importe ? ` = ${amount(rest.importe)}` : '';
  const customs =
    pedimentos.length > 0 ? ` (${words.customsNumber.toLowerCase()} ${pedimentos.join(', ')})` : '';
  const named = [claveProdServ, noIdentificacion, descripcion].filter((part) => part !== undefined);
  return `${words.part}: ${size} × ${named.join(' ')}${price}${customs}`;
}
