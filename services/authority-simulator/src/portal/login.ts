import { certain } from '@timbre/fiscal';
import {
  createHmac,
  createPublicKey,
  createVerify,
  randomBytes,
  timingSafeEqual,
  X509Certificate,
} from 'node:crypto';
import { Router, urlencoded, type Request, type RequestHandler, type Response } from 'express';
import type { Clock } from '../clock';
import type { CertificateRegister } from '../store/certificates';
import { readCertificate } from '../validation/certificate';
import { autoForm, hidden, page, scriptTo } from './html';
import type { PortalKnobs } from './knobs';

/** The duration of a portal session, in milliseconds. */
const SESSION_MS = 10 * 60_000;

export interface LoginParts {
  readonly clock: Clock;
  readonly register: CertificateRegister;
  readonly secret: Buffer;
  readonly knobs: () => PortalKnobs;
}

export interface Portals {
  /** Serves the pages of the SAT's login, under `/portal/login`. */
  readonly router: Router;
  /**
   * This middleware accepts only requests with a session. The response to a request without a session is
   * the form that leads to the login.
   */
  readonly session: (portal: string) => RequestHandler;
  /** Returns the RFC of the request's session. */
  readonly rfcOf: (response: Response) => string;
}

interface Session {
  readonly rfc: string;
  readonly untilMs: number;
}

/** Serves the SAT's login with FIEL, as a browser uses it (facts: sat-sync-reports.md B.2). */
export function portalsOf(parts: LoginParts): Portals {
  const guids = new Set<string>();
  const logins = new Map<string, string>();
  const sessions = new Map<string, Session>();
  return {
    router: loginRouter(parts, guids, logins),
    session: (portal) => sessionGate(parts, portal, sessions),
    rfcOf: (response) => String(response.locals['rfc']),
  };
}

function loginRouter(parts: LoginParts, guids: Set<string>, logins: Map<string, string>): Router {
  const router = Router();
  router.use(urlencoded({ extended: false, limit: '64kb' }));
  router.post('/nidp/wsfed/ep', (request, response) => {
    const id = cookie(request, 'login') ?? randomBytes(12).toString('hex');
    logins.set(id, String((request.body as Fields)['wctx'] ?? ''));
    response.cookie('login', id, { httpOnly: true, path: '/' });
    response.send(page('Acceso', captchaPage));
  });
  router.get('/nidp/app/login', (request, response) => {
    const { id } = request.query;
    if (id !== 'fiel') return void response.send(proceed(parts, request, logins));
    if (parts.knobs().captcha) return void response.send(page('Acceso', captchaPage));
    // The real page is empty if the request has no Referer.
    if (!request.get('referer')) return void response.send('');
    response.send(certificatePage(guids));
  });
  // The portal of the Constancia has a login of its own, which accepts no password.
  router.get('/nidp/idff/sso', (request, response) => {
    const { id } = request.query;
    if (id !== constanciaLogin) return void response.send(page('Acceso', captchaPage));
    const login = randomBytes(12).toString('hex');
    logins.set(login, '');
    response.cookie('login', login, { httpOnly: true, path: '/' });
    response.send(autoForm(`/portal/login/nidp/app/login?id=${id}`, { option: 'credential' }));
  });
  router.post('/nidp/saml2/sso', (request, response) => {
    const { SAMLRequest, RelayState } = request.body as Fields;
    const [, rfc = ''] = (logins.get(cookie(request, 'login') ?? '') ?? '').split('\n');
    if (!SAMLRequest || !rfc) return void response.send(page('Acceso', captchaPage));
    const SAMLResponse = Buffer.from(claimOf(parts, rfc)).toString('base64');
    const fields = { SAMLResponse, RelayState: String(RelayState) };
    response.send(autoForm(`/portal/constancia${ASSERTIONS}`, fields));
  });
  router.post('/nidp/app/login', (request, response) => {
    if (request.query['id'] === constanciaLogin)
      return void response.send(
        parts.knobs().captcha ? page('Acceso', captchaPage) : certificatePage(guids),
      );
    const rfc = provenRfc(request.body as Fields, parts, guids);
    const login = cookie(request, 'login') ?? '';
    if (!rfc || !logins.has(login)) {
      return void response.send(
        page('Acceso', '<div id="msgError">Certificado, clave o RFC incorrectos.</div>'),
      );
    }
    logins.set(login, `${logins.get(login)}\n${rfc}`);
    response.send(scriptTo('/portal/login/nidp/app/login?sid=0'));
  });
  router.get('/nidp/app/logout', (_request, response) => {
    response.clearCookie('login').send(page('Sesión cerrada', 'Adiós'));
  });
  return router;
}

type Fields = Record<string, unknown>;

const constanciaLogin = 'fiel_Aviso';
/** The login posts its result to this path of the portal of the Constancia. */
const ASSERTIONS = '/saml2/sp/acs/post';

/** Returns the page with the challenge that a FIEL must sign. */
function certificatePage(guids: Set<string>): string {
  const guid = randomBytes(18).toString('base64');
  guids.add(guid);
  const fields = hidden({
    guid,
    ks: 'null',
    seeder: '',
    arc: '',
    tan: '',
    placer: '',
    secuence: '',
    urlApplet: '',
  });
  return page(
    'Acceso con e.firma',
    `<form id="certform" name="certform" method="post" action="/portal/login/nidp/app/login?sid=0&amp;sid=0">${fields}<input type="hidden" name="token" id="token" value=""/><input type="hidden" name="fert" id="fert" value=""/></form>`,
  );
}

