import type { Server } from 'node:http';
import { createPageLinks, listen, type Clients, type Listener, type Runtime } from '@timbre/kit';
import type { Pool } from 'pg';
import {
  clientOf,
  createAccess,
  publicUrlOf,
  type AccessSettings,
  type ProcessProviders,
} from '../identity';
import { approvedActions } from './irreversible/approved-actions';
import { createApp } from './app';
import { createConfirmations } from './assistant/confirmation';
import { serverOf } from './http/server';
import { createLinks } from './http/signed-link';
import { errorPage } from './login/error-page';
import { operations } from './operations';
import type { Backend } from './operations/operation';
import type { calls, WholeClients } from './services';

/** The resources of the process that the edge uses. */
interface Process {
  settings: AccessSettings &
    Parameters<typeof publicUrlOf>[0] & {
      TIMBRE_BIND_HOST: string;
      TIMBRE_PAGE_LINK_KEY: Buffer;
      TIMBRE_PROXY_HOPS: number;
    };
  runtime: Runtime<ProcessProviders>;
  systemPool: Pool;
  clients: Clients<typeof calls>;
}

/**
 * Creates the edge, which is the part of the gateway that serves clients. Approvals perform
 * operations of the edge, and operations of the edge call the approval service. Because of this
 * cycle, the edge receives its service clients only when it starts to listen.
 */
export function createEdge() {
  let backend: Backend;
  return {
    actions: approvedActions(() => ({ operations, backend })),
    async listen({ settings, runtime, systemPool, clients }: Process): Promise<Listener> {
      const publicUrl = publicUrlOf(settings);
      const { TIMBRE_CONTEXT_KEY: contextKey } = settings;
      const links = createLinks(contextKey, publicUrl, Date.now);
      backend = {
        // The cast is safe, because the client objects are the same at run time. Only the types of
        // requests are stricter here.
        services: { ...(clients as unknown as WholeClients), identity: clientOf(runtime) },
        link: links.write,
        pages: createPageLinks(settings.TIMBRE_PAGE_LINK_KEY, publicUrl),
      };
      const app = createApp({
        environment: settings.TIMBRE_ENVIRONMENT,
        publicUrl,
        proxyHops: settings.TIMBRE_PROXY_HOPS,
        links,
        confirmations: createConfirmations(contextKey, Date.now),
        operations,
        backend,
        ...createAccess({ settings, runtime, systemPool }, errorPage(publicUrl)),
        logger: runtime.logger,
      });
      const server = serverOf(app);
      const { TIMBRE_HTTP_PORT: given, TIMBRE_BIND_HOST: host } = settings;
      const port = await listen(server, 'TIMBRE_HTTP_PORT', given, host);
      return { port, stop: () => close(server) };
    },
  };
}

/** Closes a server: it accepts no new connections, but requests in flight are still answered. */
function close(server: Server): Promise<unknown> {
  return new Promise((done) => {
    server.close(done);
    server.closeIdleConnections();
  });
}
