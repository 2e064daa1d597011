import { Router, text, type Request, type Response } from 'express';
import { certain, firstIn } from '@timbre/fiscal';
import { writeFault } from '../soap/envelope';
import type { TrustedCertificates } from '../validation/certificate';
import { escapeXml } from '../xml/escape';
import { childOf, childrenOf, descendantsOf, localName, parseXml, textOf } from '../xml/tree';
import type { Element } from '../xml/tree';
import { writePackage } from './packages';
import {
  canceledAt, knobsFor, openPackage, requestDownload, verifyDownload, type Answer, type Asked,
  type Family, type MassDownloadDesk, type OpenedPackage,
} from './requests'; // prettier-ignore
import { enclosedCertificate, verifySigned } from './signed';
import { readToken, writeToken } from './token';

const DOWNLOAD = 'http://DescargaMasivaTerceros.sat.gob.mx';
const AUTH = 'http://DescargaMasivaTerceros.gob.mx';
const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const INVALID_SECURITY = 'An error occurred when verifying security for the message.';

export interface MassDownloadParts extends MassDownloadDesk {
  readonly trusted: TrustedCertificates;
  readonly secret: Buffer;
  /** Returns the real time, because tokens expire in real time even if the simulator's clock is ahead. */
  readonly realNow: () => Date;
}

interface ServiceParts extends MassDownloadParts {
  readonly family: Family;
}

/**
 * Serves the SAT's two mass downloads: one for CFDI, and one below `/retenciones` for withholding
 * documents.
 */
export function massDownloadRouter(parts: MassDownloadParts): Router {
  const router = Router();
  router.use('/retenciones', servicesOf({ ...parts, family: 'retenciones' }));
  return router.use(servicesOf({ ...parts, family: 'cfdi' }));
}

/**
 * Serves the four services of the SAT's mass download, version 1.5, under their real paths, either for CFDI
 * or for withholding documents.
 */
function servicesOf(parts: ServiceParts): Router {
  const router = Router();
  const read = text({ type: () => true, limit: '256kb' });
  const serve = (path: string, answer: (operation: Operation, response: Response) => void) =>
    router.post(path, read, (request, response) => {
      response.type('text/xml; charset=utf-8');
      const operation = operationOf(request);
      if (operation) return answer(operation, response);
      response.status(500).send(writeFault('s', 's:Client', 'The message is not understood.'));
    });
  serve('/Autenticacion/Autenticacion.svc', (operation, response) => {
    const token = authenticate(parts, operation);
    if (token === undefined)
      return response.status(500).send(writeFault('s', 'a:InvalidSecurity', INVALID_SECURITY));
    const result = `<AutenticaResult>${escapeXml(token)}</AutenticaResult>`;
    const body = `<AutenticaResponse xmlns="${AUTH}">${result}</AutenticaResponse>`;
    response.send(envelope(body, announcedLife(parts.realNow())));
  });
  serve('/SolicitaDescargaService.svc', (operation, response) =>
    solicit(parts, operation, response),
  );
  serve('/VerificaSolicitudDescargaService.svc', (operation, response) =>
    verify(parts, operation, response),
  );
  serve('/DescargaMasivaService.svc', (operation, response) =>
    download(parts, operation, response),
  );
  return router;
}

interface Operation {
  readonly name: string;
  readonly header: Element | undefined;
  readonly body: Element;
  readonly authorization: string;
}

/** The operations whose SOAPAction differs from their name, each with its SOAPAction. */
const actions: Record<string, string> = { PeticionDescargaMasivaTercerosEntrada: 'Descargar' };

/**
 * Returns the operation of a SOAP message whose SOAPAction matches its body; undefined for any other message.
 */
