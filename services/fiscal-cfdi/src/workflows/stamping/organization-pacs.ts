import type { Opening } from '@timbre/kit';
import type { OrganizationPacs, PacDirectory } from '../../domain/stamping/pac';
import { pacAccountsOf } from '../../store/set-up/pac-accounts';

/**
 * Returns the PACs of the current organization: its own accounts if it has any, otherwise the PACs of the
 * deployment.
 */
export const pacsOf = (run: Opening, directory: PacDirectory): Promise<OrganizationPacs> =>
  directory.of(run.context.organizationId, () => run.step(pacAccountsOf));
