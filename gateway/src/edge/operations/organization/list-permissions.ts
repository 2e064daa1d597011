import { permissionName, permissions } from '@timbre/api';
import { z } from 'zod';
import { operation, type OperationRow } from '../operation';

const permission = z
  .strictObject({
    permission: permissionName,
    operations: z.array(z.string()).meta({ description: 'Operations that require it.' }),
  })
  .meta({ id: 'Permission' });

/** The list is derived from the table of operations, so it is always complete. */
export const listPermissions = (table: () => OperationRow[]): OperationRow =>
  operation({
    id: 'listPermissions',
    area: 'organization',
    method: 'GET',
    path: '/v1/permissions',
    summary: {
      en: 'List permissions with the operations that each allows',
      es: 'Listar los permisos con las operaciones que permite cada uno',
    },
    description: {
      en: 'Every credential may call this operation.',
      es: 'Toda credencial puede llamar esta operación.',
    },
    permissions: [],
    environments: 'both',
    isIdempotent: false,
    success: 200,
    response: permission,
    isList: true,
    call: () => {
      const data = permissions.map((name) => ({
        permission: name,
        operations: table()
          .filter((row) => row.permissions.includes(name))
          .map((row) => row.id),
      }));
      const body = { data, pagination: { nextCursor: null, hasMore: false } };
      return Promise.resolve(Buffer.from(JSON.stringify(body)));
    },
  });
