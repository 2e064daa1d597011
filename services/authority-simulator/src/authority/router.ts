import { json, Router, type Response } from 'express';
import { z } from 'zod';
import type { Clock } from '../clock';
import { certificateNumber } from '../validation/certificate';
import { refuseInput, refuseUnknown } from '../issues';
import type { CertificateRegister } from '../store/certificates';
import type { CertificateAuthority, Signer } from './certificate-authority';
import { mint, TEST_PASSPHRASE, VALIDITY_YEARS } from './mint';
import { plusYears } from './validity';

const RFC = /^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{2}[0-9A]$/;
/** Matches text without control characters and unpaired surrogates. */
const PRINTED = /^\P{C}*$/u;
const CURP = /^[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d$/;

const mintBody = z
  .strictObject({
    kind: z.enum(['csd', 'fiel']),
    rfc: z.string().regex(RFC, 'is not an RFC'),
    legalName: z
      .string()
      .trim()
      .min(1)
      .max(300)
      .regex(PRINTED, 'has a character that cannot be printed'),
    passphrase: z.string().min(1).max(256).default(TEST_PASSPHRASE),
    validFrom: z.iso.datetime({ offset: true }).optional(),
    validTo: z.iso.datetime({ offset: true }).optional(),
    curp: z.string().regex(CURP, 'is not a CURP').optional(),
    representativeRfc: z.string().regex(RFC, 'is not an RFC').optional(),
  })
  .refine(({ validFrom, validTo }) => !validFrom || !validTo || validFrom < validTo, {
    path: ['validTo'],
    message: 'must be after validFrom',
  });

export interface AuthorityParts {
  readonly authority: CertificateAuthority;
  readonly register: CertificateRegister;
  readonly pacSigners: readonly Signer[];
  readonly clock: Clock;
}

/** Serves `/authority`, which issues, publishes and revokes the certificates that the simulator trusts. */
export function authorityRouter(parts: AuthorityParts): Router {
  const { authority, register, clock } = parts;
  const router = Router();
  router.get('/ca.pem', (_request, response) => {
    // The response includes the PACs' certificates, so that clients can verify a stamp.
    const stamping = parts.pacSigners.map(({ certificate }) => certificate.toString());
    response.type('application/x-pem-file').send(authority.pem + stamping.join(''));
  });
  router.post('/certificates', json({ limit: '16kb' }), async (request, response) => {
    const body = mintBody.safeParse(request.body);
    if (!body.success) return refuseInput(response, body.error);
    const { from, to } = validityOf(body.data, clock.now());
    const minted = await mint(authority, register, { ...body.data, validFrom: from, validTo: to });
    response.status(201).json({
      certificateNumber: minted.certificateNumber,
      certificate: minted.certificate.toString('base64'),
      privateKey: minted.privateKey.toString('base64'),
      passphrase: body.data.passphrase,
      validFrom: from.toISOString(),
      validTo: to.toISOString(),
    });
  });
  router.get('/certificates/:number.cer', (request, response) => {
    sendCertificate(parts, request.params.number, response);
  });
  router.post('/certificates/:number/revoke', (request, response) => {
    const { number } = request.params;
    if (!register.revoke(number, clock.now())) return refuseUnknown(response, 'certificate');
    response.json({ certificateNumber: number, status: 'revoked' });
  });
  return router;
}

/**
 * Serves `/rccf/{0-6}/{6-12}/{12-14}/{14-16}/{16-18}/{number}.cer`, the paths of the SAT's certificate
 * store. The ranges are positions of digits in the certificate number.
 */
export function certificateStoreRouter(parts: AuthorityParts): Router {
  return Router().get('/rccf/:a/:b/:c/:d/:e/:number.cer', (request, response) => {
    const { a, b, c, d, e, number } = request.params;
    if (!number.startsWith(a + b + c + d + e)) return refuseUnknown(response, 'certificate');
    sendCertificate(parts, number, response);
  });
}

function sendCertificate(parts: AuthorityParts, number: string, response: Response): void {
  const ofPac = parts.pacSigners.find(
    ({ certificate }) => certificateNumber(certificate) === number,
  );
  const der = parts.register.der(number) ?? ofPac?.certificate.raw;
  if (!der) return refuseUnknown(response, 'certificate');
  response.type('application/pkix-cert').send(der);
}

/**
 * A new certificate is already valid for this number of hours, so that its validity covers every Fecha that
 * a PAC accepts.
 */
const HEAD_START_HOURS = 96;

/**
 * Returns the period of validity for the given dates. If only the end is given, the period starts four
 * years earlier. Times are whole seconds, as in X.509.
 */
function validityOf(
  dates: { validFrom?: string | undefined; validTo?: string | undefined },
  now: Date,
): { from: Date; to: Date } {
  const begun = new Date(Math.floor(now.getTime() / 1000 - HEAD_START_HOURS * 3600) * 1000);
  const to = dates.validTo ? new Date(dates.validTo) : undefined;
  const from = dates.validFrom
    ? new Date(dates.validFrom)
    : to && to <= begun
      ? plusYears(to, -VALIDITY_YEARS)
      : begun;
  return { from, to: to ?? plusYears(from, VALIDITY_YEARS) };
}
