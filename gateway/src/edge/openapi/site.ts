import type { Express, Response } from 'express';
import { staticFolder } from '../http/static-folder';

/**
 * The content security policy allows only this origin. The pages have no inline scripts, but the
 * site's components set inline styles.
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

/** Files of the site that clients request at the root of an origin. */
const atRoot = ['llms.txt', 'llms-full.txt', 'robots.txt', 'favicon.ico'];

/** Paths that redirect to a page of the site. */
const shortcuts = { '/': '/docs/', '/docs': '/docs/', '/changelog': '/docs/changelog' };

/** The page for paths that do not exist on the site. */
const missing = '404.html';

const pages = /^\/docs\/.*/;

/** The paths that allow only GET and HEAD. */
export const sitePaths = [...Object.keys(shortcuts), ...atRoot.map((name) => `/${name}`), pages];

/** Serves the documentation site, which the build writes to `dist/site` (docs/site). */
export function serveSite(app: Express): void {
  const site = staticFolder('site');
  for (const [path, target] of Object.entries(shortcuts))
    app.get(path, (request, response, next) =>
      request.path === target ? next() : response.redirect(302, target),
    );
  for (const name of atRoot)
    app.get(`/${name}`, (request, response) => site.answer(name)(request, response));
  app.get(pages, (request, response) => {
    const path = decodeURI(request.path).slice('/docs/'.length);
    if (site.has(`${path}/index.html`)) return response.redirect(302, `/docs/${path}/`);
    const name = [path, `${path}.html`, `${path}index.html`].find(site.has) ?? missing;
    protect(response);
    return site.answer(name, name === missing ? 404 : 200)(request, response);
  });
}

function protect(response: Response): void {
  response.setHeader('Content-Security-Policy', policy);
  response.setHeader('Referrer-Policy', 'no-referrer');
}
