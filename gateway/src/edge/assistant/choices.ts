import { parseDocumentRef, firstIn } from '@timbre/fiscal';
import { invalid } from '@timbre/kit';
import type { OperationRow } from '../operations/operation';

export type Arguments = Record<string, unknown>;

/**
 * Describes how a call selects one of several operation rows with the same tool name. Each
 * operation row declares the value of its `choice`.
 */
export interface Choice {
  /**
   * The criterion of the selection: the argument's value, the prefix of the reference in the
   * argument, or whether the argument is present.
   */
  by: 'value' | 'prefix' | 'presence';
  argument: string;
  description: string;
  /**
   * The description of the whole tool. The description of each operation row covers only its own
   * operation.
   */
  purpose: string;
}

const identified = (argument: string, article: string, noun: string): Choice => ({
  by: 'presence',
  argument,
  description: `Reference of the ${noun} to change; without it one is created.`,
  purpose: `Create ${article} ${noun}, or change one by its ${argument}: only the given fields change, and null clears an optional one.`,
});

/** The selection rules, keyed by tool name. */
export const choices: Record<string, Choice> = {
  search_documents: {
    by: 'value',
    argument: 'category',
    description: 'Kind of document to search for.',
    purpose:
      'Search documents of one category, newest first. Some filters belong to one category only; declarations need fiscalYear.',
  },
  get_document: {
    by: 'prefix',
    argument: 'documentRef',
    description: 'The reference as other tools give it, for example `cfdi:…` or `quote:…`.',
    purpose: 'Read one document with all its details: lines, taxes, state, payments.',
  },
  save_contact: identified('contactId', 'a', 'contact'),
  save_product: identified('productId', 'a', 'product'),
  save_employee: identified('employeeId', 'an', 'employee'),
  prepare_payroll: {
    by: 'presence',
    argument: 'runId',
    description: 'Run to calculate; without it one is created.',
    purpose:
      'Create a payroll run from paymentFrequency, periodStartedOn, periodEndedOn and paidOn, or calculate the receipts of one by its runId.',
  },
  stamp_payroll: {
    by: 'presence',
    argument: 'rowId',
    description: 'One rejected receipt to stamp again, instead of runId.',
    purpose: 'Stamp every ready receipt of a payroll run, or again one rejected receipt.',
  },
};

/** Returns the argument values that select the operation rows of a tool. */
export const valuesOf = (rows: OperationRow[]): string[] =>
  rows.flatMap(({ choice }) => choice ?? []);

/**
 * Returns the operation row that a tool call selects.
 * @throws Refusal validation_error if the selecting argument is missing or unknown
 */
export function chosenRow(tool: string, rows: OperationRow[], given: Arguments): OperationRow {
  const choice = choices[tool];
  if (!choice) return firstIn(rows);
  const value = given[choice.argument];
  const chosen = chosenValue(choice, value);
  const row = chosen && rows.find((candidate) => candidate.choice === chosen);
  if (row) return row;
  const path = [choice.argument];
  if (value === undefined) {
    throw invalid([{ path, code: 'required', message: `${choice.argument} is required.` }]);
  }
  const values = choice.by === 'presence' ? [] : valuesOf(rows);
  const message = `${choice.argument} has one of: ${values.join(', ')}.`;
  throw invalid([{ path, code: 'invalid_value', message }]);
}

function chosenValue({ by }: Choice, value: unknown): string | undefined {
  if (by === 'presence') return value === undefined ? 'absent' : 'given';
  if (typeof value !== 'string') return undefined;
  return by === 'prefix' ? parseDocumentRef(value)?.prefix : value;
}
