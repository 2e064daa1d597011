import { foldLetters } from '@timbre/fiscal';
import { linesOf, oneLine } from '../reading/labels';
import type { Anomaly } from './facts';

/**
 * The known declaration types (facts: sat-sync-reports B.6), and two spellings of Syntage that omit
 * a word.
 */
const declarationTypes = [
  'Normal',
  'Normal por Corrección Fiscal',
  'Complementaria',
  'Complementaria por Dictamen',
  'Complementaria Dictamen',
  'Complementaria por Corrección Fiscal',
  'Complementaria Corrección Fiscal',
];

const complementaryTypes = [
  'Dejar sin efecto obligación',
  'Modificación de Obligaciones',
  'Obligación no presentada',
  'Actualización de importe',
  'Esquema anterior',
  'Modificación de Declaración',
  'Declaración no presentada',
  'Dejar sin efecto declaración',
];

/**
 * Returns the declaration type whose name is in a text. A declaration type is found even if the
 * text has no blanks.
 */
export const declarationTypeOf = (value: string, anomalies: Anomaly[]): string =>
  typeOf(declarationTypes, 'declaration_type_unknown', value, anomalies);

export const complementaryTypeOf = (value: string, anomalies: Anomaly[]): string =>
  typeOf(complementaryTypes, 'complementary_type_unknown', value, anomalies);

/** The maximum number of lines on which a type is printed. */
const linesMax = 4;

/**
 * Returns the longest known type whose text equals the first printed lines. If no known type
 * matches, returns the printed first line and adds an anomaly.
 */
function typeOf(known: string[], code: string, value: string, anomalies: Anomaly[]): string {
  const lines = linesOf(value).slice(0, linesMax);
  for (let count = lines.length; count > 0; count -= 1) {
    const printed = foldLetters(lines.slice(0, count).join(''));
    const type = known.find((one) => foldLetters(one) === printed);
    if (type) return type;
  }
  const first = oneLine(lines[0] ?? '').slice(0, 200);
  if (first) anomalies.push({ code, text: first });
  return first;
}
