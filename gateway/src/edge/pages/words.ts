import type { Issue } from '@timbre/kit';
import type { Request } from 'express';
import { en } from './en';
import { es, type Words } from './es';

export type { Words } from './es';

/**
 * Returns the texts in the language that the browser prefers; in Spanish if the browser accepts
 * none of the available languages.
 */
export const wordsFor = (request: Pick<Request, 'acceptsLanguages'>): Words =>
  request.acceptsLanguages('es', 'en') === 'en' ? en : es;

/** Faults of the receiver that the SAT reports, with the field of the form for each. */
const ofReceiver: Record<string, string> = {
  receiver_rfc_not_registered: 'rfc',
  receiver_name_not_registered: 'legalName',
  receiver_postal_code_not_registered: 'postalCode',
  receiver_tax_system_not_allowed: 'taxSystem',
};

/**
 * A fault with the field that it concerns. Its text is chosen by the code of the issue, because the
 * messages of the API are for developers.
 */
export interface FieldFault {
  field: string;
  text: string;
}

/**
 * Returns the first fault of each field, in the order of `fields`. Faults of values that are not in
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
