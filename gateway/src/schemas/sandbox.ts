import { z } from 'zod';
import { instant, rfc, text } from './values';

export const scenario = z
  .looseObject({ id: z.string(), title: z.string() })
  .meta({ id: 'SandboxScenario' });

export const sandboxCertificateInput = z.strictObject({
  kind: z.enum(['csd', 'fiel']),
  rfc,
  legalName: text(300),
  passphrase: z.string().min(8).max(256).optional(),
  validFrom: instant.optional(),
  validTo: instant.optional(),
});

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
