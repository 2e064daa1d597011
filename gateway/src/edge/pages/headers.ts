import type { Response } from 'express';

/**
 * Returns the content security policy, which allows only style, images and forms of this origin,
 * and no script.
 * @param formTargets contains URLs of other origins to which the response to a form may redirect
 */
const policy = (...formTargets: string[]): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    ["form-action 'self'", ...formTargets].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const headers = {
  'Content-Security-Policy': policy(),
  // The URL of a page grants access, so browsers must not send it as a referrer, and search engines
  // must not index it.
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/**
 * Allows the response to a form to redirect to the application that sent the person to this page.
 */
export function allowFormTarget(response: Response, address: string): void {
  const { origin, protocol } = new URL(address);
  response.setHeader('Content-Security-Policy', policy(origin === 'null' ? protocol : origin));
}

/** Sets the headers that every page for people has. */
export function setHeaders(response: Response, publicUrl: string): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (publicUrl.startsWith('https:')) {
    response.setHeader('Strict-Transport-Security', 'max-age=31536000');
  }
}
