import type { fiscalCfdi } from '@timbre/contract';
import { withoutKey, type CallContext, type ServiceClient } from '@timbre/kit';
import { Agent, request } from 'undici';
import {
  answerToDownload, answerToRequest, answerToVerification, type PackageAnswer, type RequestAnswer,
  type VerifyAnswer,
} from '../../domain/downloads/answers'; // prettier-ignore
import type { DownloadRequest, MassDownload } from '../../domain/downloads/port';
import { attribute, elements, packageBytes, resultOf } from './answers-text';

type FiscalCfdi = Pick<ServiceClient<typeof fiscalCfdi.FiscalCfdiService>, 'signMassDownload'>;

export interface MassDownloadUrls {
  requests: string;
  packages: string;
}

/** The lifetime of a token in Timbre; the SAT documents five minutes. */
const tokenMs = 4 * 60_000;
const timeoutMs = 60_000;
/**
 * The time for which a connection can be reused, shorter than the servers' own limit. On a stale connection a
 * request could be lost, and would still count as used for life.
 */
const keptMs = 1_000;
/** The size limit of small answers; packages are read piece by piece. */
const answerBytesMax = 4 << 20;

/**
 * A client of the SAT's mass download, version 1.5, for CFDI or for withholding documents. fiscal-cfdi builds
 * and signs the messages, so sat-sync never has the FIEL. Tokens stay in memory, separately for each
 * organization. A request for another RFC than that of the FIEL is not sent, because the SAT would count it
 * for the FIEL's RFC.
 */
