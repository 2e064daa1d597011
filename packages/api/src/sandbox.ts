import { z } from 'zod';
import { instant, rfc, text, withCode } from './values';

export const scenario = z
  .looseObject({ id: z.string(), title: z.string() })
  .meta({ id: 'SandboxScenario' });

export const sandboxCertificateInput = z
  .strictObject({
    kind: z.enum(['csd', 'fiel']),
    rfc,
    legalName: text(300),
    passphrase: z.string().min(8).max(256).optional(),
    validFrom: instant.optional(),
    validTo: instant.optional(),
  })
  .refine(({ validFrom, validTo }) => !validFrom || !validTo || isAfter(validTo, validFrom), {
    path: ['validTo'],
    ...withCode('validity_reversed', 'validTo comes after validFrom.'),
  });

const isAfter = (later: string, earlier: string) => Date.parse(later) > Date.parse(earlier);

export const sandboxCertificate = z
  .strictObject({
    certificateNumber: z.string(),
    certificate: z.string(),
    privateKey: z.string(),
    passphrase: z.string(),
    validFrom: instant,
    validTo: instant,
  })
  .meta({ id: 'SandboxCertificate' });
