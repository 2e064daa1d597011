import { conflict, operationInProgress, Refusal } from '@timbre/kit';
import { StateConflict } from '../domain/states/state-conflict';

/**
 * Runs `decide`, and converts the error for a state transition that is not allowed to a refusal.
 * - state_conflict: the receipt or the run is not in a state that allows this; the message has the state and
 *   the allowed actions
 * @param documentRef the document whose stamp outcome is unknown, if any
 */
export function decided<T>(decide: () => T, documentRef?: string | null): T {
  try {
    return decide();
  } catch (error) {
    if (error instanceof StateConflict) throw refusalOf(error, documentRef);
    throw error;
  }
}

function refusalOf(error: StateConflict, documentRef: string | null | undefined): Refusal {
  if (error.code === 'operation_in_progress') return operationInProgress(2);
  if (error.code === 'conflict') return conflict(error.message, 'state_conflict');
  const document = documentRef
    ? { document: { documentRef: asInvoice(documentRef), editable: false } }
    : {};
  return new Refusal(
    'recovery_required',
    'We do not know yet whether this receipt was stamped. We keep asking; do not issue it again.',
    { retryable: false, ...document },
  );
}

/**
 * Converts a document reference for an error of payroll. These errors call a CFDI an invoice
 * (specification, part 2, DocumentRef).
 */
const asInvoice = (documentRef: string): string => documentRef.replace(/^cfdi:/, 'invoice:');
