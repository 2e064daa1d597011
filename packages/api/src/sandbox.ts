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

/** How far a clock is advanced at once, and in all. */
export const clockDaysMax = 400;
export const clockYearsMax = 5;

export const sandboxClockInput = z
  .strictObject({
    days: z.int().min(1).max(clockDaysMax).optional(),
    to: instant.optional().meta({ description: 'An instant after that of the clock.' }),
  })
  .refine(({ days, to }) => (days === undefined) !== (to === undefined), {
    path: ['days'],
    ...withCode('one_of_required', 'Say either days or to.'),
  });

export const sandboxClock = z
  .strictObject({
    now: instant.meta({ description: 'The time of the organization at this moment.' }),
    aheadSeconds: z.int().meta({ description: 'Seconds by which it is ahead of the real time.' }),
  })
  .meta({ id: 'SandboxClock' });
