import { Refusal, type CallContext } from '@timbre/kit';
import {
  answerToDownload, answerToRequest, answerToVerification, type PackageAnswer, type RequestAnswer,
  type VerifyAnswer,
} from '../../domain/downloads/answers'; // prettier-ignore
import type { DownloadRequest, MassDownload } from '../../domain/downloads/port';
import { attribute, elements, packageBytes, resultOf } from './answers-text';
import { Session, textOf, type MessageFields, type Signer } from './session';

export interface MassDownloadUrls {
  requests: string;
  packages: string;
}

/** A kind of call to the SAT, with the functions that build its message and read its response. */
interface Step<Answer> {
  url(urls: MassDownloadUrls): string;
  message: MessageFields;
  /** The RFC whose FIEL must sign the message; absent if any FIEL may sign. */
  ownerRfc?: string;
  read(body: AsyncIterable<Buffer>): Promise<Answer>;
  /** Returns the outcome of a call to which the SAT did not respond. */
  failed(isSent: boolean): Answer;
}

/** The calls of a mass download, in the order in which they are sent. */
const steps = {
  request: (asked: DownloadRequest): Step<RequestAnswer> => ({
    url: ({ requests }) => `${requests}/SolicitaDescargaService.svc`,
    message: messageOf(asked),
    ownerRfc: asked.rfc,
    async read(body) {
      const result = resultOf(await textOf(body), /SolicitaDescarga\w*Result/);
      if (!result) return { outcome: 'unknown' };
      return answerToRequest(result, attribute(result.text, 'IdSolicitud'));
    },
    failed: (isSent) => ({ outcome: isSent ? 'unknown' : 'not_sent' }),
  }),
  verify: (requestId: string): Step<VerifyAnswer> => ({
    url: ({ requests }) => `${requests}/VerificaSolicitudDescargaService.svc`,
    message: { operation: 'verify', requestId },
    async read(body) {
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
    failed: () => ({ outcome: 'unknown' }),
  }),
  download: (packageId: string, write: (bytes: Buffer) => Promise<void>): Step<PackageAnswer> => ({
    url: ({ packages }) => `${packages}/DescargaMasivaService.svc`,
    message: { operation: 'download', packageId },
    async read(body) {
      const read = await packageBytes(body, write);
      if (!read) return { outcome: 'unknown' };
      return read.isBroken ? { outcome: 'broken' } : answerToDownload(read, read.bytes);
    },
    failed: (isSent) => (isSent ? { outcome: 'unknown' } : { outcome: 'again', code: 'not_sent' }),
  }),
};

/**
 * Creates a client of the SAT's mass download, version 1.5, for CFDI or for withholding documents.
 * fiscal-cfdi builds and signs the messages, so sat-sync never has access to the FIEL. Tokens are cached
 * in memory, separately for each organization. A request whose RFC differs from the RFC of the FIEL is
 * not sent, because the SAT would count it for the FIEL's RFC.
 */
export function massDownload(
  signer: Signer,
  urls: MassDownloadUrls,
): MassDownload<CallContext> & { close(): Promise<void> } {
  const session = new Session(signer, `${urls.requests}/Autenticacion/Autenticacion.svc`);
  const run = <Answer extends { outcome: string }>(context: CallContext, step: Step<Answer>) =>
    runStep(session, context, step, step.url(urls));
  return {
    request: (context, asked) => run(context, steps.request(asked)),
    verify: (context, requestId) => run(context, steps.verify(requestId)),
    download: (context, packageId, write) => run(context, steps.download(packageId, write)),
    close: () => session.close(),
  };
}

/**
 * Sends a signed message. If the SAT refuses the token, a new token is requested and the message is sent
 * a second time.
 */
async function runStep<Answer extends { outcome: string; code?: string }>(
  session: Session,
  context: CallContext,
  { message, ownerRfc, read, failed }: Step<Answer>,
  url: string,
): Promise<Answer | typeof noToken | typeof noFiel> {
  for (let attempt = 0; ; attempt += 1) {
    let isSent = false;
    try {
      const signed = await session.sign(context, message);
      if (ownerRfc !== undefined && signed.rfc !== ownerRfc) return noFiel;
      const token = await session.token(context, signed.rfc);
      if (token === undefined) return noToken;
      isSent = true;
      const answer = await session.post(url, signed, token);
      if (answer.statusCode >= 500) throw new Error(`HTTP ${answer.statusCode}`);
      const result = await read(answer.body);
      const isStale = result.outcome === 'credential' && result.code === staleToken;
      if (!isStale || attempt > 0) return result;
      session.forgetToken(context, signed.rfc);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'conflict') return noFiel;
      // If signing fails, the request is not sent, so the SAT does not count it.
      if (error instanceof Refusal && error.code !== 'provider_unavailable') throw error;
      return failed(isSent && !neverConnected.has((error as { code?: string }).code ?? ''));
    }
  }
}

/** The code with which the SAT refuses an invalid token. */
const staleToken = '300';

/**
 * Error codes for a connection that was never opened. These error codes prove that nothing was
 * sent.
 */
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT']);

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

/**
 * Builds the message of a download request. Only valid received CFDI are requested, because the SAT
 * refuses requests for the XML of canceled received documents. Withholding documents are also requested
 * only with status valid, because without metadata a canceled withholding document could not be
 * recognized.
 */
function messageOf({ direction, requestType, from, to }: DownloadRequest): MessageFields {
  if (requestType === 'folio') return { operation: 'request_folio', folio: from };
  const isOnlyValid =
    requestType === 'withholding' || (direction === 'received' && requestType === 'cfdi');
  return {
    operation: `request_${direction}`,
    requestType: requestType === 'metadata' ? 'Metadata' : 'CFDI',
    documentStatus: isOnlyValid ? 'Vigente' : 'Todos',
    from,
    to,
  };
}
