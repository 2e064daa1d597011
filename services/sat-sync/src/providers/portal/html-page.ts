import { parse, type HTMLElement } from 'node-html-parser';
import { SatFault } from '../../domain/sat-fault';

export interface HtmlPage {
  url: URL;
  root: HTMLElement;
  text: string;
}

export interface PageForm {
  action: URL;
  fields: Record<string, string>;
}

/**
 * The size limit of an HTML page in characters. The SAT's pages have up to some hundred kilobytes, and
 * the parser becomes slower with the size.
 */
const charactersMax = 4 << 20;

export function htmlPage(url: URL, html: string): HtmlPage {
  if (html.length > charactersMax) {
    throw new SatFault('page_not_recognised', `the page at ${placeOf(url)} is too large`);
  }
  // NUL characters are removed, because PostgreSQL cannot store NUL characters. NUL characters
  // occur in responses that are not HTML pages.
  const root = parse(html.replaceAll('\0', ''), {
    comment: false,
    blockTextElements: { script: true, style: false },
  });
  return { url, root, text: root.structuredText };
}

/**
 * Returns a form of the page with its address and its hidden fields; the default is the first form.
 */
export function formOf({ url, root }: HtmlPage, selector = 'form'): PageForm | undefined {
  const form = root.querySelector(selector);
  const action = form?.getAttribute('action') || url.href;
  if (!form || !URL.canParse(action, url.href)) return undefined;
  const fields = form.querySelectorAll('input').flatMap((input): [string, string][] => {
    const name = input.getAttribute('name');
    return name ? [[name, input.getAttribute('value') ?? '']] : [];
  });
  return {
    action: new URL(action, url),
    fields: Object.fromEntries(fields),
  };
}

/**
 * Returns the address to which a script redirects the browser, or undefined if no script redirects.
 */
export function scriptTarget({ url, root }: HtmlPage): URL | undefined {
  for (const script of root.querySelectorAll('script')) {
    const [, address] =
      /(?:top|window|document|self)?\.?location(?:\.href)?\s*=\s*['"]([^'"]+)['"]/.exec(
        script.textContent,
      ) ?? [];
    if (address && URL.canParse(address, url.href)) return new URL(address, url);
  }
  return undefined;
}

/**
 * The attributes that are preserved in a page that is stored for support. All other attributes are
 * removed, because they may contain a session identifier.
 */
const shownAttributes = new Set(['id', 'class', 'name', 'type', 'role', 'method']);
const addresses = new Set(['action', 'href', 'src']);
const supportCharactersMax = 200_000;

/**
 * Returns the text of a page in the form in which it is stored for support. Scripts, form values
 * (challenges, tokens, view states) and words as long as a token are removed from the text.
 */
export function supportText({ url, root }: HtmlPage): string {
  const copy = parse(root.toString(), { comment: false });
  copy.querySelectorAll('script, style, textarea, noscript').forEach((one) => one.remove());
  for (const element of copy.querySelectorAll('*')) {
    const kept = Object.entries(element.attributes).flatMap(([name, value]) => {
      if (shownAttributes.has(name)) return [[name, value]];
      return addresses.has(name) ? [[name, value.replace(/[?;#].*$/s, '')]] : [];
    });
    element.setAttributes(Object.fromEntries(kept) as Record<string, string>);
  }
  const text = copy.toString().replaceAll(/[\w+/=.%-]{40,}/g, '…');
  return `<!-- ${placeOf(url)} -->\n${text}`.slice(0, supportCharactersMax);
}

/** Returns an address without its query, because the query may contain a session identifier. */
export const placeOf = (url: URL): string => `${url.origin}${url.pathname.replace(/;.*$/, '')}`;

export const unrecognised = (page: HtmlPage, what: string): SatFault =>
  new SatFault(
    'page_not_recognised',
    `${what}: the page at ${placeOf(page.url)} is of another form`,
    supportText(page),
  );
