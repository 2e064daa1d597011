import type { Concepto, Parte } from '@timbre/cfdi';
import { amount, coded, count, described, rate, taxName } from './format';
import type { Sheet } from './sheet';
import { drawTable, type Column, type Row } from './table';

/** The concepts with their codes, and in small print what else each carries. */
export function drawConceptos(sheet: Sheet, conceptos: readonly Concepto[]): void {
  const hasDiscount = conceptos.some(({ descuento }) => descuento !== undefined);
  const columns: Column[] = [
    { title: 'Clave', width: 46 },
    { title: 'Descripción' },
    { title: 'Cantidad', width: 44, align: 'right' },
    { title: 'Unidad', width: 68 },
    { title: 'Precio unitario', width: 62, align: 'right' },
    ...(hasDiscount ? [{ title: 'Descuento', width: 52, align: 'right' } as const] : []),
    { title: 'Importe', width: 62, align: 'right' },
  ];
  const rows = conceptos.map((concepto): Row => [
    concepto.claveProdServ,
    { text: concepto.descripcion, notes: notesOf(concepto) },
    count(concepto.cantidad),
    unitOf(concepto),
    amount(concepto.valorUnitario),
    ...(hasDiscount ? [concepto.descuento ? amount(concepto.descuento) : ''] : []),
    amount(concepto.importe),
  ]);
  drawTable(sheet, columns, rows);
}

function unitOf({ claveUnidad, unidad }: Concepto): string {
  const name = unidad ?? described('c_ClaveUnidad', claveUnidad);
  return name === undefined ? claveUnidad : `${claveUnidad} – ${name}`;
}

function notesOf(concepto: Concepto): string[] {
  const { noIdentificacion, informacionAduanera = [], cuentaPredial = [], parte = [] } = concepto;
  const third = concepto.aCuentaTerceros;
  const thirdParty = third && [
    `${third.rfcACuentaTerceros} ${third.nombreACuentaTerceros}`,
    `régimen ${coded('c_RegimenFiscal', third.regimenFiscalACuentaTerceros)}`,
    `C.P. ${third.domicilioFiscalACuentaTerceros}`,
  ];
  return [
    ...(noIdentificacion === undefined ? [] : [`No. de identificación: ${noIdentificacion}`]),
    `Objeto de impuesto: ${coded('c_ObjetoImp', concepto.objetoImp)}`,
    ...taxNotes(concepto),
    ...(thirdParty ? [`A cuenta de terceros: ${thirdParty.join(', ')}`] : []),
    ...informacionAduanera.map(({ numeroPedimento }) => `Pedimento: ${numeroPedimento}`),
    ...cuentaPredial.map(({ numero }) => `Cuenta predial: ${numero}`),
    ...parte.map(partNote),
  ];
}

/** Every tax of a concept in one line: `IVA 16 % = 160.00 · Ret. ISR 10 % = 100.00`. */
function taxNotes({ impuestos }: Concepto): string[] {
  const transferred = (impuestos?.traslados ?? []).map((tax) => {
    const name = `${taxName(tax.impuesto)} ${rate(tax.tipoFactor, tax.tasaOCuota)}`;
    return tax.importe ? `${name} = ${amount(tax.importe)}` : name;
  });
  const withheld = (impuestos?.retenciones ?? []).map(
    (tax) =>
      `Ret. ${taxName(tax.impuesto)} ${rate(tax.tipoFactor, tax.tasaOCuota)} = ${amount(tax.importe)}`,
  );
  const taxes = [...transferred, ...withheld];
  return taxes.length > 0 ? [taxes.join('  ·  ')] : [];
}

function partNote({ cantidad, unidad, claveProdServ, descripcion, ...rest }: Parte): string {
  const pedimentos = (rest.informacionAduanera ?? []).map(({ numeroPedimento }) => numeroPedimento);
  const size = [count(cantidad), unidad].filter((part) => part !== undefined).join(' ');
  const price = rest.importe ? ` = ${amount(rest.importe)}` : '';
  const customs = pedimentos.length > 0 ? ` (pedimento ${pedimentos.join(', ')})` : '';
  return `Parte: ${size} × ${claveProdServ} ${descripcion}${price}${customs}`;
}
