import { SatFault } from '../../domain/sat-fault';
import type { Browser } from './browser';
import { formOf, unrecognised, type HtmlPage } from './html-page';

/**
 * The challenge of a login page, signed by fiscal-cfdi. The private key never leaves fiscal-cfdi.
 */
interface SignedChallenge {
  rfc: string;
  token: string;
  fert: string;
}

export type SignChallenge = (guid: string) => Promise<SignedChallenge>;

/** A session at a portal of the SAT after the login. */
export interface PortalSession {
  browser: Browser;
  rfc: string;
  /** The first page of the portal after the login. */
  page: HtmlPage;
  /** The addresses of the pages that end the session (logout). */
  exits: URL[];
}

const isLogin = ({ url }: HtmlPage): boolean => url.pathname.includes('/nidp/');

/**
 * Logs in to a portal with the FIEL (facts: sat-sync-reports B.2). Every portal first shows the login
 * with a password, which links to the login with the FIEL.
 * @throws SatFault
 */
export async function enterPortal(
  browser: Browser,
  portal: URL,
  sign: SignChallenge,
): Promise<PortalSession> {
  const first = await browser.follow(await browser.get(portal), isLogin);
  if (!isLogin(first)) throw unrecognised(first, 'login');
  const fiel = await browser.get(fielAddress(first.url), first.url);
  const { rfc, sent } = await proveFiel(browser, fiel, sign);
  const page = await arrival(browser, sent, portal, rfc);
  const exits = [new URL('Home/LogOut', withSlash(portal)), exitOf(fiel.url)];
  return { browser, rfc, page, exits };
}

/**
 * The path of the Constancia's session broker, which redirects to the SAT's page for reprinting the
 * Constancia.
 */
const brokerPath =
  'app/seg/SessionBroker?url=/PTSC/IdcSiat/autc/ReimpresionTramite/ConsultaTramite.jsf' +
  '&parametro=c&idSessionBit=&idSessionBit=null';

/**
 * Logs in to the portal of the Constancia (facts: sat-sync-reports D.2). After the login, the SAT's
 * session broker transfers the session to the portal.
 * @throws SatFault
 */
export async function enterConstancia(
  browser: Browser,
  login: URL,
  portal: URL,
  sign: SignChallenge,
): Promise<PortalSession> {
  const isChallenge = (page: HtmlPage) => formOf(page, '#certform') !== undefined;
  const fiel = await browser.follow(await browser.get(login), isChallenge);
  const { rfc, sent } = await proveFiel(browser, fiel, sign);
  const broker = await browser.get(new URL(brokerPath, withSlash(portal)), sent.url);
  const page = await arrival(browser, broker, portal, rfc);
  return { browser, rfc, page, exits: [exitOf(fiel.url)] };
}

/**
 * Has fiscal-cfdi sign the challenge of a login page and submits the signed form.
 * @throws SatFault
 */
async function proveFiel(
  browser: Browser,
  fiel: HtmlPage,
  sign: SignChallenge,
): Promise<{ rfc: string; sent: HtmlPage }> {
  const form = formOf(fiel, '#certform');
  const guid = form?.fields.guid;
  if (!form || !guid) throw unrecognised(fiel, 'login by FIEL');
  const { rfc, token, fert } = await sign(guid);
  const sent = await browser.post(form.action, { ...form.fields, token, fert }, fiel.url);
  if (isRefused(sent)) throw new SatFault('credential_rejected', 'the SAT refuses the FIEL');
  return { rfc, sent };
}

/**
 * Follows redirects and forms of the login until the page of the portal is reached. On most
 * portals, the first page after the login shows the RFC. On other portals, the login has ended at a
 * page without a further redirect or automatic form.
 * @throws SatFault
 */
async function arrival(
  browser: Browser,
  from: HtmlPage,
  portal: URL,
  rfc: string,
): Promise<HtmlPage> {
  const isOfPortal = (page: HtmlPage) => page.url.host === portal.host && !isLogin(page);
  const isInside = (page: HtmlPage) => isOfPortal(page) && page.text.includes(rfc);
  const page = await browser.follow(from, isInside);
  if (!isOfPortal(page)) throw unrecognised(page, 'after the login');
  return page;
}

/** Returns the base address of the login pages. */
function loginBase({ pathname, origin }: URL): string {
  return `${origin}${pathname.slice(0, pathname.indexOf('/nidp/'))}/nidp/app`;
}

/** Returns the address of the login with the FIEL, such as `/nidp/app/login?id=fiel…`. */
const fielAddress = (login: URL): URL =>
  new URL(`${loginBase(login)}/login?id=fiel&sid=0&option=credential&sid=0`);

const exitOf = (login: URL): URL => new URL(`${loginBase(login)}/logout`);

/**
 * Whether the login failed: the response is the login page again, or states that the certificate
 * was refused.
 */
const isRefused = (page: HtmlPage): boolean =>
  page.root.querySelector('#certform') !== null ||
  /certificado.{0,80}(incorrect|inv[áa]lid|revocad|caduc|vencid)/is.test(page.text);

/** Logs out, because the SAT allows only a few sessions for an RFC at a time. */
export async function leavePortal({ browser, page, exits }: PortalSession): Promise<void> {
  // Failures of the logout are ignored: the data were already read, and the SAT ends the session after
  // some minutes.
  for (const exit of exits) await browser.get(exit, page.url).catch(() => undefined);
}

/**
 * Returns the address of a portal with a slash at its end, so that relative addresses of its pages
 * can be resolved.
 */
export const withSlash = (portal: URL): URL =>
  new URL(`${portal.pathname.replace(/\/$/, '')}/`, portal.origin);
