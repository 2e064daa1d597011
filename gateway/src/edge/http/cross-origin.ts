import type { Express, Request } from 'express';

/**
 * The paths that pages of other origins may call: the endpoint for assistants and the endpoints for
 * its OAuth login. Cookies do not authorize requests on these paths, so a web page can do no more
 * than any other program.
 */
const shared = /^\/(?:mcp|oauth\/(?:register|token|revoke|jwks)|\.well-known\/[\w./-]+)$/;

/**
 * The request headers that are always allowed, which common clients and the Model Context Protocol
 * use. Headers that a preflight request lists are allowed too.
 */
const sent = [
  'authorization',
  'content-type',
  'accept',
  'idempotency-key',
  'last-event-id',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
  'x-mcp-toolsets',
  'x-mcp-readonly',
];
const shown = 'WWW-Authenticate, Request-Id, Retry-After, Mcp-Session-Id, Mcp-Protocol-Version';
const rememberedSeconds = 7_200;

/**
 * Allows pages of other origins to call the shared paths, and answers browsers' preflight requests.
 */
export function serveCrossOrigin(app: Express): void {
  app.use((request, response, next) => {
    const [path = ''] = request.url.split('?');
    if (!shared.test(path)) return next();
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', shown);
    if (!isPreflight(request)) return next();
    response.setHeader('Access-Control-Allow-Methods', 'GET, POST, DELETE');
    response.setHeader('Access-Control-Allow-Headers', namesIn(request).join(', '));
    response.setHeader('Access-Control-Max-Age', rememberedSeconds);
    response.setHeader('Vary', 'Access-Control-Request-Headers');
    response.writeHead(204).end();
  });
}

const isPreflight = ({ method, headers }: Request): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

function namesIn({ headers }: Request): string[] {
  const named = headers['access-control-request-headers'] ?? '';
  return [...new Set([...sent, ...(named.toLowerCase().match(/[\w-]+/g) ?? [])])];
}