// The four calls share one connection pool and the tokens.
// eslint-disable-next-line max-lines-per-function
export function massDownload(
  client: FiscalCfdi,
  urls: MassDownloadUrls,
): MassDownload<CallContext> & { close(): Promise<void> } {
  const agent = new Agent({
    connections: 8,
    connect: { timeout: 10_000 },
    keepAliveTimeout: keptMs,
    keepAliveMaxTimeout: keptMs,
  });
  const tokens = new Map<string, { token: string; untilMs: number }>();
  const post = (url: string, message: fiscalCfdi.SignedMassDownload, token?: string) =>
    request(url, {
      method: 'POST',
      dispatcher: agent,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      headers: {
        'content-type': 'text/xml; charset=utf-8',
        'user-agent': 'Timbre',
        soapaction: `"${message.soapAction}"`,
        ...(token !== undefined && { authorization: `WRAP access_token="${token}"` }),
      },
      body: message.envelope,
    });
  const sign = (context: CallContext, message: Partial<fiscalCfdi.SignMassDownloadRequest>) =>
    client.signMassDownload({ ...noMessage, ...message }, withoutKey(context));
  /**
   * The key of a token contains the RFC, because an organization may replace its FIEL by the FIEL
   * of another RFC.
   */
  const keyOf = ({ organizationId }: CallContext, rfc: string) => `${organizationId} ${rfc}`;
  /** @returns undefined if the SAT refuses the FIEL */
  const tokenOf = async (context: CallContext, rfc: string): Promise<string | undefined> => {
    const known = tokens.get(keyOf(context, rfc));
    if (known && known.untilMs > Date.now()) return known.token;
    const signed = await sign(context, { operation: 'authenticate' });
    const answer = await post(`${urls.requests}/Autenticacion/Autenticacion.svc`, signed);
    const text = await textOf(answer.body);
    const [token] = elements(text, 'AutenticaResult');
    if (!token) {
      // Only this fault means that the SAT refused the FIEL; any other page is an outage.
      if (/<faultcode[^>]*>\s*(?:\w+:)?InvalidSecurity\s*</.test(text)) return undefined;
      throw new Error(`no token: HTTP ${answer.statusCode}`);
    }
    tokens.set(keyOf(context, signed.rfc), { token, untilMs: Date.now() + tokenMs });
    return token;
  };
  /** Sends a signed message; a token that the SAT refuses is renewed once. */
  const call = async <Answer extends { outcome: string }>(
    context: CallContext,
    url: string,
    message: Partial<fiscalCfdi.SignMassDownloadRequest>,
    read: (body: AsyncIterable<Buffer>) => Promise<Answer>,
    failed: (isSent: boolean) => Answer,
    ownerRfc?: string,
  ): Promise<Answer | typeof noToken | typeof noFiel> => {
    for (let attempt = 0; ; attempt += 1) {
      let isSent = false;
      try {
        const signed = await sign(context, message);
        if (ownerRfc !== undefined && signed.rfc !== ownerRfc) return noFiel;
        const token = await tokenOf(context, signed.rfc);
        if (token === undefined) return noToken;
        isSent = true;
        const answer = await post(url, signed, token);
        if (answer.statusCode >= 500) throw new Error(`HTTP ${answer.statusCode}`);
        const result = await read(answer.body as AsyncIterable<Buffer>);
        const isStale =
          result.outcome === 'credential' && (result as { code?: string }).code === '300';
        if (!isStale || attempt > 0) return result;
        tokens.delete(keyOf(context, signed.rfc));
      } catch (error) {
        if (isRefusal(error, 'conflict')) return noFiel;
        // A request without a signature is not sent, so the failure does not use up a request at
        // the SAT.
        if (isRefusal(error) && !isRefusal(error, 'provider_unavailable')) throw error;
        const code = (error as { code?: string }).code ?? '';
        return failed(
          isSent && !['ECONNREFUSED', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT'].includes(code),
        );
      }
    }
  };
  return {
    request: (context, asked) =>
      call<RequestAnswer>(
        ...([context, `${urls.requests}/SolicitaDescargaService.svc`, messageOf(asked)] as const),
        async (body) => {
          const result = resultOf(await textOf(body), /SolicitaDescarga\w*Result/);
          if (!result) return { outcome: 'unknown' };
          return answerToRequest(result, attribute(result.text, 'IdSolicitud'));
        },
        (isSent) => ({ outcome: isSent ? 'unknown' : 'not_sent' }),
        asked.rfc,
      ),
    verify: (context, requestId) =>
      call<VerifyAnswer>(
        ...([context, `${urls.requests}/VerificaSolicitudDescargaService.svc`] as const),
        { operation: 'verify', requestId },
        async (body) => {
          const text = await textOf(body);
          const result = resultOf(text, /VerificaSolicitudDescargaResult/);
          if (!result) return { outcome: 'unknown' };
          return answerToVerification({
            ...result,
            state: attribute(result.text, 'EstadoSolicitud') ?? '',
            stateCode: attribute(result.text, 'CodigoEstadoSolicitud') ?? '',
            documents: Number(attribute(result.text, 'NumeroCFDIs') ?? 0),
            packages: elements(text, 'IdsPaquetes'),
          });
        },
        () => ({ outcome: 'unknown' }),
      ),
    download: (context, packageId, write) =>
      call<PackageAnswer>(
        ...([context, `${urls.packages}/DescargaMasivaService.svc`] as const),
        { operation: 'download', packageId },
        async (body) => {
          const read = await packageBytes(body, write);
          if (!read) return { outcome: 'unknown' };
          return read.isBroken ? { outcome: 'broken' } : answerToDownload(read, read.bytes);
        },
        (isSent) => (isSent ? { outcome: 'unknown' } : { outcome: 'again', code: 'not_sent' }),
      ),
    close: () => agent.close(),
  };
}

const noToken = {
  outcome: 'credential',
  code: 'InvalidSecurity',
  message: 'The SAT does not accept the FIEL; a new one is known there after some days.',
} as const;

/** The outcome if fiscal-cfdi has no active FIEL to sign with. */
const noFiel = {
  outcome: 'credential',
  code: 'fiel_missing',
  message: 'The organization has no active FIEL.',
} as const;

const isRefusal = (error: unknown, code?: string): boolean =>
  error instanceof Error &&
  error.constructor.name === 'Refusal' &&
  (code === undefined || (error as { code?: string }).code === code);

const noMessage: fiscalCfdi.SignMassDownloadRequest = {
  operation: '',
  from: '',
  to: '',
  requestType: '',
  documentStatus: '',
  folio: '',
  requestId: '',
  packageId: '',
};

/**
 * Builds the message of a request. The SAT refuses the XML of canceled received documents, so only
 * valid documents are requested. Withholding documents are always requested with status valid,
 * because a canceled document could not be recognized without metadata.
 */
const messageOf = ({ direction, requestType, from, to }: DownloadRequest) =>
  requestType === 'folio'
    ? { operation: 'request_folio', folio: from }
    : {
        operation: `request_${direction}`,
        requestType: requestType === 'metadata' ? 'Metadata' : 'CFDI',
        documentStatus:
          requestType === 'withholding' || (direction === 'received' && requestType === 'cfdi')
            ? 'Vigente'
            : 'Todos',
        from,
        to,
      };

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    if ((bytes += part.length) > answerBytesMax) throw new Error('the answer is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
