import { permissions } from '@timbre/api';
import type { Express } from 'express';
import { resourcePaths } from '../../identity';
import { staticBody } from './static-body';

/** The path of the protected resource metadata (RFC 9728). */
const metadataPath = '/.well-known/oauth-protected-resource';

export const metadataPaths = resourcePaths.map((path) => `${metadataPath}${path}`);

export interface ResourceParts {
  publicUrl: string;
  /** The issuer whose access tokens are accepted; undefined in a sandbox. */
  tokenIssuer: string | undefined;
}

/** Serves the metadata with which clients find the token issuer and the available permissions. */
export function serveResourceMetadata(
  app: Express,
  { publicUrl, tokenIssuer }: ResourceParts,
): void {
  for (const path of resourcePaths) {
    const metadata = JSON.stringify({
      resource: `${publicUrl}${path}`,
      resource_name: 'Timbre',
      authorization_servers: tokenIssuer === undefined ? undefined : [tokenIssuer],
      scopes_supported: permissions,
      bearer_methods_supported: ['header'],
    });
    app.get(`${metadataPath}${path}`, staticBody('application/json; charset=utf-8', metadata));
  }
}
