import {
  createRun,
  failpoint,
  Refusal,
  type CallContext,
  type Runtime,
  type Transaction,
} from '@timbre/kit';
import { certain } from '@timbre/fiscal';
import { addressOf, afterAttempt, leaseMs, mailText } from '../../domain/files/delivery';
import type { Mail, Mailer, MailOutcome, MailProviders } from '../../domain/files/mailer';
import {
  claimDelivery,
  Delivery,
  dropDelivered,
  Mailing,
  suppress,
} from '../../store/files/deliveries';
import { keepMail } from '../../store/files/mailbox';
import { profileIn } from '../../store/set-up/read-profile';
import { getDocument, namedDocument } from '../documents/fiscal-kinds';
import { documentFile, type PdfProviders } from './document-file';

type DeliveryRuntime = Runtime<MailProviders & PdfProviders>;

/** A mail without attachments; each attempt attaches the files of the document. */
type Draft = Omit<Mail, 'attachments'> & Partial<Pick<Mail, 'attachments'>>;

/** A delivery that this worker has claimed. */
interface Claimed {
  attempts: number;
  documentRef: string;
  /** True if the text contains a secret, which must not appear in a sandbox mailbox. */
  secret: boolean;
  mail: Draft;
}

/** The outcome of an attempt, and the whole mail if it was built. */
interface Attempted {
  outcome: MailOutcome;
  mail?: Mail;
}

/**
 * Makes the next attempt of a delivery if the attempt is due and no other worker has claimed it. The
 * attempt is counted before the mail is sent, so that a retry after a crash uses the same Message-ID.
 * @returns true if this worker made the attempt
 */
export async function deliverDocument(
  runtime: DeliveryRuntime,
  context: CallContext,
  deliveryId: string,
): Promise<boolean> {
  const { mailer, hasMailbox = false } = runtime.providers;
  if (!mailer && !hasMailbox) return false;
  const claimed = await claim(runtime, context, deliveryId, mailer);
  if (!claimed) return false;
  failpoint('delivery.claimed');
  const attempted = await attempt(runtime, context, claimed, mailer);
  failpoint('delivery.handed_over');
  await settle(runtime, context, { deliveryId, ...claimed, hasMailbox }, attempted);
  return true;
}

function claim(
  runtime: DeliveryRuntime,
  context: CallContext,
  deliveryId: string,
  mailer: Mailer | undefined,
): Promise<Claimed | undefined> {
  return createRun(runtime, context).step(async (tx) => {
    const attempts = await claimDelivery(tx, deliveryId, leaseMs);
    if (attempts === undefined) return undefined;
    const delivery = await tx.get(Delivery, deliveryId, 'delivery');
    const { documentRef, recipient } = delivery;
    const messageId = `<${deliveryId}@${mailer?.domain ?? 'mailbox.invalid'}>`;
    const { secret, ...words } = await written(tx, delivery);
    return { attempts, documentRef, secret, mail: { messageId, recipient, ...words } };
  });
}

/**
 * Reads the subject and the text of the mail. If another service queued the mail, the function also reads
 * its file.
 */
async function written(
  tx: Transaction,
  { mailingId, documentRef }: Delivery,
): Promise<Omit<Draft, 'messageId' | 'recipient'> & { secret: boolean }> {
  const mailing = await tx.get(Mailing, mailingId, 'mailing');
  const profile = await profileIn(tx);
  const { subject, text, fileName, contentType, content, secret } = mailing;
  if (subject != null) {
    // A mail about members or credentials has no file, and can be sent before the fiscal profile exists.
    const attachments =
      fileName && contentType && content ? [{ fileName, contentType, content }] : [];
    const fromName = profile?.legalName ?? 'Timbre';
    return { fromName, subject, text: certain(text, 'text'), attachments, secret };
  }
  const { legalName: issuerName, rfc: issuerRfc } = certain(profile, 'profile');
  const { kind, id } = namedDocument(documentRef);
  const { series, folio, uuid } = await getDocument(tx, kind, id);
  const document = { issuerName, issuerRfc, series, folio, uuid: certain(uuid, 'uuid') };
  return { fromName: issuerName, ...mailText(document, mailing.message), secret };
}

async function attempt(
  runtime: DeliveryRuntime,
  context: CallContext,
  { documentRef, mail }: Claimed,
  mailer: Mailer | undefined,
): Promise<Attempted> {
  try {
    const formats = ['xml', 'pdf'];
    const attachments =
      mail.attachments ??
      (await Promise.all(
        formats.map((format) => documentFile.run(runtime, context, { documentRef, format })),
      ));
    const whole = { ...mail, attachments };
    return { outcome: mailer ? await mailer.send(whole) : { outcome: 'sent' }, mail: whole };
  } catch (error) {
    const isGone = error instanceof Refusal && ['not_found', 'conflict'].includes(error.code);
    if (isGone) return { outcome: gone };
    runtime.logger.error({ err: error, documentRef }, 'a document could not be sent');
    return { outcome: { outcome: 'unknown', code: 'document_unreadable' } };
  }
}

const gone: MailOutcome = {
  outcome: 'refused',
  code: 'document_unavailable',
  isUnknownRecipient: false,
};

/**
 * Records the outcome of an attempt, and stores a sent mail in the mailbox of the sandbox. If another
 * worker has claimed the delivery in the meantime, only the other worker records an outcome.
 */
function settle(
  runtime: DeliveryRuntime,
  context: CallContext,
  claimed: Omit<Claimed, 'mail'> & { deliveryId: string; hasMailbox: boolean },
  { outcome, mail }: Attempted,
): Promise<void> {
  const { deliveryId, attempts, secret, hasMailbox } = claimed;
  return createRun(runtime, context).step(async (tx) => {
    const delivery = await tx.lock(Delivery, deliveryId, 'delivery');
    if (delivery.state !== 'queued' || delivery.attempts !== attempts) return;
    const { state, errorCode, waitMs, suppresses } = afterAttempt(outcome, attempts);
    delivery.state = state;
    delivery.lastErrorCode = errorCode ?? null;
    delivery.nextAttemptAt = waitMs === undefined ? null : new Date(tx.now.getTime() + waitMs);
    delivery.sentAt = state === 'sent' ? tx.now : null;
    if (state === 'sent' && mail && hasMailbox && !secret) await keepMail(tx, claimed, mail);
    if (state !== 'queued') await dropDelivered(tx, delivery);
    if (suppresses) {
      await suppress(tx, addressOf(delivery.recipient), {
        deliveryId,
        errorCode: certain(errorCode, 'errorCode'),
      });
    }
  });
}
