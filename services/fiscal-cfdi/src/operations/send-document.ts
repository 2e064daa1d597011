import type { fiscalCfdi } from '@timbre/contract';
import { command, conflict, Refusal, replyWith, type Transaction } from '@timbre/kit';
import { addressOf } from '../domain/files/delivery';
import type { MailProviders } from '../domain/files/mailer';
import { Delivery, Mailing, mailingResource, suppressedOf } from '../store/files/deliveries';
import type { FiscalDocument } from '../store/fiscal-documents';
import { getDocument, namedDocument } from '../workflows/documents/fiscal-kinds';

/**
 * Queues a stamped document for each recipient; a job sends the mails. A suppressed address fails
 * at once. Refusals: not_found; conflict not_stamped, xml_missing; provider_unavailable when the
 * deployment has no mail server.
 */
export const sendDocument = command(
  async (tx, request: fiscalCfdi.SendDocumentRequest, { mailer }: MailProviders) => {
    const { documentRef, recipients, message } = request;
    const { kind, id } = namedDocument(documentRef);
    requireXml(await getDocument(tx, kind, id));
    if (!mailer) throw noMailServer();
    const mailingId = tx.add(Mailing, {
      documentRef,
      message,
      actor: tx.context.actor,
      createdAt: tx.now,
    });
    await addDeliveries(tx, { mailingId, documentRef, recipients });
    return replyWith(mailingResource, mailingId);
  },
);

function requireXml({ status, stampedXml }: FiscalDocument): void {
  if (status === 'draft') {
    throw conflict('A draft cannot be sent; stamp it first.', 'not_stamped');
  }
  if (!stampedXml) {
    throw conflict('Only the metadata of this document is available, not its XML.', 'xml_missing');
  }
}

async function addDeliveries(
  tx: Transaction,
  mailing: { mailingId: string; documentRef: string; recipients: string[] },
): Promise<void> {
  const { mailingId, documentRef, recipients } = mailing;
  const suppressed = await suppressedOf(tx, recipients.map(addressOf));
  for (const recipient of recipients) {
    const isSuppressed = suppressed.has(addressOf(recipient));
    tx.add(Delivery, {
      version: 1,
      mailingId,
      documentRef,
      recipient,
      state: isSuppressed ? 'failed' : 'queued',
      attempts: 0,
      lastErrorCode: isSuppressed ? 'recipient_suppressed' : undefined,
      nextAttemptAt: isSuppressed ? undefined : tx.now,
      createdAt: tx.now,
    });
  }
}

const noMailServer = () =>
  new Refusal(
    'provider_unavailable',
    'This deployment has no mail server, so documents cannot be sent; its operator must set TIMBRE_SMTP_URL and TIMBRE_MAIL_FROM.',
    { retryable: false, reason: 'mail_not_configured', retryAfterSeconds: 3_600 },
  );
