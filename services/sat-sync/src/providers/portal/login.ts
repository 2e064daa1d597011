import { SatFault } from '../../domain/sat-fault';
import type { Browser } from './browser';
import { formOf, unrecognised, type HtmlPage } from './html-page';

/** What fiscal-cfdi answers to the challenge of a login page; its key never leaves that service. */
export interface SignedChallenge {
  rfc: string;
  token: string;
  fert: string;
}

export type SignChallenge = (guid: string) => Promise<SignedChallenge>;

/** A visit with an open session. */
export interface Visit {
  browser: Browser;
  rfc: string;
  /** The page after the login. */
  page: HtmlPage;
}

/**
 * Enters a portal by FIEL (facts: sat-sync-reports B.2). Every portal leads to the login with a password
 * first; the login by FIEL is beside it.
 * @throws SatFault
 */
export async function enterPortal(
  browser: Browser,
  portal: URL,
  sign: SignChallenge,
): Promise<Visit> {
  const isLogin = ({ url }: HtmlPage) => url.pathname.includes('/nidp/');
  const first = await browser.follow(await browser.get(portal), isLogin);
  if (!isLogin(first)) throw unrecognised(first, 'login');
  const fiel = await browser.get(fielAddress(first.url), first.url);
  const form = formOf(fiel, '#certform');
  const guid = form?.fields.guid;
  if (!form || !guid) throw unrecognised(fiel, 'login by FIEL');
  const { rfc, token, fert } = await sign(guid);
  const sent = await browser.post(form.action, { ...form.fields, token, fert }, fiel.url);
  if (isRefused(sent)) throw new SatFault('credential_rejected', 'the SAT refuses the FIEL');
  const isInside = ({ url, text }: HtmlPage) =>
    url.host === portal.host && !url.pathname.includes('/nidp/') && text.includes(rfc);
  const page = await browser.follow(sent, isInside);
  if (!isInside(page)) throw unrecognised(page, 'after the login');
  return { browser, rfc, page };
}

/** `/nidp/app/login?id=fiel…` beside the page of the password. */
function fielAddress(login: URL): URL {
  const before = login.pathname.slice(0, login.pathname.indexOf('/nidp/'));
  return new URL(`${before}/nidp/app/login?id=fiel&sid=0&option=credential&sid=0`, login.origin);
}

/** The login page again, or its words about a certificate that it does not take. */
const isRefused = (page: HtmlPage): boolean =>
  page.root.querySelector('#certform') !== null ||
  /certificado.{0,80}(incorrect|inv[áa]lid|revocad|caduc|vencid)/is.test(page.text);

/** Ends the session, because the SAT gives few to an RFC. A failure changes nothing. */
export async function leavePortal({ browser }: Visit, portal: URL): Promise<void> {
  const logout = new URL('Home/LogOut', withSlash(portal));
  await browser.get(logout, portal).catch(() => undefined);
}

/** The address of a portal as the base of its pages. */
export const withSlash = (portal: URL): URL =>
  new URL(`${portal.pathname.replace(/\/$/, '')}/`, portal.origin);
