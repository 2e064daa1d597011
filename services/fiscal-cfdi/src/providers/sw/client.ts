import { randomBytes } from 'node:crypto';
import { parseTimbre } from '@timbre/cfdi';
import type { DocumentKind } from '../../domain/document-kind';
import type { Pac, PacDocument, StampOutcome } from '../../domain/stamping/pac';
import type { Http, HttpOutcome } from '../http';
import { toCancelOutcome } from './translate-cancel';
import { parseAnswer, toLookup, toOutcome } from './translate';
import { toAnswerOutcome, toPendingOutcome } from './translate-receiver';

export interface SwSettings {
  name: string;
  /** The URL of SW's services, for example `https://services.sw.com.mx`. */
  baseUrl: string;
  /** The URL of SW's storage, whose host begins with `api.`; by default `baseUrl`. */
  apiUrl?: string | undefined;
  user: string;
  password: string;
}

/**
 * A lookup must send the document within this time, in milliseconds. The time is short, so that the call
 * ends before the lease of the lookup expires.
 */
const lookupBeginMs = 4_000;
const storageTimeoutMs = 5_000;

/** SW's tokens are valid for two hours. The cache removes a token a little earlier. */
const tokenLifeMs = 7_200_000;
const tokenSparedMs = 60_000;

/**
 * The paths contain the number 33, but the services accept CFDI 4.0. Only the service for CFDI accepts a
 * custom id.
 */
const services: Readonly<
  Record<DocumentKind, { stamp: string; cancel: string; hasCustomId: boolean }>
> = {
  cfdi: { stamp: '/v4/cfdi33/stamp/v4', cancel: '/cfdi33/cancel/xml', hasCustomId: true },
  withholding: {
    stamp: '/retencion/stamp/v4',
    cancel: '/retencion/cancel/xml',
    hasCustomId: false,
  },
};

/** The RFC of SW as a PAC. */
const swRfc = 'LSO1306189R5';
const pendingTimeoutMs = 15_000;

/**
 * Creates a client for SW Sapien's REST services (facts: pac-sat-webservices.md §2). Timbre itself seals
 * the documents, and SW only stamps them.
 */
export function createSw(settings: SwSettings, http: Http, now: () => number): Pac {
  const token = createToken(settings, http, now);

  const stamp: Pac['stamp'] = async (sealed, attemptId, beginByMs) => {
    const bearer = await token.get();
    if ('outcome' in bearer) return bearer;
    const outcome = await send(sealed, attemptId, beginByMs, bearer.token);
    if (outcome.outcome !== 'account') return outcome;
    token.forget();
    // SW can revoke a token early, so if SW refuses a cached token, the token is renewed once. A request
    // with a revoked token stamps no document, so the stamp request can be repeated safely.
    return bearer.isKept ? stamp(sealed, attemptId, beginByMs) : outcome;
  };

  const send = async (
    sealed: PacDocument,
    attemptId: string,
    beginByMs: number,
    bearer: string,
  ): Promise<StampOutcome> => {
    if (now() > beginByMs)
      return { outcome: 'not_sent', cause: new Error('the deadline to begin has passed') };
    const { body, contentType } = multipart(sealed.xml);
    const service = services[sealed.kind];
    const answer = await http.call({
      method: 'POST',
      url: `${settings.baseUrl}${service.stamp}`,
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(service.hasCustomId && { customid: attemptId }),
        'content-type': contentType,
      },
      body,
      isWrite: true,
    });
    const outcome = toOutcome(answer);
    return outcome.outcome === 'stored'
      ? fetchStored(settings, http, bearer, outcome.tfd)
      : outcome;
  };
  return {
    name: settings.name,
    rfc: swRfc,
    ...cancellations(settings, http, token),
    stamp,
    // If SW receives a document again, it returns the first stamp, so a lookup sends the document again.
    lookup: async (sealed, attemptId) =>
      toLookup(await stamp(sealed, attemptId, now() + lookupBeginMs)),
    // SW returns stored documents only by their UUID.
    issued: undefined,
  };
}