function operationOf(request: Request): Operation | undefined {
  try {
    const root = parseXml(String(request.body));
    const body = firstIn(childrenOf(certain(childOf(root, 'Body'), 'Body')));
    const name = localName(body);
    const action = (request.get('soapaction') ?? '').replaceAll('"', '');
    if (!action.endsWith(`/${actions[name] ?? name}`)) return undefined;
    const authorization = request.get('authorization') ?? '';
    return { name, header: childOf(root, 'Header'), body, authorization };
  } catch {
    // The caller treats the request as an unknown operation.
    return undefined;
  }
}

function authenticate(parts: ServiceParts, { name, header }: Operation): string | undefined {
  const security = childOf(header, 'Security');
  const stamp = childOf(security, 'Timestamp');
  const token = childOf(security, 'BinarySecurityToken');
  if (name !== 'Autentica' || !stamp || !token) return undefined;
  const now = parts.realNow();
  const expires = Date.parse(textOf(childOf(stamp, 'Expires') ?? stamp));
  if (!(expires > now.getTime())) return undefined;
  const signature = childOf(security, 'Signature');
  const verdict = verifySigned(stamp, signature, textOf(token), parts.trusted, parts.clock.now());
  if (!('signer' in verdict)) return undefined;
  return writeToken(parts.secret, verdict.signer.rfc, verdict.signer.number, now);
}

const OASIS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity';
const ANNOUNCED_MS = 300_000;

/**
 * Returns the validity that a response states for a token: five minutes, although the token is valid for
 * ten.
 */
function announcedLife(now: Date): string {
  const [created, expires] = [0, ANNOUNCED_MS].map((ms) => new Date(now.getTime() + ms));
  const times = `<u:Created>${certain(created, 'created').toISOString()}</u:Created><u:Expires>${certain(expires, 'expires').toISOString()}</u:Expires>`;
  const stamp = `<u:Timestamp xmlns:u="${OASIS}-utility-1.0.xsd" u:Id="_0">${times}</u:Timestamp>`;
  return `<o:Security s:mustUnderstand="1" xmlns:o="${OASIS}-secext-1.0.xsd">${stamp}</o:Security>`;
}

/** Returns the request element of an operation, if its token and its signature are valid. */
function admitted(
  parts: ServiceParts,
  { body, authorization }: Operation,
): { readonly asked: Element; readonly rfc: string } | Answer {
  const now = parts.clock.now();
  const holder = readToken(parts.secret, authorization, parts.realNow());
  if (holder === undefined || knobsFor(parts, holder).expiredTokens)
    return { code: '300', message: 'Token invalido.' };
  const asked = childrenOf(body)[0];
  if (!asked) return { code: '301', message: 'XML Mal Formado' };
  const signature = childOf(asked, 'Signature');
  const certificate = enclosedCertificate(signature);
  const verdict = verifySigned(body, signature, certificate, parts.trusted, now);
  if (!('signer' in verdict)) return verdict;
  const rfc = asked.attributes.get('RfcSolicitante') ?? '';
  if (verdict.signer.rfc !== rfc || holder !== rfc)
    return { code: '303', message: 'Sello no corresponde a RfcSolicitante' };
  return { asked, rfc };
}

const directions: Record<string, Asked['direction']> = {
  SolicitaDescargaEmitidos: 'issued',
  SolicitaDescargaRecibidos: 'received',
  SolicitaDescargaFolio: 'folio',
};

function solicit(parts: ServiceParts, operation: Operation, response: Response): void {
  const direction = directions[operation.name];
  if (!direction) return void response.status(500).send(writeFault('s', 's:Client', 'Unknown.'));
  const admission = admitted(parts, operation);
  const { code, message, id }: Answer & { id?: string } =
    'code' in admission ? admission : take(parts, direction, admission);
  const rfc = 'code' in admission ? '' : admission.rfc;
  const isLost = id !== undefined && parts.random() < knobsFor(parts, rfc).dropAnswerRate;
  if (isLost) return void response.socket?.destroy();
  send(response, operation.name, { IdSolicitud: id, CodEstatus: code, Mensaje: message });
}

