import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { json, Router, type Response } from 'express';
import { z } from 'zod';
import {
  readCancellation,
  refusalCode,
  type CancellationRequest,
  type RequestRefusal,
} from '../sat/signed-request';
import { takeCancellation, type CancellationCounter } from '../sat/take-cancellation';
import { readCertificate, type TrustedCertificates } from '../validation/certificate';
import { answerSw, swError, swSuccess, type SwAnswer } from './envelope';
import { readXmlPart } from './multipart';

const PROBLEMS_WITH_XML = 'CACFDI33 - Problemas con el xml.';
const PROBLEMS_WITH_FIELDS = 'CACFDI33 - Problemas con los campos.';

const csdBody = z.object({
  uuid: z.string().min(1),
  rfc: z.string().min(1),
  motivo: z.string().min(1),
  folioSustitucion: z.string().nullish(),
  b64Cer: z.base64().min(1),
  b64Key: z.base64().min(1),
  password: z.string().min(1),
});

/** Serves `POST /cfdi33/cancel/{xml|csd}` and `/retencion/cancel/{xml|csd}`. */
export function cancelRouter(counter: CancellationCounter, trusted: TrustedCertificates): Router {
  const router = Router();
  const families = { cfdi33: 'cfdi', retencion: 'retenciones' } as const;
  for (const [path, family] of Object.entries(families)) {
    router.post(`/${path}/cancel/xml`, async (request, response) => {
      const xml = await readXmlPart(request);
      if (!xml)
        return answerSw(response, swError(PROBLEMS_WITH_XML, 'El xml no fue proporcionado.'));
      const { cancelCode } = counter.knobs.pac('sw');
      if (cancelCode) return answerSw(response, swError(PROBLEMS_WITH_XML, `${cancelCode} - `));
      const read = readCancellation(xml, trusted, counter.clock.now());
      if ('refusal' in read) return refuse(response, family, read.refusal);
      if (read.request.family !== family)
        return refuse(response, family, { code: '301', message: 'XML mal formado: otro servicio' });
      answerSw(response, take(counter, read.request));
    });
    router.post(`/${path}/cancel/csd`, json({ limit: '64kb' }), (request, response) => {
      const body = csdBody.safeParse(request.body);
      if (!body.success) {
        const missing = body.error.issues.map(({ path: [name] }) => String(name)).join(', ');
        return answerSw(response, swError(PROBLEMS_WITH_FIELDS, missing));
      }
      const objection = csdObjection(body.data, trusted, counter.clock.now());
      if (objection) return refuse(response, family, objection);
      const { uuid, rfc, motivo, folioSustitucion } = body.data;
      const replacement = folioSustitucion?.toLowerCase() || undefined;
      const folio = { uuid: uuid.toLowerCase(), motive: motivo, replacement };
      answerSw(response, take(counter, { family, rfc, folios: [folio] }));
    });
  }
  return router;
}

function take(counter: CancellationCounter, request: CancellationRequest): SwAnswer {
  const taken = takeCancellation(counter, request, 'element');
  if (!taken.taken)
    return swError(
      'CACFDI33 - Error no controlado.',
      '708 - No se pudo conectar al SAT.',
      null,
      500,
    );
  const uuid = Object.fromEntries(
    taken.folios.map(({ uuid, status }) => [
      uuid.toUpperCase(),
      counter.knobs.pac('sw').folioCode || status,
    ]),
  );
  return swSuccess({ acuse: taken.acuse, uuid });
}

/**
 * Sends the refusal of a cancellation. SW prefixes the SAT's codes with CA for CFDI and CR for withholding
 * documents.
 */
function refuse(response: Response, family: 'cfdi' | 'retenciones', refusal: RequestRefusal): void {
  const code = `${family === 'cfdi' ? 'CA' : 'CR'}${refusalCode(family, refusal.code)}`;
  answerSw(response, swError(PROBLEMS_WITH_XML, `${code} - ${refusal.message}.`));
}

function csdObjection(
  { rfc, b64Cer, b64Key, password }: z.infer<typeof csdBody>,
  { authority, register }: TrustedCertificates,
  now: Date,
): RequestRefusal | undefined {
  const der = Buffer.from(b64Cer, 'base64');
  const certificate = readCertificate(der);
  if (!certificate?.isCsd || !authority.issued(der))
    return { code: '305', message: 'Certificado inválido' };
  if (certificate.rfc !== rfc) return { code: '303', message: 'El CSD es de otro RFC' };
  if (register.isRevoked(certificate.number, now) || now > certificate.validTo)
    return { code: '304', message: 'Certificado revocado o caduco' };
  const key = keyOf(b64Key, password);
  if (!key) return { code: '305', message: 'La contraseña no abre la llave' };
  if (new X509Certificate(der).checkPrivateKey(key)) return undefined;
  return { code: '305', message: 'La llave no es la del certificado' };
}

function keyOf(b64Key: string, passphrase: string): KeyObject | undefined {
  const key = Buffer.from(b64Key, 'base64');
  try {
    return createPrivateKey({ key, format: 'der', type: 'pkcs8', passphrase });
  } catch {
    // The caller refuses the cancellation.
    return undefined;
  }
}
