import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import express from 'express';
import { Refusal, refusals } from '@timbre/kit';
import { assistantsPage, assistantsPolicy } from './openapi/assistants-page';
import { collectionOf, collectionPath } from './openapi/collection';
import { openApiDocument } from './openapi/document';
import { recordedExamples, withExamples } from './openapi/examples';
import { referencePage, referencePolicy, referenceStart } from './openapi/reference-page';
import { serveSite, sitePaths } from './openapi/site';
import { spanishDocument } from './openapi/spanish';
import { consolePaths, serveConsole } from './pages/console';
import { serveAssistants, type AssistantParts } from './assistant/serve';
import type { AuthorizationServer } from '../identity';
import { serveOAuth } from './login/serve';
import { servePages } from './pages/serve';
import type { PageParts } from './pages/answer-link';
import { createArrivals } from './http/arrivals';
import { serveCrossOrigin } from './http/cross-origin';
import { createDispatcher } from './rest/dispatch';
import { serveLinks, type LinkParts } from './rest/links';
import {
  metadataPaths,
  serveResourceMetadata,
  type ResourceParts,
} from './http/protected-resource';
import { refusalFor, refuse, send, unknownPath } from './http/refuse';
import { newRequestId } from './http/request-id';
import { staticBody } from './http/static-body';

export interface AppParts extends AssistantParts, LinkParts, PageParts, ResourceParts {
  /** The authorization server of the deployment; undefined if the deployment has none. */
  oauth?: AuthorizationServer | undefined;
  /**
   * The number of proxies in front of the gateway that append the client's address to
   * X-Forwarded-For.
   */
  proxyHops: number;
}

/**
 * Creates the HTTP application: /v1, /mcp, the OpenAPI documents, the reference page, and the
 * health check.
 */
export function createApp(given: Omit<AppParts, 'arrivals'>): express.Express {
  const parts: AppParts = { ...given, arrivals: createArrivals() };
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('trust proxy', parts.proxyHops);
  const dispatch = createDispatcher(parts);
  app.use((request, response, next) => {
    if (request.url.startsWith('/v1/')) void dispatch(request, response);
    else next();
  });
  app.use((_, response, next) => {
    response.setHeader('Request-Id', newRequestId());
    response.setHeader('X-Content-Type-Options', 'nosniff');
    next();
  });
  serveCrossOrigin(app);
  serveAssistants(app, parts);
  serveLinks(app, parts);
  servePages(app, parts);
  if (parts.oauth) serveOAuth(app, parts.oauth);
  serveResourceMetadata(app, parts);
  addDescription(app, parts);
  serveSite(app);
  serveConsole(app, parts.publicUrl);
  // A response on this path only proves that the process is alive. The orchestrator checks
  // readiness on another port.
  app.get('/healthz', (_, response) => send(response, 200, '{"status":"alive"}'));
  app.all(readOnly, (request, response) => {
    response.setHeader('Allow', 'GET, HEAD');
    const message = `${request.method} is not allowed here; use GET.`;
    refuse(response, new Refusal('method_not_allowed', message), parts.publicUrl);
    request.resume();
  });
  app.use((request, response) => {
    refuse(response, unknownPath(), parts.publicUrl);
    request.resume();
  });
  app.use(((error, request, response, _next) => {
    if (error instanceof URIError) {
      refuse(response, unknownPath(), parts.publicUrl);
      return void request.resume();
    }
    const refusal = refusalFor(error);
    if (refusals[refusal.code].http >= 500) {
      parts.logger.error({ err: refusal.cause ?? refusal }, 'request failed');
    }
    refuse(response, refusal, parts.publicUrl);
  }) as express.ErrorRequestHandler);
  return app;
}

/**
 * The paths of the application that allow only GET and HEAD. A request with another method is
 * answered with 405.
 */
const readOnly = [
  '/openapi.json',
  '/openapi.es.json',
  ...sitePaths,
  ...consolePaths,
  '/healthz',
  ...metadataPaths,
];

function addDescription(app: express.Express, parts: AppParts): void {
  const html = 'text/html; charset=utf-8';
  const script = 'text/javascript; charset=utf-8';
  const document = openApiDocument(parts.operations, parts.publicUrl);
  const json = 'application/json; charset=utf-8';
  const examples = recordedExamples();
  const collection = JSON.stringify(collectionOf(document, examples));
  app.get(collectionPath, staticBody(json, collection));
  const described = withExamples(document, examples);
  app.get('/openapi.json', staticBody(json, JSON.stringify(described)));
  const spanish = spanishDocument(described, parts.operations);
  app.get('/openapi.es.json', staticBody(json, JSON.stringify(spanish)));
  const library = dirname(require.resolve('@scalar/api-reference'));
  const reference = readFileSync(join(library, 'browser', 'standalone.js'));
  app.get('/docs/reference.js', staticBody(script, reference, 'public, max-age=3600'));
  app.get('/docs/start.js', staticBody(script, referenceStart));
  const assistants = assistantsPage(parts.publicUrl, parts.tokenIssuer);
  const pages: [path: string, policy: string, page: string][] = [
    ['/docs/reference', referencePolicy, referencePage('en')],
    ['/docs/es/reference', referencePolicy, referencePage('es')],
    ['/docs/assistants', assistantsPolicy, assistants],
  ];
  for (const [path, policy, page] of pages) {
    const answer = staticBody(html, page);
    app.get(path, (request, response) => {
      response.setHeader('Content-Security-Policy', policy);
      return answer(request, response);
    });
  }
}
