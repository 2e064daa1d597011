/** A simulated browser without scripts: it stores cookies, follows redirects and submits forms. */
export interface PlainBrowser {
  /**
   * Opens an address.
   * @returns the page, or the address of the application to which the page redirects
   */
  open(address: string): Promise<Seen>;
  /** Submits the form of the page, with the given fields in addition to the hidden fields. */
  send(page: Page, fields: Record<string, string | string[]>): Promise<Seen>;
}

export interface Page {
  url: string;
  status: number;
  html: string;
}

export type Seen = Page | { leadsTo: URL };

interface Cookie {
  value: string;
  path: string;
}

/**
 * Opens a simulated browser without cookies.
 * @param baseUrl the address of the pages; the browser treats any other address as an application
 */
export function plainBrowser(baseUrl: string): PlainBrowser {
  const cookies = new Map<string, Cookie>();
  const keep = (headers: Headers): void => {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const [name = '', value = ''] = pair.split('=');
      const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/';
      if (value === '') cookies.delete(`${name} ${path}`);
      else cookies.set(`${name} ${path}`, { value, path });
    }
  };
  const cookieHeader = (url: URL): string =>
    [...cookies]
      .filter(
        ([, { path }]) =>
          url.pathname === path || url.pathname.startsWith(`${path.replace(/\/$/, '')}/`),
      )
      .map(([name, { value }]) => `${name.split(' ')[0]}=${value}`)
      .join('; ');
  const go = async (address: string, init: RequestInit = {}): Promise<Seen> => {
    let url = new URL(address);
    let sent = init;
    for (let hops = 0; hops < 10; hops += 1) {
      if (url.origin !== new URL(baseUrl).origin) return { leadsTo: url };
      const headers = { ...(sent.headers as object), cookie: cookieHeader(url) };
      const answer = await fetch(url, { ...sent, headers, redirect: 'manual' });
      keep(answer.headers);
      const location = answer.headers.get('location');
      if (location === null) {
        return { url: url.href, status: answer.status, html: await answer.text() };
      }
      await answer.body?.cancel();
      url = new URL(location, url);
      sent = {};
    }
    throw new Error('too many redirects');
  };
  return {
    open: (address) => go(address),
    send(page, fields) {
      const form = new URLSearchParams();
      for (const [, name, value] of page.html.matchAll(
        /type="hidden" name="(\w+)" value="([^"]*)"/g,
      )) {
        form.append(name!, value!);
      }
      for (const [name, given] of Object.entries(fields)) {
        for (const value of [given].flat()) form.append(name, value);
      }
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return go(page.url, { method: 'POST', headers, body: form.toString() });
    },
  };
}

/**
 * Returns the page that the browser shows.
 * @throws Error if the browser was redirected to an application instead
 */
export function pageOf(seen: Seen): Page {
  if ('leadsTo' in seen) throw new Error(`led to ${seen.leadsTo.href}`);
  return seen;
}

/**
 * Returns the application address to which the browser was redirected.
 * @throws Error with the title of the page if the browser was not redirected to an application
 */
export function targetOf(seen: Seen): URL {
  if ('leadsTo' in seen) return seen.leadsTo;
  throw new Error(`stayed on ${seen.url}: ${seen.status} ${/<h1>([^<]*)/.exec(seen.html)?.[1]}`);
}
