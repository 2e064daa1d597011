import { z } from 'zod';
import { passphrase } from './fiscal';
import { pageOf } from './page';
import { documentRef, identifier, instant, rfc, text, withCode } from './values';

export const scenario = z
  .looseObject({
    id: z.string(),
    title: z.string(),
    active: z.boolean().meta({ description: 'Whether the scenario is on.' }),
  })
  .meta({ id: 'SandboxScenario' });

export const sandboxScenarioInput = z.strictObject({
  scenarioId: identifier
    .nullable()
    .meta({ description: 'Identifier of the scenario; null switches it off.' }),
});

/** The response of PUT /v1/sandbox/scenario. */
export const switchedScenario = z
  .strictObject({
    scenarioId: z
      .string()
      .nullable()
      .meta({ description: 'The scenario that is on; null if none is.' }),
  })
  .meta({ id: 'SwitchedScenario' });

/**
 * - validity_reversed: the end of the validity is not after its beginning
 */
export const sandboxCertificateInput = z
  .strictObject({
    kind: z.enum(['csd', 'fiel']),
    rfc,
    legalName: text(300),
    passphrase: passphrase.min(8).optional(),
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

/**
 * The maximum number of days by which one request can advance a clock, and the maximum number of
 * years by which all requests together can advance it.
 */
export const clockDaysMax = 400;
export const clockYearsMax = 5;

/**
 * - one_of_required: give either `days` or `to`
 */
export const sandboxClockInput = z
  .strictObject({
    days: z.int().min(1).max(clockDaysMax).optional(),
    to: instant.optional().meta({ description: 'An instant after the present time of the clock.' }),
  })
  .refine(({ days, to }) => (days === undefined) !== (to === undefined), {
    path: ['days'],
    ...withCode('one_of_required', 'Say either days or to.'),
  })
  .meta({ minProperties: 1, maxProperties: 1 });

export const sandboxClock = z
  .strictObject({
    now: instant.meta({ description: 'The time of the organization at this moment.' }),
    aheadSeconds: z
      .int()
      .meta({ description: 'Seconds by which the clock is ahead of the real time.' }),
  })
  .meta({ id: 'SandboxClock' });

/** The query of GET /v1/sandbox/mails. */
export const sandboxMailFilters = pageOf({ documentRef: identifier.optional() });

const mailId = identifier.meta({ description: 'Identifier of the mail.' });

export const sandboxMailParams = z.strictObject({ mailId });
export const sandboxMailFileParams = z.strictObject({
  mailId,
  fileId: identifier.meta({ description: 'Identifier of the file in the mail.' }),
});

const shownMail = {
  mailId: z
    .string()
    .min(1)
    .meta({ description: 'Identifier of the mail, equal to that of its delivery.' }),
  documentRef: documentRef()
    .optional()
    .meta({ description: 'The document of the mail; absent for mails about members and keys.' }),
  recipient: z.string().meta({ description: 'The address that would get the mail.' }),
  fromName: z.string().meta({ description: 'The name of the sender.' }),
  subject: z.string().meta({ description: 'Subject of the mail.' }),
  createdAt: instant,
};

/** A mail in the mailbox of the sandbox. */
export const sandboxMail = z.strictObject(shownMail).meta({ id: 'SandboxMail' });

/** A sandbox mail with its text and its files. */
export const sandboxMailDetail = z
  .strictObject({
    ...shownMail,
    text: z.string().meta({ description: 'Plain text of the mail.' }),
    files: z
      .array(
        z.strictObject({
          fileId: z.string().min(1).meta({ description: 'Identifier of the file in the mail.' }),
          fileName: z.string(),
          contentType: z.string(),
          byteSize: z.int(),
        }),
      )
      .meta({ description: 'The attachments.' }),
    url: z.string().meta({ description: 'A page with the mail; a secret that needs no key.' }),
    urlExpiresAt: instant,
  })
  .meta({ id: 'SandboxMailDetail' });
