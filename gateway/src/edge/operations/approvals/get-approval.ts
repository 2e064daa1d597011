import { approval, approvalParams } from '@timbre/api';
import { operation, type OperationRow } from '../operation';
import { visibleTo } from './list-approvals';

export const getApproval = (all: () => OperationRow[]): OperationRow =>
  operation({
    id: 'getApproval',
    area: 'approvals',
    method: 'GET',
    path: '/v1/approvals/{approvalId}',
    summary: {
      en: 'Get an action that waits for approval, or its outcome',
      es: 'Consultar una acción que espera aprobación, o su resultado',
    },
    description: {
      en: 'The credential that proposed the action needs no approvals:read. Other credentials need approvals:read and the permissions of the operation.',
      es: 'La credencial que propuso la acción no necesita approvals:read. Las demás necesitan approvals:read y los permisos de la operación.',
    },
    permissions: [],
    environments: 'both',
    isIdempotent: false,
    success: 200,
    params: approvalParams,
    response: approval,
    call: ({ services }, { params }, context, principal) => {
      const { permissions, id } = principal;
      const visible = permissions.has('approvals:read') ? visibleTo(principal, all()) : [id];
      const seesPayroll = permissions.has('employees:read');
      return services.identity.getApproval({ ...params, visible, seesPayroll }, context);
    },
  });
