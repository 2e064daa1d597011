import { startOwnDeployment, type Api, type OwnDeployment } from '@timbre/testkit/client';
import { documented } from './documented';

/**
 * Starts a production deployment for operations that a sandbox refuses. The authority simulator
 * acts as the SAT. All tests of a run share this deployment, so no test may kill its processes.
 */
export const startProductionDeployment = (): Promise<OwnDeployment> =>
  startOwnDeployment('production', { environment: { TIMBRE_ENVIRONMENT: 'production' } });

/** Creates an organization in production. All its API responses must match /openapi.json. */
export async function startProduction(name?: string): Promise<Api> {
  return documented(await (await startProductionDeployment()).organization(name));
}
