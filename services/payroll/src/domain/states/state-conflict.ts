/**
 * Thrown for a state transition that is not allowed. The operation is refused with one of these
 * error codes:
 * - conflict: refresh the row and resolve its state;
 * - operation_in_progress: the row is being stamped, wait;
 * - recovery_required: the row was sent and its outcome is unknown.
 */
export type ConflictCode = 'conflict' | 'operation_in_progress' | 'recovery_required';

export class StateConflict extends Error {
  constructor(
    readonly code: ConflictCode,
    message: string,
  ) {
    super(message);
  }
}
