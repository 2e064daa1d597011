import type { Concepto, Parte } from '@timbre/cfdi';
import type { CalendarDate } from '@timbre/fiscal';
import { amount, count, described, rate, taxName } from './format';
import { drawLines } from './paragraphs';
import type { Sheet } from './sheet';
import { drawTable } from './table';
import type { Cell, Column, Row } from './table-layout';

/** The concepts with their codes, and their further data in small print. */
export function drawConceptos(
  sheet: Sheet,
  conceptos: readonly Concepto[],
  on: CalendarDate,
): void {
  const hasDiscount = conceptos.some(({ descuento }) => descuento !== undefined);
  const columns: Column[] = [
    { title: 'Clave', width: 42 },
    { title: 'Descripción' },
    { title: 'Cantidad', width: 40, align: 'right' },
    { title: 'Unidad', width: 62 },
    { title: 'Precio unitario', width: 58, align: 'right' },
    ...(hasDiscount ? [{ title: 'Descuento', width: 48, align: 'right' } as const] : []),
    { title: 'Importe', width: 60, align: 'right' },
  ];
  const rows = conceptos.map((concepto): Row => [
    concepto.claveProdServ,
    { text: concepto.descripcion, notes: notesOf(concepto) },
    count(concepto.cantidad),
    unitOf(concepto, on),
    amount(concepto.valorUnitario),
    ...(hasDiscount ? [concepto.descuento ? amount(concepto.descuento) : ''] : []),
    amount(concepto.importe),
  ]);
  drawTable(sheet, { columns, rows });
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

function notesOf(concepto: Concepto): string[] {
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
    [...codes, ...taxesOf(concepto)].map((part) => part.replaceAll(' ', '\u00A0')).join(' · '),
    ...(thirdParty ? [`A cuenta de terceros: ${thirdParty.join(', ')}`] : []),
    ...informacionAduanera.map(({ numeroPedimento }) => `Pedimento: ${numeroPedimento}`),
    ...cuentaPredial.map(({ numero }) => `Cuenta predial: ${numero}`),
    ...parte.map(partNote),
  ];
}

/** Each tax of a concept: `IVA 16 % = 160.00`, `Ret. ISR 10 % = 100.00`. */
function taxesOf({ impuestos }: Concepto): string[] {
  const transferred = (impuestos?.traslados ?? []).map((tax) => {
    const name = `${taxName(tax.impuesto)} ${rate(tax.tipoFactor, tax.tasaOCuota)}`;
    return tax.importe ? `${name} = ${amount(tax.importe)}` : name;
  });
  const withheld = (impuestos?.retenciones ?? []).map(
    (tax) =>
      `Ret. ${taxName(tax.impuesto)} ${rate(tax.tipoFactor, tax.tasaOCuota)} = ${amount(tax.importe)}`,
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
