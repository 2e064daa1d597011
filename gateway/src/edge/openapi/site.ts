import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import type { Express, Response } from 'express';
import { staticBody, type StaticBody } from '../http/static-body';

/**
 * The policy allows only this origin. The pages have no inline scripts, but the site's components set inline
 * styles.
 */
const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.png': 'image/png',
};

/** Files of the site that clients look for at the root of an origin. */
const atRoot = ['llms.txt', 'llms-full.txt', 'robots.txt', 'favicon.ico'];

/** Paths that redirect to a page of the site. */
const shortcuts = { '/': '/docs/', '/docs': '/docs/', '/changelog': '/docs/changelog' };

/** The page for paths that the site does not have. */
const missing = '404.html';

const pages = /^\/docs\/.*/;

/** The paths that can only be read. */
export const sitePaths = [...Object.keys(shortcuts), ...atRoot.map((name) => `/${name}`), pages];

/** Serves the documentation site, which the build writes to `dist/site` (docs/site). */
export function serveSite(app: Express): void {
  const root = join(dirname(require.resolve('@timbre/gateway/package.json')), 'dist', 'site');
  const names = globSync('**/*', { cwd: root, exclude: (name) => name.endsWith('.map') });
  const bodies = new Map<string, StaticBody>();
  const bodyOf = (name: string): StaticBody => {
    const known = bodies.get(name);
    if (known) return known;
    const type = types[extname(name)] ?? 'application/octet-stream';
    const status = name === missing ? 404 : 200;
    const body = staticBody(type, readFileSync(join(root, name)), cacheControlOf(name), status);
    bodies.set(name, body);
    return body;
  };
  const files = new Set(names.filter((name) => extname(name) !== ''));
  if (!existsSync(join(root, 'index.html'))) throw new Error('the documentation is not built');
  for (const [path, target] of Object.entries(shortcuts))
    app.get(path, (request, response, next) =>
      request.path === target ? next() : response.redirect(302, target),
    );
  for (const name of atRoot)
    app.get(`/${name}`, (request, response) => bodyOf(name)(request, response));
  app.get(pages, (request, response) => {
    const path = decodeURI(request.path).slice('/docs/'.length);
    const name = [path, `${path}.html`, `${path}index.html`].find((one) => files.has(one));
    protect(response);
    return bodyOf(name ?? missing)(request, response);
  });
}

function protect(response: Response): void {
  response.setHeader('Content-Security-Policy', policy);
  response.setHeader('Referrer-Policy', 'no-referrer');
}

/** Files in `assets` have a hash of their content in their names. */
const cacheControlOf = (name: string): string =>
  name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