const captchaPage =
  '<form method="post" action="/portal/login/nidp/app/login?id=ciec"><div id="divCaptcha"><img src="data:," alt="captcha"/></div></form>';

/** Returns the form that submits the result of the login to the portal. */
function proceed(parts: LoginParts, request: Request, logins: Map<string, string>): string {
  const [wctx = '', rfc = ''] = (logins.get(cookie(request, 'login') ?? '') ?? '').split('\n');
  if (!rfc) return page('Acceso', captchaPage);
  if (!wctx) return page('Acceso', 'Sesión iniciada');
  return autoForm(`/portal/${wctx}/`, { wa: 'wsignin1.0', wresult: claimOf(parts, rfc), wctx });
}

/** Returns a signed proof of a login for a portal, which is valid for a minute. */
function claimOf({ clock, secret }: LoginParts, rfc: string): string {
  const claim = `${rfc}|${clock.now().getTime() + 60_000}`;
  return `${claim}|${sign(claim, secret)}`;
}

const sign = (claim: string, secret: Buffer): string =>
  createHmac('sha256', secret).update(claim).digest('hex');

/**
 * Returns the RFC whose FIEL signed the challenge of a login page. Each challenge can be used only once.
 */
function provenRfc(
  body: Fields,
  { register, clock }: LoginParts,
  guids: Set<string>,
): string | undefined {
  const decode = (text: string) => Buffer.from(text, 'base64').toString('latin1');
  const [challenge = '', signature = ''] = decode(String(body['token'] ?? ''))
    .split('#')
    .map(decode);
  const [guid = '', rfc = '', number = ''] = challenge.split('|');
  if (guid !== body['guid'] || !guids.delete(guid)) return undefined;
  const der = register.der(number);
  const certificate = der && readCertificate(der);
  if (!der || !certificate || certificate.isCsd || certificate.rfc !== rfc) return undefined;
  const now = clock.now();
  if (register.isRevoked(number, now) || now > certificate.validTo) return undefined;
  if (body['fert'] !== fertOf(certificate.validTo)) return undefined;
  const key = createPublicKey(
    new X509Certificate(der).publicKey.export({ type: 'spki', format: 'pem' }),
  );
  const isSigned = createVerify('RSA-SHA1')
    .update(challenge, 'latin1')
    .verify(key, Buffer.from(signature, 'base64'));
  return isSigned ? rfc : undefined;
}

const fertOf = (validTo: Date): string =>
  `${validTo.toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`;

function sessionGate(
  parts: LoginParts,
  portal: string,
  sessions: Map<string, Session>,
): RequestHandler {
  const name = `session-${portal}`;
  const parse = urlencoded({ extended: false, limit: '64kb' });
  const gate: RequestHandler = (request, response, next) => {
    if (parts.knobs().unavailable) return void response.status(503).send('Service Unavailable');
    const nowMs = parts.clock.now().getTime();
    const session = sessions.get(cookie(request, name) ?? '');
    if (session && session.untilMs > nowMs) {
      response.locals['rfc'] = session.rfc;
      if (request.path !== '/Home/LogOut') return next();
      sessions.delete(certain(cookie(request, name), 'the cookie'));
      return void response.clearCookie(name).send(page('Salir', 'Sesión cerrada'));
    }
    const isSaml = portal === 'constancia';
    const { wresult, SAMLResponse = '', RelayState } = (request.body ?? {}) as Fields;
    const asserted = Buffer.from(String(SAMLResponse), 'base64').toString('latin1');
    const rfc = rfcOfResult(isSaml ? asserted : wresult, parts.secret, nowMs);
    if (request.method === 'POST' && request.path === (isSaml ? ASSERTIONS : '/') && rfc) {
      const id = randomBytes(18).toString('hex');
      sessions.set(id, { rfc, untilMs: nowMs + SESSION_MS });
      response.cookie(name, id, { httpOnly: true, path: '/' });
      return void response.redirect(302, isSaml ? String(RelayState) : `/portal/${portal}/`);
    }
    if (isSaml) {
      const fields = { SAMLRequest: 'AuthnRequest', RelayState: request.originalUrl };
      return void response.send(autoForm('/portal/login/nidp/saml2/sso', fields));
    }
    const action = '/portal/login/nidp/wsfed/ep?id=ciec';
    response.send(autoForm(action, { wa: 'wsignin1.0', wtrealm: portal, wctx: portal }));
  };
  return (request, response, next) =>
    parse(request, response, (error?: unknown) =>
      error ? next(error) : gate(request, response, next),
    );
}

function rfcOfResult(result: unknown, secret: Buffer, nowMs: number): string | undefined {
  const [rfc = '', until = '', mac = ''] = String(result ?? '').split('|');
  const expected = Buffer.from(sign(`${rfc}|${until}`, secret));
  const given = Buffer.from(mac);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return Number(until) > nowMs ? rfc : undefined;
}

function cookie(request: Request, name: string): string | undefined {
  const pairs = (request.get('cookie') ?? '').split(/;\s*/).map((pair) => pair.split('='));
  return pairs.find(([key]) => key === name)?.[1];
}
