import { randomBytes } from 'node:crypto';
import type { Express } from 'express';
import { staticFolder } from '../http/static-folder';
import { unknownPath } from '../http/refuse';
import { setHeaders } from './headers';

/**
 * Returns the content security policy of the console: only this origin, no inline scripts, and only
 * style elements with the nonce of this response, which the console's components create. PDF files
 * are allowed as blobs, because the console shows them from the page's memory.
 */
const policyOf = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    'frame-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * The placeholder that the build writes in place of the nonce (console/vite.config.ts). Each
 * response replaces the placeholder.
 */
const nonceMark = '__NONCE__';

const files = /^\/console\/.*/;

/** The paths that allow only GET and HEAD. */
export const consolePaths = ['/console', files];

/** Serves the web console, which the build writes to `dist/console` (console/). */
export function serveConsole(app: Express, publicUrl: string): void {
  const folder = staticFolder('console');
  const page = folder.read('index.html');
  app.get('/console', (request, response, next) =>
    // The redirect is relative, because a proxy may serve the deployment below a path.
    request.path === '/console' ? response.redirect(302, 'console/') : next(),
  );
  app.get('/console/', (_, response) => {
    const nonce = randomBytes(16).toString('base64url');
    setHeaders(response, publicUrl);
    response.setHeader('Content-Security-Policy', policyOf(nonce));
    response.type('html').send(page.replaceAll(nonceMark, nonce));
  });
  app.get(files, (request, response) => {
    const name = decodeURI(request.path).slice('/console/'.length);
    if (name === 'index.html' || !folder.has(name)) throw unknownPath();
    return folder.answer(name)(request, response);
  });
}