function take(
  parts: ServiceParts,
  direction: Asked['direction'],
  { asked, rfc }: { asked: Element; rfc: string },
) {
  const of = (name: string) => asked.attributes.get(name) ?? '';
  const own = direction === 'issued' ? 'RfcEmisor' : 'RfcReceptor';
  if (direction !== 'folio' && of(own) !== rfc)
    return { code: '303', message: `Sello no corresponde a ${own}` };
  return requestDownload(parts, {
    family: parts.family,
    rfc,
    direction,
    type: (of('TipoSolicitud') || 'CFDI') as Asked['type'],
    from: of('FechaInicial'),
    to: of('FechaFinal'),
    folio: of('Folio').toLowerCase(),
    issuerRfc: direction === 'received' ? of('RfcEmisor') : '',
    receiverRfcs: descendantsOf(asked, 'RfcReceptor').map(textOf),
    documentType: of('TipoComprobante'),
    status: of('EstadoComprobante'),
  });
}

function verify(parts: ServiceParts, operation: Operation, response: Response): void {
  const admission = admitted(parts, operation);
  if ('code' in admission)
    return send(response, operation.name, {
      CodEstatus: admission.code,
      Mensaje: admission.message,
    });
  const { asked, rfc } = admission;
  const found = verifyDownload(
    parts,
    { rfc, family: parts.family },
    asked.attributes.get('IdSolicitud') ?? '',
  );
  const attributes = {
    CodEstatus: found.code,
    EstadoSolicitud: String(found.state),
    CodigoEstadoSolicitud: found.stateCode,
    NumeroCFDIs: String(found.count),
    Mensaje: found.message,
  };
  const packages = found.packages.map((id) => `<IdsPaquetes>${id}</IdsPaquetes>`).join('');
  send(response, operation.name, attributes, packages);
}

function download(parts: ServiceParts, operation: Operation, response: Response): void {
  const admission = admitted(parts, operation);
  const id = 'code' in admission ? '' : (admission.asked.attributes.get('IdPaquete') ?? '');
  const rfc = 'code' in admission ? '' : admission.rfc;
  const opened: OpenedPackage =
    'code' in admission ? admission : openPackage(parts, { rfc, family: parts.family }, id);
  const { truncatedBase64, hostilePackages } = knobsFor(parts, rfc);
  let base64 = '';
  const { request, stamps } = opened;
  if (request && stamps) {
    const content = { request, packageId: id, stamps, isHostile: hostilePackages };
    const zip = writePackage({ ...content, canceledAt: (uuid) => canceledAt(parts, uuid) });
    base64 = zip.toString('base64');
    if (truncatedBase64) base64 = base64.slice(0, base64.length >> 1);
  }
  const header = `<h:respuesta CodEstatus="${opened.code}" Mensaje="${escapeXml(opened.message)}" xmlns:h="${DOWNLOAD}"/>`;
  const packet = base64 ? `<Paquete>${base64}</Paquete>` : '<Paquete/>';
  const body = `<RespuestaDescargaMasivaTercerosSalida xmlns="${DOWNLOAD}">${packet}</RespuestaDescargaMasivaTercerosSalida>`;
  response.send(envelope(body, header));
}

function send(
  response: Response,
  operation: string,
  attributes: Record<string, string | undefined>,
  content = '',
): void {
  const written = Object.entries(attributes)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${escapeXml(value)}"`]))
    .join('');
  const result = `<${operation}Result${written}>${content}</${operation}Result>`;
  response.send(
    envelope(`<${operation}Response xmlns="${DOWNLOAD}">${result}</${operation}Response>`),
  );
}

const envelope = (body: string, header = ''): string =>
  `<s:Envelope xmlns:s="${SOAP}">${header && `<s:Header>${header}</s:Header>`}` +
  `<s:Body>${body}</s:Body></s:Envelope>`;
