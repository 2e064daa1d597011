import { join } from 'node:path';
import type { migrations as ofGateway } from '../gateway/src/identity/store/migrations';
import type { Service } from '../scripts/runtime/services.mjs';

/** Returns the migrations of a service of services.json. */
export function migrationsOf({ folder }: Pick<Service, 'folder'>) {
  // The file is loaded by its path, so that a new service needs no change here.
  const file = join(__dirname, '..', storeOf(folder), 'migrations');
  const { migrations } = jest.requireActual<{ migrations: typeof ofGateway }>(file);
  return migrations;
}

/**
 * Returns the folder of a service's store. The store of the gateway belongs to its identity
 * service.
 */
export const storeOf = (folder: string): string =>
  folder === 'gateway' ? 'gateway/src/identity/store' : `${folder}/src/store`;
