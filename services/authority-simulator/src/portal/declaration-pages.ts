import type { Declaration } from './declaration';
import type { PortalKnobs } from './knobs';
import type { Pages } from './pdf';

type Concept = Declaration['concepts'][number];

const TITLE = 'DECLARACIÓN PROVISIONAL O DEFINITIVA DE IMPUESTOS FEDERALES';
const RECEIPT = 'INFORMACIÓN REGISTRADA DE PAGOS DE CONTRIBUCIONES FEDERALES';
const PAYMENT = 'INFORMACIÓN DEL PAGO RECIBIDO EN LA INSTITUCIÓN DE CRÉDITO AUTORIZADA';

/**
 * The maximum number of concepts on the first page of the acuse. A second page repeats the header, like the
 * SAT's acuse.
 */
const FIRST_PAGE_MAX = 3;

/**
 * Returns the pages of the acuse, with the texts and layout of the SAT's acuse (facts: sat-sync-reports.md
 * B.4).
 */
export function acusePages(declaration: Declaration, { layout }: PortalKnobs): Pages {
  const blocks = declaration.concepts.map((concept, index) => block(concept, index + 1, layout));
  const ending = [...captureLines(declaration), 'Sello digital: c2VsbG8gc2ltdWxhZG8='];
  const firstPage = ['ACUSE DE RECIBO', TITLE, ...header(declaration, 1, 2)];
  const nextPage = ['ACUSE DE RECIBO', TITLE, `RFC: ${declaration.rfc}     Hoja 2 de 2`];
  return [
    [...firstPage, 'Impuestos que declara:', ...blocks.slice(0, FIRST_PAGE_MAX).flat()],
    [...nextPage, ...blocks.slice(FIRST_PAGE_MAX).flat(), ...ending],
  ];
}

/**
 * Returns the pages of the payment receipt, which contains the texts of the acuse and one row for the
 * payment.
 */
export function paymentPages(declaration: Declaration, knobs: PortalKnobs): Pages {
  const { paid, captureLine = '' } = declaration;
  const concepts = declaration.concepts.flatMap((concept, index) =>
    block(concept, index + 1, knobs.layout),
  );
  const row = `BANCO SIMULADO ${grouped(captureLine)} $${money(paid?.amount ?? 0)} ${slashed(paid?.on ?? '')} Internet 120394 A1B2C3D4`;
  return [
    [RECEIPT, TITLE, ...header(declaration, 1, 1), ...concepts, ...captureLines(declaration)],
    [
      PAYMENT,
      'Institución de crédito Línea de Captura Importe pagado Fecha del pago Medio de presentación No. de Operación Llave de Pago',
      row,
    ],
  ];
}

function header(declaration: Declaration, sheet: number, sheets: number): string[] {
  const { rfc, legalName, type, complementaryType, operationNumber } = declaration;
  const name = rfc.length === 12 ? 'Denominación o razón social' : 'Nombre';
  const complementary = complementaryType ? `    Tipo de Complementaria: ${complementaryType}` : '';
  const filedAt = `${slashed(declaration.filedAt.slice(0, 10))} ${declaration.filedAt.slice(11)}`;
  return [
    `RFC: ${rfc}          Hoja ${sheet} de ${sheets}`,
    `${name}: ${legalName}`,
    `Tipo de declaración: ${type}${complementary}`,
    `Período de la declaración: ${declaration.period}    Periodicidad: ${declaration.periodicity}    Ejercicio: ${declaration.fiscalYear}`,
    `Fecha y hora de presentación: ${filedAt}    Medio de presentación: Internet`,
    `Versión: 13    Número de operación: ${operationNumber}`,
  ];
}

function block(concept: Concept, number: number, layout: PortalKnobs['layout']): string[] {
  const chargedLabel = layout === 'legacy' ? 'Impuesto a cargo' : 'A cargo';
  const line = (label: string, value: number | undefined) =>
    value === undefined ? [] : [`${label}: ${money(value)}`];
  const paidBefore = concept.paidBeforeOn
    ? [`Fecha del pago realizado con anterioridad: ${slashed(concept.paidBeforeOn)}`]
    : [];
  const after = [
    ...line('Cantidad a cargo', concept.amountCharged),
    ...line('Cantidad a favor', concept.amountInFavor),
    ...line('Cantidad a pagar', concept.amountToPay),
  ];
  return [
    ...named(concept.name, number, layout),
    ...line(chargedLabel, concept.charged),
    ...line('A favor', concept.inFavor),
    ...line('Parte actualizada', concept.update),
    ...line('Recargos', concept.surcharges),
    ...line('Multa por corrección', concept.fine),
    ...paidBefore,
    ...line('Monto pagado con anterioridad', concept.paidBefore),
    ...(after.length > 0 ? [after.join('   ')] : []),
  ];
}

function named(name: string, number: number, layout: PortalKnobs['layout']): string[] {
  const words = name.split(' ');
  const half = Math.ceil(words.length / 2);
  const [above, below] = [words.slice(0, half).join(' '), words.slice(half).join(' ')];
  const label = `Concepto de pago ${number}:`;
  if (layout === 'legacy') return [above, `${label} ${number}`, ...(below ? [below] : [])];
  if (layout === 'wrapped') return [`${label} ${above}`, ...(below ? [below] : [])];
  return [`${label}      ${name}`];
}

function captureLines({ captureLine, total }: Declaration): string[] {
  if (!captureLine) return [];
  return [
    'SECCIÓN LÍNEA DE CAPTURA',
    `Línea de Captura: ${grouped(captureLine)}   Importe total a pagar: $${money(total)}`,
  ];
}

const money = (value: number): string => value.toLocaleString('en-US');
const grouped = (line: string): string => line.replace(/(.{4})(?=.)/g, '$1 ');
const slashed = (date: string): string => date.split('-').reverse().join('/');
