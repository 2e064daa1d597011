import { z } from 'zod';
import { firstIn } from '@timbre/fiscal';
import { centralTime } from '../clock';
import type { PortalKnobs } from './knobs';
import type { Records } from '../store/records';

const SITUATIONS = ['Presunto', 'Desvirtuado', 'Definitivo', 'Sentencia Favorable'] as const;

/** A taxpayer on the list of article 69-B, or in a file of the lists of article 69. */
export const listedBody = z.strictObject({
  rfc: z.string().min(12).max(13),
  name: z.string().min(1).max(300),
  list: z.union([z.literal('69b'), z.string().regex(/^[\w ]+\.csv$/)]),
  situation: z.string().min(1).max(60),
  publishedOn: z.iso.date(),
});
type Listed = z.infer<typeof listedBody>;

/**
 * Every list contains this number of invented rows. Without the invented rows, a list would be so short
 * that a small change looks like a truncated file.
 */
const FILLERS = 200;

const quoted = (text: string): string =>
  /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
const slashed = (date: string): string => date.split('-').reverse().join('/');

const filler = (index: number): string =>
  `SIM${String(100101 + (index % 28)).padStart(6, '0')}${String(index).padStart(3, '0')}`;

/** Removes a fraction of the rows; the knob `lostListRows` sets this fraction. */
function keptRows(rows: string[], { lostListRows }: PortalKnobs): string[] {
  return rows.slice(Math.floor(rows.length * lostListRows));
}

/**
 * Returns the complete list of article 69-B, with three lines before the rows and 20 columns (facts:
 * sat-sync-reports.md D.3).
 */
export function list69b(records: Records, knobs: PortalKnobs, now: Date): Buffer {
  const months =
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre';
  const [year = '', month = '', day = ''] = centralTime(now).slice(0, 10).split('-');
  const updated = `${day} de ${months.split(' ')[Number(month) - 1]} de ${year}`;
  const fillers = Array.from({ length: FILLERS }, (_, index): Listed => ({
    rfc: filler(index),
    name: `CONTRIBUYENTE SIMULADO ${index}, S.A. DE C.V.`,
    list: '69b',
    situation: 'Definitivo',
    publishedOn: '2020-01-15',
  }));
  const listed = records.all<Listed>('listed').filter(({ list }) => list === '69b');
  const suppressed: Listed = { ...firstIn(fillers), rfc: 'XXXXXXXXXXXX', name: 'XXXXXXXXXXXX' };
  const rows = [...fillers, suppressed, ...listed].map((row, index) =>
    [String(index + 1), row.rfc, quoted(row.name), row.situation, ...publications(row)].join(','),
  );
  const text = [
    `"Información actualizada al ${updated}",,,,,,,,,,,,,,,,,,,`,
    'Listado completo de contribuyentes (Artículo 69-B del Código Fiscal de la Federación),,,,,,,,,,,,,,,,,,,',
    HEADER.join(','),
    ...keptRows(rows, knobs),
  ].join('\r\n');
  return encoded(text, knobs);
}

const HEADER = [
  'No',
  'RFC',
  'Nombre del Contribuyente',
  'Situación del contribuyente',
  ...['presunción', 'desvirtuaron', 'definitivos', 'sentencia favorable'].flatMap((what) => [
    `Número y fecha de oficio global de ${what} SAT`,
    `Publicación página SAT ${what}`,
    `Número y fecha de oficio global de ${what} DOF`,
    `Publicación DOF ${what}`,
  ]),
];

function publications({ situation, publishedOn }: Listed): string[] {
  return SITUATIONS.flatMap((name) => {
    const isPublished = name === situation || name === 'Presunto';
    if (!isPublished) return ['', '', '', ''];
    const letter = quoted(`500-05-2020-1 de fecha ${publishedOn}`);
    return [letter, slashed(publishedOn), letter, slashed(publishedOn)];
  });
}

/** Returns a list of article 69, which has no lines before its header. */
export function list69(records: Records, file: string, knobs: PortalKnobs): Buffer {
  const listed = records.all<Listed>('listed').filter(({ list }) => list === file);
  const rows = listed.map(({ rfc, name, situation, publishedOn }) =>
    [
      rfc,
      quoted(name),
      rfc.length === 12 ? 'M' : 'F',
      situation,
      slashed(publishedOn),
      'CIUDAD DE MEXICO',
    ].join(','),
  );
  const header =
    'RFC,RAZON SOCIAL,TIPO PERSONA,SUPUESTO,FECHA DE PRIMERA PUBLICACION,ENTIDAD FEDERATIVA';
  const fillers = Array.from(
    { length: FILLERS },
    (_, index) => `${filler(index)},CONTRIBUYENTE SIMULADO ${index},M,,15/01/2020,SONORA`,
  );
  return encoded([header, ...keptRows([...fillers, ...rows], knobs)].join('\r\n'), knobs);
}

/**
 * Encodes a list as Latin-1. With the knob `garbledLists`, the text contains the traces of a failed
 * conversion.
 */
const encoded = (text: string, { garbledLists }: PortalKnobs): Buffer =>
  Buffer.from(garbledLists ? text.replaceAll(/[áéíóúñ]/g, 'ï¿½') : text, 'latin1');
