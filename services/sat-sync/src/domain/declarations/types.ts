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

/** Returns the type of a declaration. It is found even if the blanks of the text are missing. */
export const declarationTypeOf = (value: string, anomalies: Anomaly[]): string =>
  typeOf(declarationTypes, 'declaration_type_unknown', value, anomalies);

export const complementaryTypeOf = (value: string, anomalies: Anomaly[]): string =>
  typeOf(complementaryTypes, 'complementary_type_unknown', value, anomalies);

/** The maximum number of lines over which a printed type extends. */
const linesMax = 4;

/**
 * Returns the longest known type that equals the first lines, or otherwise the printed first line
 * with an anomaly.
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
