import { certain } from '@timbre/fiscal';
import { requirePermissions, type ApprovedActions } from '../../identity';
import type { OperationRow } from '../operations/operation';
import { validate } from '../operations/validate';
import { proposedAction } from '../operations/power';
import { judgedTarget, type Table } from './target';
import { requireWithin } from './within-limits';

/**
 * Returns the operations that can be performed after an approval.
 * @param table returns the operation rows and is called only at the first use, because the
 * operation rows and the approval service depend on each other
 */
export function approvedActions(table: () => Table): ApprovedActions {
  const rowOf = (operation: string): OperationRow =>
    certain(
      table().operations.find(({ id }) => id === operation),
      'the operation',
    );
  return {
    requireAllowed(operation, isPayroll, principal) {
      const { permissions, isOnePermissionEnough } = rowOf(operation);
      // An action on a payroll document requires the employees permission in addition to the
      // permissions of its operation.
      const needed = isPayroll ? [...permissions, 'employees:manage' as const] : permissions;
      requirePermissions(principal, needed, isOnePermissionEnough);
    },
    async judge({ operation, request: { given } }, context, principal) {
      const action = certain(proposedAction(rowOf(operation)), 'the action');
      const seen = await judgedTarget(table(), action, { given, context }, principal);
      const { version, judged } = seen;
      return {
        version,
        judged,
        amountWithin: (limits) =>
          requireWithin(table(), limits, { action, given, seen }, context, principal),
      };
    },
    async perform({ operation, request, nonce, fingerprint }, asked, principal) {
      const row = rowOf(operation);
      const { params, search, body } = request;
      const input = validate(row, {
        params,
        search: new URLSearchParams(search),
        body,
        idempotencyKey: nonce,
        bodyIssues: [],
      });
      const route = `${row.method} ${row.path}`;
      const context = {
        ...asked,
        permissions: row.permissions,
        idempotency: { key: nonce, route, fingerprint },
      };
      return (await row.call(table().backend, input, context, principal)) as Uint8Array;
    },
  };
}
