import type { payroll } from '@timbre/contract';
import { command } from '@timbre/kit';
import { omitRow } from '../domain/states/evaluate-row';
import { draftDropped } from '../store/row-events';
import { changeRow } from '../workflows/change-row';
import { decided } from '../workflows/state-refusal';

/**
 * The values that clear the columns about a failed stamp. The errors of a failed stamp are no
 * longer needed, because the row is no longer part of the run.
 */
const withoutDraft = { documentRef: null, rejectionCode: null, errorCode: null, issues: [] };

/** Omits the receipt from the run until a user includes it again. */
export const omitPayrollRow = command((tx, { rowId }: payroll.OmitPayrollRowRequest) =>
  changeRow(tx, rowId, ({ row }) => {
    const { documentRef } = row;
    const { state, omitted, dropsDraft } = decided(() => omitRow(row), row.documentRef);
    Object.assign(row, { state, omitted });
    if (dropsDraft) Object.assign(row, withoutDraft);
    if (dropsDraft && documentRef) tx.emit(() => draftDropped(row, documentRef));
    return Promise.resolve();
  }),
);
