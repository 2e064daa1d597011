import { startOwnDeployment, type Api, type OwnDeployment } from '@timbre/testkit/client';
import { documented } from './documented';

/**
 * A production deployment whose SAT is the simulator: operations that a sandbox refuses answer here.
 * It is started once per run, and stays as it is: no test kills its processes.
 */
export const startProductionDeployment = (): Promise<OwnDeployment> =>
  startOwnDeployment('production', { environment: { TIMBRE_ENVIRONMENT: 'production' } });

/** A new organization in production; all its answers must match /openapi.json. */
export async function startProduction(name?: string): Promise<Api> {
  return documented(await (await startProductionDeployment()).organization(name));
}
