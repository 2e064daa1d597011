import type { payroll } from '@timbre/contract';
import { command } from '@timbre/kit';
import { omitRow } from '../domain/states/evaluate-row';
import { draftDropped } from '../store/row-events';
import { changeRow } from './change-row';
import { decided } from './state-refusal';

/** Leaves the receipt out until a person includes it again. */
export const omitPayrollRow = command((tx, { rowId }: payroll.OmitPayrollRowRequest) =>
  changeRow(tx, rowId, ({ row }) => {
    const { documentRef } = row;
    const { state, omitted, dropsDraft } = decided(() => omitRow(row), row.documentRef);
    Object.assign(row, { state, omitted });
    if (dropsDraft) Object.assign(row, { documentRef: null, rejectionCode: null, errorCode: null });
    if (dropsDraft && documentRef) tx.emit(() => draftDropped(row, documentRef));
    return Promise.resolve();
  }),
);
