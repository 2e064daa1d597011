import { request } from 'node:https';
import { isBeyondInternet, lookupOutside } from '@timbre/kit';
import { RequestFilteringHttpsAgent } from 'request-filtering-agent';

/**
 * The maximum size of a fetched document, in bytes. Real metadata documents and key sets are
 * smaller.
 */
const bytesMax = 64 * 1024;
const timeoutMs = 2_500;

/**
 * The agent for outgoing requests. The agent checks the IP address after name resolution and before
 * a connection opens.
 */
const agent = new RequestFilteringHttpsAgent({ keepAlive: false, lookup: lookupOutside });

/**
 * Fetches a document from a URL that an anonymous client supplied. The function allows only https
 * on the default port of a public IP address, follows no redirects and limits the body, so that the
 * client learns nothing about internal hosts.
 */
export async function fetchOutside(
  address: string | URL | Request,
  { method = 'GET', headers, body }: RequestInit = {},
): Promise<Response> {
  const url = new URL(address instanceof Request ? address.url : address);
  if (url.protocol !== 'https:' || url.port !== '' || url.username !== '' || body != null) {
    throw new Error('this address is not fetched');
  }
  if (isBeyondInternet(url.hostname.replace(/^\[|\]$/g, ''))) throw new Error('no public address');
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const sent = request(
      url,
      { agent, method, signal, headers: Object.fromEntries(new Headers(headers)) },
      (answer) => {
        const parts: Buffer[] = [];
        let bytes = 0;
        answer.on('data', (part: Buffer) => {
          parts.push(part);
          bytes += part.length;
          if (bytes > bytesMax) answer.destroy(new Error('the answer is too long'));
        });
        answer.on('error', reject);
        answer.on('end', () => {
          const status = answer.statusCode ?? 0;
          if (status < 200 || status > 599) return reject(new Error('no answer'));
          const isEmpty = [204, 205, 304].includes(status);
          const known = ['cache-control', 'content-type', 'expires'].flatMap((name) => {
            const value = answer.headers[name];
            return typeof value === 'string' ? [[name, value] as [string, string]] : [];
          });
          resolve(new Response(isEmpty ? null : Buffer.concat(parts), { status, headers: known }));
        });
      },
    );
    sent.on('error', () => reject(new Error('the address does not answer')));
    sent.end();
  });
}
