import { requirePermissions, type Acts } from '../../identity';
import type { OperationRow } from '../operations/operation';
import { validate } from '../operations/validate';
import { proposedAct } from '../operations/power';
import { judgedTarget, type Table } from './target';
import { requireWithin } from './within-limits';

/**
 * The operations behind approvals.
 * @param table read at the first call: rows and the service that approves need each other
 */
export function approvedActs(table: () => Table): Acts {
  const rowOf = (operation: string): OperationRow =>
    table().operations.find(({ id }) => id === operation)!;
  return {
    requireAllowed(operation, isPayroll, principal) {
      const { permissions, isOnePermissionEnough } = rowOf(operation);
      // An act on a payroll document needs the permission of the payroll area besides that of its operation.
      const needed = isPayroll ? [...permissions, 'employees:manage' as const] : permissions;
      requirePermissions(principal, needed, isOnePermissionEnough);
    },
    async judge({ operation, request: { given } }, context, principal) {
      const act = proposedAct(rowOf(operation))!;
      const seen = await judgedTarget(table(), act, { given, context }, principal);
      const { version, judged } = seen;
      return {
        version,
        judged,
        amountWithin: (limits) =>
          requireWithin(table(), limits, { act, given, seen }, context, principal),
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
