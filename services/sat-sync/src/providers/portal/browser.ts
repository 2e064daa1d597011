import { setTimeout as wait } from 'node:timers/promises';
import { GatheredBytes } from '@timbre/kit';
import { CookieJar } from 'tough-cookie';
import { Agent, request, type Dispatcher } from 'undici';
import { SatFault } from '../../domain/sat-fault';
import { formOf, htmlPage, placeOf, scriptTarget, type HtmlPage } from './html-page';

export interface BrowserOptions {
  /**
   * The hosts in the portal addresses of the settings. A portal session follows links only to hosts
   * in the settings and to hosts of the SAT.
   */
  origins: ReadonlySet<string>;
  /**
   * The minimum time between two requests to a portal. The SAT's portals are meant for human users, so
   * Timbre must not send requests faster than a human user.
   */
  paceMs: number;
  agent: Dispatcher;
  timeoutMs?: number;
}

export interface Answer {
  url: URL;
  contentType: string;
  bytes: Buffer;
}

/**
 * A browser for one session at the SAT's portals. Each portal browser has its own cookies, which
 * are never stored.
 */
export interface Browser {
  get(url: URL, referer?: URL): Promise<HtmlPage>;
  post(url: URL, fields: Record<string, string>, referer?: URL): Promise<HtmlPage>;
  postJson(url: URL, body: object, referer: URL): Promise<Answer>;
  download(url: URL, referer?: URL): Promise<Answer>;
  /**
   * Submits automatic forms and follows script redirects until the function `isThere` returns true.
   */
  follow(page: HtmlPage, isThere: (page: HtmlPage) => boolean): Promise<HtmlPage>;
}

const answerBytesMax = 16 << 20;
const redirectsMax = 10;
const timeoutMsMax = 30_000;

/**
 * Creates an HTTP agent for hosts of the SAT that offer only ciphers that OpenSSL disables by default.
 */
export const portalAgent = (): Agent =>
  new Agent({ connect: { timeout: 5_000, ciphers: 'DEFAULT@SECLEVEL=1' }, connections: 8 });

export function createBrowser(options: BrowserOptions): Browser {
  const { origins, paceMs, agent, timeoutMs = timeoutMsMax } = options;
  // Public suffixes of cookies are not checked, because the simulator's host name has no public
  // suffix.
  const jar = new CookieJar(undefined, { rejectPublicSuffixes: false, looseMode: true });
  let notBeforeMs = 0;

  async function send(url: URL, init: Sent): Promise<Answer> {
    for (let step = 0, at = url, sent = init; step <= redirectsMax; step += 1) {
      requireKnown(at, origins);
      await wait(Math.max(notBeforeMs - Date.now(), 0));
      notBeforeMs = Date.now() + paceMs;
      const cookie = await jar.getCookieString(at.href);
      const headers = { ...sent.headers, ...(cookie && { cookie }) };
      const answer = await ask(at, { ...sent, headers }, agent, timeoutMs);
      for (const line of answer.setCookies)
        await jar.setCookie(line, at.href, { ignoreError: true });
      if (answer.location === undefined) return { ...answer, url: at };
      if (!URL.canParse(answer.location, at.href)) break;
      const next = new URL(answer.location, at);
      sent = { method: 'GET', headers: { referer: at.href } };
      at = next;
    }
    throw new SatFault('sat_unavailable', `${placeOf(url)} redirects without end`);
  }

  const page = async (url: URL, init: Sent): Promise<HtmlPage> => {
    const answer = await send(url, init);
    return htmlPage(answer.url, answer.bytes.toString('utf8'));
  };
  const get = (url: URL, referer?: URL) => page(url, { method: 'GET', headers: from(referer) });
  const post = (url: URL, fields: Record<string, string>, referer?: URL) => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const headers = { ...sentFrom(referer), ...form };
    return page(url, { method: 'POST', headers, body: new URLSearchParams(fields).toString() });
  };
  return {
    get,
    post,
    download: (url, referer) => send(url, { method: 'GET', headers: from(referer) }),
    async postJson(url, body, referer) {
      const json = { accept: 'application/json', 'content-type': 'application/json' };
      const headers = { ...sentFrom(referer), ...json };
      const sent = { method: 'POST', headers, body: JSON.stringify(body) } as const;
      return send(url, sent);
    },
    async follow(start, isThere) {
      let current = start;
      for (let step = 0; step < redirectsMax && !isThere(current); step += 1) {
        const script = scriptTarget(current);
        const form = formOf(current);
        if (script) current = await get(script, current.url);
        else if (form && isAutomatic(current))
          current = await post(form.action, form.fields, current.url);
        else return current;
      }
      return current;
    },
  };
}

const from = (referer: URL | undefined) => (referer ? { referer: referer.href } : {});
/** Returns the headers that a browser sends when it follows a link from a page. */
const sentFrom = (referer: URL | undefined) => ({
  ...from(referer),
  ...(referer && { origin: referer.origin }),
});

/** Whether a script on the page submits its form. */
const isAutomatic = ({ root }: HtmlPage): boolean =>
  root.querySelectorAll('script').some((script) => /\.submit\(/.test(script.textContent)) ||
  /\.submit\(/.test(root.querySelector('body')?.getAttribute('onload') ?? '');

/**
 * Refuses an address whose host is not in the settings and is not a host of the SAT. A page can
 * link to other hosts, but the cookies of a session must be sent only to the SAT.
 */
function requireKnown(url: URL, origins: ReadonlySet<string>): void {
  const isOfSat = url.protocol === 'https:' && /(^|\.)sat\.gob\.mx$/.test(url.hostname);
  if (isOfSat || origins.has(url.origin)) return;
  throw new SatFault('page_not_recognised', `a page leads to ${url.hostname}, outside the SAT`);
}

interface Sent {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
}

interface Received extends Omit<Answer, 'url'> {
  setCookies: string[];
  location: string | undefined;
}

async function ask(url: URL, sent: Sent, agent: Dispatcher, timeoutMs: number): Promise<Received> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const { statusCode, headers, body } = await request(url, {
      method: sent.method,
      dispatcher: agent,
      signal,
      headers: { 'user-agent': userAgent, accept: '*/*', ...sent.headers },
      ...(sent.body !== undefined && { body: sent.body }),
    });
    const bytes = await readAll(body as AsyncIterable<Buffer>);
    const location = statusCode >= 300 && statusCode < 400 ? text(headers.location) : undefined;
    if (statusCode >= 400) {
      throw new SatFault('sat_unavailable', `${placeOf(url)} answered ${statusCode}`);
    }
    const setCookies = [headers['set-cookie'] ?? []].flat();
    return { bytes, location, setCookies, contentType: text(headers['content-type']) ?? '' };
  } catch (cause) {
    if (cause instanceof SatFault) throw cause;
    // Only the code of the HTTP client's error is passed on, because the error may quote headers.
    const code = (cause as { code?: string }).code ?? (cause as Error).name;
    throw new SatFault('sat_unavailable', `${placeOf(url)} gave no answer: ${code}`);
  }
}

const text = (header: string | string[] | undefined): string | undefined => [header].flat()[0];

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Timbre';

async function readAll(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const gathered = new GatheredBytes();
  for await (const chunk of body) {
    if (gathered.length + chunk.length > answerBytesMax) throw new RangeError('answer too large');
    gathered.add(chunk);
  }
  return gathered.bytes;
}
