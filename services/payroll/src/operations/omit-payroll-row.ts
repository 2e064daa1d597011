import type { payroll } from '@timbre/contract';
import { command } from '@timbre/kit';
import { omitRow } from '../domain/states/evaluate-row';
import { changeRow } from './change-row';
import { decided } from './state-refusal';

/** Leaves the receipt out until a person includes it again. */
export const omitPayrollRow = command((tx, { rowId }: payroll.OmitPayrollRowRequest) =>
  changeRow(tx, rowId, ({ row }) => {
    const { state, omitted, dropsDraft } = decided(() => omitRow(row), row.documentRef);
    Object.assign(row, { state, omitted });
    if (dropsDraft) Object.assign(row, { documentRef: null, rejectionCode: null, errorCode: null });
    return Promise.resolve();
  }),
);
