import { dirname, join } from 'node:path';
import express from 'express';
import type { Check } from '@timbre/kit';
import { invalid, Refusal, runChecks } from '@timbre/kit';
import { openApiDocument } from '../openapi/document';
import { referencePage, referencePolicy, referenceStart } from '../openapi/reference-page';
import { createDispatcher, type Gateway } from './dispatch';
import { serveLinks, type LinkParts } from './links';
import { refuse, send, unknownPath } from './refuse';
import { newRequestId } from './request-id';

export interface AppParts extends Gateway, LinkParts {
  checks: Record<string, Check>;
  metrics: () => Promise<string>;
}

/** The HTTP application: /v1, the API's description and reference page, health. */
export function createApp(parts: AppParts): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
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
  serveLinks(app, parts);
  addDescription(app, parts);
  addHealth(app, parts);
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
    if ((error as { status?: number }).status === 412) {
      return refuse(response, preconditionFailed(), parts.publicUrl);
    }
    parts.logger.error({ err: error as unknown }, 'request failed');
    refuse(response, new Refusal('internal', 'Something went wrong on our side.'), parts.publicUrl);
  }) as express.ErrorRequestHandler);
  return app;
}

/** The paths below that only read; another method is answered 405. */
const readOnly = [
  ...['/openapi.json', '/docs', '/docs/start.js', '/docs/reference.js'],
  ...['/.well-known/oauth-protected-resource', '/healthz', '/readyz'],
];

const preconditionFailed = (): Refusal =>
  invalid([
    {
      path: [],
      code: 'precondition_failed',
      message: 'The precondition of the request does not hold.',
    },
  ]);

function addDescription(app: express.Express, parts: AppParts): void {
  const document = JSON.stringify(openApiDocument(parts.operations, parts.publicUrl));
  app.get('/openapi.json', (_, response) => send(response, 200, document));
  const library = dirname(require.resolve('@scalar/api-reference'));
  const script = join(library, 'browser', 'standalone.js');
  app.get('/docs/reference.js', (_, response) =>
    response.sendFile(script, { acceptRanges: false, dotfiles: 'allow', maxAge: '1h' }),
  );
  app.get('/docs/start.js', (_, response) => void response.type('js').send(referenceStart));
  app.get('/docs', (_, response) => {
    response.setHeader('Content-Security-Policy', referencePolicy);
    response.type('html').send(referencePage);
  });
  const protectedResource = JSON.stringify({
    resource: parts.publicUrl,
    bearer_methods_supported: ['header'],
  });
  app.get('/.well-known/oauth-protected-resource', (_, response) =>
    send(response, 200, protectedResource),
  );
}

function addHealth(app: express.Express, parts: AppParts): void {
  app.get('/healthz', (_, response) => send(response, 200, '{"status":"alive"}'));
  app.get('/readyz', async (_, response) => {
    const failing = await runChecks(parts.checks);
    const status = failing.length ? 'not_ready' : 'ready';
    send(response, failing.length ? 503 : 200, JSON.stringify({ status, failing }));
  });
}
