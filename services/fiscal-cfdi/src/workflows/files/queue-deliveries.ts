import { mailWarnings } from '@timbre/api';
import { Refusal, replyWith, type Reply, type Transaction } from '@timbre/kit';
import { addressOf } from '../../domain/files/delivery';
import { mailWayOf, type MailProviders } from '../../domain/files/mailer';
import { Delivery, Mailing, mailingResource, suppressedOf } from '../../store/files/deliveries';

type NewMailing = { documentRef: string } & Partial<
  Record<'message' | 'subject' | 'text' | 'fileName' | 'contentType', string | undefined>
> & { content?: Uint8Array; secret?: boolean };

/**
 * Queues one mail for each recipient. A job sends the mails, or stores them in the mailbox of a sandbox. A
 * delivery to a suppressed address fails immediately.
 * @throws Refusal with provider_unavailable if the deployment has no mail server and no mailboxes, or if it
 * has only mailboxes and the mail contains a secret, which must not be stored in a mailbox
 */
export async function queueDeliveries(
  tx: Transaction,
  mailing: NewMailing,
  recipients: string[],
  providers: MailProviders,
): Promise<Reply> {
  const { secret = false } = mailing;
  const way = mailWayOf(providers);
  if (way === 'none' || (way === 'mailbox' && secret)) throw noMailServer();
  const { actor } = tx.context;
  const mailingId = tx.add(Mailing, { ...mailing, secret, actor, createdAt: tx.now });
  const suppressed = await suppressedOf(tx, recipients.map(addressOf));
  for (const recipient of recipients) {
    const isSuppressed = suppressed.has(addressOf(recipient));
    tx.add(Delivery, {
      version: 1,
      mailingId,
      documentRef: mailing.documentRef,
      recipient,
      state: isSuppressed ? 'failed' : 'queued',
      attempts: 0,
      lastErrorCode: isSuppressed ? 'recipient_suppressed' : undefined,
      nextAttemptAt: isSuppressed ? undefined : tx.now,
      createdAt: tx.now,
    });
  }
  return replyWith(mailingResource, mailingId, mailWarnings(way));
}

const noMailServer = () =>
  new Refusal(
    'provider_unavailable',
    'Timbre cannot send mail here, and nothing was sent. Download the files with GET /v1/documents/{documentRef}/files/pdf and send them yourself.',
    { retryable: false, reason: 'mail_not_configured', retryAfterSeconds: 3_600 },
  );
