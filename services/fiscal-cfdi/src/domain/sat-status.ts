import type { SatState } from './cancellation';

/** What the SAT's status service says of a CFDI; `not_found` is usual for a fresh stamp. */
export type SatStatusOutcome =
  | ({ outcome: 'found' } & SatState)
  | { outcome: 'not_found' }
  | { outcome: 'unknown'; cause: unknown };

export interface SatStatusService {
  /** @param expression the printed expression of the stamped document */
  consult(expression: string): Promise<SatStatusOutcome>;
}
