import { createDueJob, type JobParts } from '@timbre/kit';
import { deliverDocument } from '../workflows/files/deliver-document';
import type { PdfProviders } from '../workflows/files/document-file';
import type { MailProviders } from '../domain/files/mailer';
import { dueDeliveries } from '../store/files/deliveries';

const everyMs = 1_000;
/** This batch size equals the number of the mailer's connections. */
const batchMax = 4;

/** Sends queued mails to the mail server. A mail that fails temporarily is sent again after a backoff. */
export const createDeliveryJob = ({
  runtime,
  systemPool,
}: JobParts<MailProviders & PdfProviders>) =>
  createDueJob(runtime, systemPool, {
    name: 'deliver-documents',
    everyMs,
    due: dueDeliveries,
    batchMax,
    work: (context, { id }) => deliverDocument(runtime, context, id),
  });