/** Returns the functions for issuers' cancellation requests and receivers' answers. */
function cancellations(
  settings: SwSettings,
  http: Http,
  token: ReturnType<typeof createToken>,
): Pick<Pac, 'cancel' | 'pendingFor' | 'answerCancellation'> {
  /**
   * Makes a call to SW with a token. If SW has revoked the token early, the call had no effect and is
   * repeated once.
   */
  const withToken = async <Outcome extends { outcome: string }>(
    work: (bearer: string) => Promise<Outcome>,
  ): Promise<Outcome | NoToken> => {
    const bearer = await token.get();
    if ('outcome' in bearer) return bearer;
    const outcome = await work(bearer.token);
    if (outcome.outcome !== 'account') return outcome;
    token.forget();
    return bearer.isKept ? withToken(work) : outcome;
  };
  const pendingFor: Pac['pendingFor'] = (rfc) =>
    withToken(async (bearer) =>
      toPendingOutcome(
        await http.call({
          method: 'GET',
          url: `${settings.baseUrl}/pendings/${encodeURIComponent(rfc)}`,
          headers: { authorization: `Bearer ${bearer}` },
          isWrite: false,
          timeoutMs: pendingTimeoutMs,
        }),
      ),
    );
  const sendXml = (path: string, xml: string, bearer: string) => {
    const { body, contentType } = multipart(xml);
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': contentType };
    const url = `${settings.baseUrl}${path}`;
    return http.call({ method: 'POST', url, headers, body, isWrite: true });
  };
  const cancel: Pac['cancel'] = ({ kind, xml }) =>
    withToken(async (bearer) => toCancelOutcome(await sendXml(services[kind].cancel, xml, bearer)));
  const answerCancellation: Pac['answerCancellation'] = (signed) =>
    withToken(async (bearer) =>
      toAnswerOutcome(await sendXml('/acceptreject/xml', signed, bearer)),
    );
  return { cancel, pendingFor, answerCancellation };
}

/**
 * Reads the stamped XML of an attempt from SW's storage, if SW has already stamped a document with this
 * customid.
 */
async function fetchStored(
  settings: SwSettings,
  http: Http,
  token: string,
  tfd: string,
): Promise<StampOutcome> {
  const { uuid } = parseTimbre(tfd);
  const headers = { authorization: `Bearer ${token}` };
  const api = settings.apiUrl ?? settings.baseUrl;
  const url = `${api}/datawarehouse/v1/live/${uuid}`;
  const read = { method: 'GET', isWrite: false, timeoutMs: storageTimeoutMs } as const;
  const found = await http.call({ ...read, url, headers });
  const records =
    found.outcome === 'answered' ? parseAnswer(found.text)?.data?.['records'] : undefined;
  const urlXml = (records as { urlXml?: string }[] | undefined)?.[0]?.urlXml;
  if (!urlXml) return { outcome: 'pending' };
  // The file can be on another storage host, which must not receive the token.
  const isOurs = URL.canParse(urlXml) && new URL(urlXml).origin === new URL(api).origin;
  const file = await http.call({ ...read, url: urlXml, ...(isOurs && { headers }) });
  return file.outcome === 'answered' && file.status === 200
    ? { outcome: 'stamped', xml: file.text }
    : { outcome: 'pending' };
}

type NoToken = Extract<StampOutcome, { outcome: 'account' | 'not_sent' }>;

function createToken(settings: SwSettings, http: Http, now: () => number) {
  let known: { token: string; untilMs: number } | undefined;
  return {
    forget: () => (known = undefined),
    async get(): Promise<{ token: string; isKept: boolean } | NoToken> {
      if (known && known.untilMs > now()) return { token: known.token, isKept: true };
      const answer = await http.call({
        method: 'POST',
        url: `${settings.baseUrl}/v2/security/authenticate`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ user: settings.user, password: settings.password }),
        isWrite: false,
      });
      const result = toToken(answer, now);
      if ('outcome' in result) return result;
      known = { token: result.token, untilMs: result.untilMs - tokenSparedMs };
      return { token: known.token, isKept: false };
    },
  };
}

/**
 * Reads the token from a response. No document is sent before a token was received, so every failure is
 * `not_sent` or `account`.
 */
function toToken(
  answer: HttpOutcome,
  now: () => number,
): { token: string; untilMs: number } | NoToken {
  if (answer.outcome !== 'answered') return { outcome: 'not_sent', cause: answer.cause };
  const body = parseAnswer(answer.text);
  const token = body?.data?.['token'];
  if (typeof token === 'string') {
    return { token, untilMs: untilMs(Number(body?.data?.['expires_in']), now()) };
  }
  if (!body || answer.status >= 500)
    return { outcome: 'not_sent', cause: new Error(`HTTP ${answer.status}`) };
  return { outcome: 'account', code: 'credentials', message: body.message ?? 'refused' };
}

/**
 * Returns the time until a token expires, in milliseconds. SW sends `expires_in` either as remaining
 * seconds or as epoch seconds.
 */
function untilMs(expiresIn: number, nowMs: number): number {
  if (!(expiresIn > 0)) return nowMs + tokenLifeMs;
  return expiresIn > 1e9 ? expiresIn * 1000 : nowMs + expiresIn * 1000;
}

function multipart(xml: string): { body: Buffer; contentType: string } {
  const boundary = `timbre-${randomBytes(12).toString('hex')}`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="xml"; filename="xml"\r\nContent-Type: text/xml\r\n\r\n`;
  const body = Buffer.from(`${head}${xml}\r\n--${boundary}--\r\n`);
  return { body, contentType: `multipart/form-data; boundary=${boundary}` };
}
