import type { Opening } from '@timbre/kit';
import type { OrganizationPacs, PacDirectory } from '../../domain/stamping/pac';
import { pacAccountsOf } from '../../store/set-up/pac-accounts';

/** The PACs of the organization that a run is for: its own where it has any, else the deployment's. */
export const pacsOf = (run: Opening, directory: PacDirectory): Promise<OrganizationPacs> =>
  directory.of(run.context.organizationId, () => run.step(pacAccountsOf));
