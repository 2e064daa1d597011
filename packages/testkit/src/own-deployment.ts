import { accessTo, type Api } from './api';
import { ask } from './servers';

/** The whole system for one test file alone, whose processes it may kill. */
export interface OwnDeployment {
  /** The authority simulator, with its `/__sim` endpoints. */
  authorityUrl: string;
  /** A new organization's access. */
  organization(name?: string): Promise<Api>;
  /** Ends a service, or what is left of it, and starts it again with more environment. */
  restart(service: string, env?: Record<string, string>): Promise<void>;
}

/**
 * Starts, once per run, the system of `owner`; it is stopped with the run.
 * @param owner lower-case letters: a part of its databases' names
 */
export async function startOwnDeployment(owner: string): Promise<OwnDeployment> {
  const running = { owner };
  const urls = await ask<{ baseUrl: string; authorityUrl: string }>('deployment', running);
  return {
    authorityUrl: urls.authorityUrl,
    async organization(name = 'Test organization') {
      const access = await ask<{ organizationId: string; apiKey: string }>('organization', {
        ...running,
        name,
      });
      return accessTo(urls.baseUrl, access.organizationId, access.apiKey);
    },
    restart: async (service, env = {}) => void (await ask('restart', { ...running, service, env })),
  };
}
