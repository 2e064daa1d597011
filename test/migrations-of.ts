import { join } from 'node:path';
import type { migrations as ofGateway } from '../gateway/src/identity/store/migrations';
import type { Service } from '../scripts/runtime/services.mjs';

/** The migrations of a service of services.json. */
export function migrationsOf({ folder }: Pick<Service, 'folder'>) {
  // Required by its path, so that a new service needs no line here.
  const file = join(__dirname, '..', storeOf(folder), 'migrations');
  const { migrations } = jest.requireActual<{ migrations: typeof ofGateway }>(file);
  return migrations;
}

/** The folder of a service's store; the store of the gateway is in its identity service. */
export const storeOf = (folder: string): string =>
  folder === 'gateway' ? 'gateway/src/identity/store' : `${folder}/src/store`;
