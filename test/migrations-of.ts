import { join } from 'node:path';
import type { migrations as ofGateway } from '../gateway/src/store/migrations';
import type { Service } from '../scripts/runtime/services.mjs';

/** The migrations of a service of services.json. */
export function migrationsOf({ folder }: Pick<Service, 'folder'>) {
  const file = join(__dirname, '..', folder, 'src', 'store', 'migrations');
  // By its path, so that a new service needs no line here.
  const { migrations } = jest.requireActual<{ migrations: typeof ofGateway }>(file);
  return migrations;
}
