import type { Issue } from '@timbre/kit';
import type { Request } from 'express';
import { en } from './en';
import { es, type Words } from './es';

export type { Words } from './es';

/**
 * Returns the texts in the language that the browser prefers, or in Spanish if the browser accepts
 * no available language.
 */
export const wordsFor = (request: Pick<Request, 'acceptsLanguages'>): Words =>
  request.acceptsLanguages('es', 'en') === 'en' ? en : es;

/** The receiver errors that the SAT reports, each with its form field. */
const ofReceiver: Record<string, string> = {
  receiver_rfc_not_registered: 'rfc',
  receiver_name_not_registered: 'legalName',
  receiver_postal_code_not_registered: 'postalCode',
  receiver_tax_system_not_allowed: 'taxSystem',
};

/**
 * An error with the field that it concerns. The text is selected by the issue's code, because the
 * API's messages are written for developers.
 */
export interface FieldFault {
  field: string;
  text: string;
}

/**
 * Returns the first error of each field, in the order of `fields`. Errors of values that are not in
 * the form come first.
 */
export function faultsOf(words: Words, issues: Issue[], fields: readonly string[]): FieldFault[] {
  const first = new Map<string, FieldFault>();
  for (const { path, code } of issues) {
    const field = ofReceiver[code] ?? fields.find((name) => path.includes(name)) ?? '';
    const text = words.issues[code as keyof Words['issues']] ?? words.issues.other;
    if (!first.has(field)) first.set(field, { field, text });
  }
  const order = ({ field }: FieldFault) => fields.indexOf(field);
  return [...first.values()].sort((one, other) => order(one) - order(other));
}
