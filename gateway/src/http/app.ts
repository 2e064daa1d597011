import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import { dirname, join } from 'node:path';
import express from 'express';
import type { Check } from '@timbre/kit';
import { Refusal, runChecks } from '@timbre/kit';
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

/** The HTTP face: /v1, the API's description and reference page, health. */
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
  app.use((request, response) => {
    refuse(response, unknownPath(), parts.publicUrl);
    request.resume();
  });
  app.use(((error, request, response, _next) => {
    if (error instanceof URIError) {
      refuse(response, unknownPath(), parts.publicUrl);
      return void request.resume();
    }
    parts.logger.error({ err: error as unknown }, 'request failed');
    refuse(response, new Refusal('internal', 'Something went wrong on our side.'), parts.publicUrl);
  }) as express.ErrorRequestHandler);
  return app;
}

function addDescription(app: express.Express, parts: AppParts): void {
  const document = JSON.stringify(openApiDocument(parts.operations, parts.publicUrl));
  app.get('/openapi.json', (_, response) => send(response, 200, document));
  const library = dirname(require.resolve('@scalar/api-reference'));
  const script = join(library, 'browser', 'standalone.js');
  app.get('/docs/reference.js', (_, response) =>
    response.sendFile(script, { dotfiles: 'allow', maxAge: '1h' }),
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

/** Idle connections outlive those of the balancers before us, which else meet a closed one. */
const limits = { maxHeaderSize: 16_384, requestTimeout: 30_000, keepAliveTimeout: 65_000 };

/**
 * A server of the app. Express gives each request and answer its own prototype, which costs as much
 * as the rest of its work; those that are born with it stay as they are.
 */
export function serverOf(app: express.Express): Server {
  const server = createServer(
    {
      ...limits,
      IncomingMessage: bornAs(IncomingMessage, app.request),
      ServerResponse: bornAs(ServerResponse, app.response),
    },
    app,
  );
  answerUnparsable(server);
  return server;
}

function bornAs<T>(base: T, prototype: object): T {
  function born(...given: unknown[]): object {
    return Reflect.construct(base as () => object, given, born) as object;
  }
  born.prototype = prototype;
  return born as T;
}

/** What Node's parser refuses never reaches Express; it gets our error body all the same. */
function answerUnparsable(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const isLarge = error.code === 'HPE_HEADER_OVERFLOW';
    const issue = {
      path: [],
      code: isLarge ? 'header_too_large' : 'request_unreadable',
      message: isLarge ? 'The headers may have 16 kB.' : 'This is not a readable HTTP request.',
    };
    const body = JSON.stringify({
      error: {
        code: 'validation_error',
        message: issue.message,
        status: 400,
        details: { issues: [issue] },
      },
    });
    socket.end(
      `HTTP/1.1 400 Bad Request\r\nRequest-Id: ${newRequestId()}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
}
