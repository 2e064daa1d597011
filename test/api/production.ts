import { startOwnDeployment, type Api, type OwnDeployment } from '@timbre/testkit/client';
import { documented } from './documented';

/**
 * A production deployment with the simulator as the SAT, in which operations answer that a sandbox refuses.
 * The deployment is started once per run and shared, so no test may kill its processes.
 */
export const startProductionDeployment = (): Promise<OwnDeployment> =>
  startOwnDeployment('production', { environment: { TIMBRE_ENVIRONMENT: 'production' } });

/** A new organization in production. All answers of the organization must match /openapi.json. */
export async function startProduction(name?: string): Promise<Api> {
  return documented(await (await startProductionDeployment()).organization(name));
}
