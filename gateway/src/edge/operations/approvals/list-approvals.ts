import { approval, approvalFilters } from '@timbre/api';
import type { Principal } from '../../../identity';
import { proposedAction } from '../power';
import { pageRequest } from '../../messages/page';
import { operation, type OperationRow } from '../operation';

/**
 * Returns the operations whose proposals the caller may see, namely the operations that the caller
 * may perform itself. The caller also sees its own proposals.
 */
export const visibleTo = ({ permissions, id }: Principal, all: OperationRow[]): string[] => [
  ...all
    .filter((row) => {
      const held = row.permissions.filter((name) => permissions.has(name));
      const isHeld = row.isOnePermissionEnough
        ? held.length > 0
        : held.length === row.permissions.length;
      return isHeld && proposedAction(row);
    })
    .map((row) => row.id),
  id,
];

export const listApprovals = (all: () => OperationRow[]): OperationRow =>
  operation({
    id: 'listApprovals',
    area: 'approvals',
    method: 'GET',
    path: '/v1/approvals',
    summary: {
      en: 'List actions that wait for approval',
      es: 'Listar las acciones que esperan aprobación',
    },
    description: {
      en: 'Actions that credentials with requiresApproval have proposed, newest first, with their outcomes. The list shows the actions that the caller proposed or may perform itself.',
      es: 'Las acciones que propusieron credenciales con requiresApproval, la más reciente primero, con su resultado. La lista muestra las acciones que propuso quien llama o que puede hacer por sí mismo.',
    },
    permissions: ['approvals:read'],
    environments: 'both',
    isIdempotent: false,
    success: 200,
    query: approvalFilters,
    response: approval,
    isList: true,
    call: ({ services }, { query: { status, credentialId, ...page } }, context, principal) =>
      services.identity.listApprovals(
        {
          page: pageRequest(page),
          status,
          credentialId,
          visible: visibleTo(principal, all()),
          seesPayroll: principal.permissions.has('employees:read'),
        },
        context,
      ),
  });
