import type { Issue as RefusedField } from '@timbre/fiscal';
import { issueOf } from '../issues/issue';
import type { Issue } from '../issues/issue';
import { moveRow, placeOf } from './row-moves';
import type { ReportedCancellation } from './row-cancellation';
import type { RowCondition } from './row-moves';
import type { RowEvent, RowState } from './states';

/**
 * The reason for a refused stamp: the message of the PAC or of a validation rule, with a remedy for
 * each fault.
 */
export interface Rejection {
  readonly message: string;
  readonly issues?: readonly RefusedField[] | undefined;
}

/** The known outcome of a stamp request, or of a query about an earlier stamp request. */
export type StampAnswer =
  | {
      readonly kind: 'confirmed';
      readonly uuid: string;
      readonly documentRef: string;
      /**
       * The cancellation of the document, if the document was canceled before payroll received the
       * confirmation of the stamp.
       */
      readonly canceled?: ReportedCancellation;
    }
  | {
      readonly kind: 'refused';
      readonly rejectionCode: string;
      readonly rejection?: Rejection | undefined;
    }
  /**
   * The request certainly did not arrive, because nothing was sent to a PAC or because a query found no
   * stamp.
   */
  | { readonly kind: 'not_received'; readonly triesLeft: number }
  | { readonly kind: 'unknown' };

/**
 * The values that are written to a row after the outcome of its stamp request. A column of the row
 * is cleared if the JSON key of the column is absent.
 */
export interface StampOutcome {
  readonly state: RowState;
  readonly issues: readonly Issue[];
  readonly uuid?: string;
  readonly documentRef?: string;
  readonly rejectionCode?: string;
  readonly errorCode?: 'stamp_failed' | 'stamp_unconfirmed';
}

/**
 * Returns the values of a row after an outcome: stamped, refused, or marked as unknown.
 * @throws StateConflict if the row was not being stamped
 */
export function afterStamping(row: RowCondition, answer: StampAnswer): StampOutcome {
  moveRow(placeOf(row), eventOf(answer));
  switch (answer.kind) {
    case 'confirmed': {
      const { uuid, documentRef } = answer;
      return { state: 'stamped', issues: [], uuid, documentRef };
    }
    case 'refused':
      return failed(answer.rejectionCode);
    case 'not_received':
      return answer.triesLeft > 0 ? { state: 'queued', issues: [] } : failed();
    case 'unknown': {
      const issues = [issueOf('stamp_unconfirmed')];
      return { state: 'stamping', issues, errorCode: 'stamp_unconfirmed' };
    }
  }
}

function eventOf(answer: StampAnswer): RowEvent {
  switch (answer.kind) {
    case 'confirmed':
      return 'provider_confirmed';
    case 'refused':
      return 'provider_refused';
    case 'not_received':
      return answer.triesLeft > 0 ? 'not_received' : 'not_received_last';
    case 'unknown':
      return 'answer_missing';
  }
}

/**
 * - stamp_failed: the PAC refused the receipt, or the receipt did not reach the PAC; see rejectionCode and
 *   rejection
 */
function failed(rejectionCode?: string): StampOutcome {
  return {
    state: 'rejected',
    issues: [issueOf('stamp_failed')],
    errorCode: 'stamp_failed',
    ...(rejectionCode === undefined ? {} : { rejectionCode }),
  };
}
