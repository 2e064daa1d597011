import { Router, text, type Request, type Response } from 'express';
import { reply } from '../scenarios/reply';
import { weatherFault } from '../scenarios/weather';
import {
  readEnvelope,
  writeEnvelope,
  writeFault,
  writeFields,
  type SoapRequest,
} from '../soap/envelope';
import { REFUSED_PASSWORD } from '../sw/authenticate';
import { childText, type Element } from '../xml/tree';
import { CANCEL_SERVICE, cancelSignature } from './cancel';
import type { FinkokAnswer, FinkokParts, FinkokService } from './operation';
import { stampService } from './stamp';
import { UTILITIES_SERVICE } from './utilities';

const SERVICES: Record<string, FinkokService> = {
  stamp: stampService('cfdi'),
  cancel: CANCEL_SERVICE,
  utilities: UTILITIES_SERVICE,
  retentions: { ...stampService('retenciones'), cancel_signature: cancelSignature('retenciones') },
};

/** Serves Finkok's SOAP services at `/servicios/soap/{service}`, with or without `.wsdl`. */
export function finkokRouter(parts: FinkokParts): Router {
  const router = Router();
  // The limit allows Finkok's documents of about 1 MB, to which base64 adds a third.
  router.use(text({ type: () => true, limit: '1.5mb' }));
  router.post('/servicios/soap/:service', (request, response) => {
    const name = String(request.params.service).replace(/\.wsdl$/, '');
    const service = SERVICES[name];
    if (!service) return void response.sendStatus(404);
    serve(name, service, parts, request, response);
  });
  return router;
}

function serve(
  name: string,
  service: FinkokService,
  parts: FinkokParts,
  request: Request,
  response: Response,
): void {
  let soap: SoapRequest;
  try {
    soap = readEnvelope(String(request.body));
  } catch (error) {
    return sendFault(response, 'senv:Client.XMLSyntaxError', (error as Error).message);
  }
  const operation = service[soap.operation];
  if (!operation)
    return sendFault(response, 'senv:Client.ResourceNotFound', `Requested resource not found`);
  const isRefused = refusesCredentials(soap.body, parts);
  const answer: FinkokAnswer = isRefused
    ? { fields: operation.refusedCredentials }
    : operation.run(soap.body, parts);
  const body = writeAnswer(name, soap.operation, answer);
  const late = parts.pac.knobs.timings().lateAnswerSeconds;
  const fault = answer.fault ?? weatherFault(response);
  reply(response, { status: 200, type: 'text/xml', body }, fault, late);
}

function refusesCredentials(body: Element, { pac }: FinkokParts): boolean {
  const username = childText(body, 'username');
  const password = childText(body, 'password');
  const isRefused = pac.knobs.pac('finkok').credentials === 'refused';
  return isRefused || !username || !password || password === REFUSED_PASSWORD;
}

function writeAnswer(service: string, operation: string, { fields }: FinkokAnswer): string {
  const namespaces =
    ` xmlns:tns="http://facturacion.finkok.com/${service}"` +
    ' xmlns:s0="apps.services.soap.core.views"';
  const result = `<tns:${operation}Result>${writeFields('s0', fields)}</tns:${operation}Result>`;
  return writeEnvelope(
    'senv',
    namespaces,
    `<tns:${operation}Response>${result}</tns:${operation}Response>`,
  );
}

function sendFault(response: Response, code: string, message: string): void {
  const body = writeFault('senv', code, message);
  reply(response, { status: 500, type: 'text/xml', body }, weatherFault(response));
}
