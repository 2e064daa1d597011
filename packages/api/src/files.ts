import { paperLanguages } from '@timbre/fiscal';
import { z } from 'zod';
import {
  documentRef,
  email,
  form,
  freeText,
  givenRef,
  identifier,
  instant,
  withCode,
} from './values';

const recipientsMax = 10;

/** Returns the schema of a list that rejects repeated values. */
function once(list: z.ZodArray<z.ZodString | z.ZodEmail>, fold: (text: string) => string) {
  const unique = list.superRefine((texts, context) => {
    const seen = new Set<string>();
    for (const [index, text] of texts.entries()) {
      if (seen.has(fold(text))) {
        const repeated = withCode('repeated', `${text} is given more than once.`);
        context.addIssue({ code: 'custom', path: [index], ...repeated });
      }
      seen.add(fold(text));
    }
  });
  return unique.meta({ uniqueItems: true });
}

/** A list of distinct email addresses; case is ignored. */
const recipients = once(z.array(email).min(1).max(recipientsMax), (address) =>
  address.toLowerCase(),
);

export const sendInput = z.strictObject({
  recipients,
  message: freeText(1_000)
    .optional()
    .meta({ description: 'Your own text above the text of the mail.' }),
});

export const delivery = z
  .strictObject({
    deliveryId: z.string().min(1),
    documentRef: documentRef(),
    recipient: z.string(),
    state: z.enum(['queued', 'sent', 'failed']),
    attempts: z.int().min(0),
    lastErrorCode: z.string().optional().meta({
      description:
        'Reason of the last failed attempt: the code of the mail server, such as 550 5.1.1, or recipient_suppressed, document_unavailable, document_unreadable, not_authenticated, timeout, unreachable.',
    }),
    createdAt: instant,
    nextAttemptAt: instant.optional(),
    sentAt: instant.optional(),
  })
  .meta({ id: 'Delivery' });

export const mailing = z
  .strictObject({
    documentRef: documentRef(),
    createdAt: instant,
    deliveries: z.array(delivery),
  })
  .meta({ id: 'Mailing' });

const documentsMax = 500;

const documentRefs = once(z.array(givenRef()).min(1).max(documentsMax), (reference) => reference);

export const downloadInput = z.strictObject({
  documentRefs,
  format: z.enum(['xml', 'pdf', 'both']),
});

export const downloadParams = z.strictObject({ downloadId: identifier });

export const documentsDownload = z
  .strictObject({
    downloadId: z.string().min(1),
    state: z.enum(['preparing', 'ready', 'failed', 'expired']),
    format: z.enum(['xml', 'pdf', 'both']),
    total: z.int().min(1).meta({ description: 'Number of requested documents.' }),
    done: z.int().min(0).meta({ description: 'Number of finished documents.' }),
    omitted: z.array(z.strictObject({ documentRef: documentRef(), code: z.string() })).meta({
      description: 'Documents that are not in the ZIP because they changed, each with the reason.',
    }),
    errorCode: z.enum(['too_large', 'not_prepared']).optional(),
    byteSize: z.int().min(0).optional(),
    createdAt: instant,
    expiresAt: instant.optional().meta({ description: 'Time until which the ZIP is kept.' }),
    url: z.url().optional().meta({
      description: 'Secret link to the ZIP; it needs no API key. Each answer has a new link.',
    }),
    urlExpiresAt: instant.optional(),
  })
  .meta({ id: 'DocumentsDownload' });

/** The file formats of documents. */
export const documentFormat = z.enum(['xml', 'pdf', 'ticket', 'payment', 'acuse', 'acuse_pdf']);

/** The languages of printed documents. */
export const documentLanguage = z.enum(paperLanguages);

export const documentLink = z
  .strictObject({
    url: z.url().meta({ description: 'Link to the file that needs no key; a secret.' }),
    expiresAt: instant,
  })
  .meta({ id: 'DocumentLink' });

/** The maximum size of an upload, in bytes. */
export const uploadBytesMax = 10 << 20;

const contentTypes = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/xml',
  'application/zip',
  'image/jpeg',
  'image/png',
  'text/csv',
  'text/plain',
  'text/xml',
] as const;

/**
 * A file name without a path. The name must be valid in an HTTP header and on every operating
 * system.
 */
const fileName = z
  .string()
  .regex(/^[A-Za-z0-9_][A-Za-z0-9._ -]{0,99}$/, form('format_file_name'))
  .meta({ description: 'Letters, digits, space, dot, hyphen and underscore.' });

export const uploadInput = z.strictObject({
  fileName,
  contentType: z.enum(contentTypes),
  byteSize: z.int().min(1).max(uploadBytesMax),
  sha256: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, form('format_sha256'))
    .transform((hex) => hex.toLowerCase())
    .meta({ description: 'SHA-256 of the content, hexadecimal.' }),
});

export const fileParams = z.strictObject({ fileId: identifier });

const linkText = 'The address needs no key; it is a secret. Each answer has a new link.';

export const file = z
  .strictObject({
    fileId: z.string().min(1),
    state: z.enum(['pending', 'stored', 'expired']),
    fileName: z.string(),
    contentType: z.enum(contentTypes),
    byteSize: z.int().min(1),
    sha256: z.string(),
    createdAt: instant,
    storedAt: instant.optional(),
    uploadUrl: z
      .url()
      .optional()
      .meta({ description: `Upload link: PUT the content there. ${linkText}` }),
    uploadUrlExpiresAt: instant.optional(),
    url: z
      .url()
      .optional()
      .meta({ description: `Link to the content. ${linkText}` }),
    urlExpiresAt: instant.optional(),
  })
  .meta({ id: 'File' });
