/** A move the state table does not have. The operation answers it with the refusal of its code:
 * - conflict: refresh the row and resolve its state;
 * - operation_in_progress: the row is with the stamper, wait;
 * - recovery_required: it was sent and nobody knows the outcome yet. */
export type ConflictCode = 'conflict' | 'operation_in_progress' | 'recovery_required';

export class StateConflict extends Error {
  constructor(
    readonly code: ConflictCode,
    message: string,
  ) {
    super(message);
  }
}
