import {
  createDueJob,
  createRun,
  Refusal,
  underKey,
  type CallContext,
  type JobParts,
  type Repeated,
  type Runtime,
} from '@timbre/kit';
import type { MailProviders, Mailer } from '../workflows/providers';
import { dueMails, Mail } from '../store/mails';
import { wordsOf, type Secrets } from '../domain/mail-words';

const everyMs = 2_000;
const batchMax = 10;
/**
 * The wait after the first attempt without a response, in milliseconds. The wait doubles with each
 * further attempt.
 */
const waitMs = 5_000;
const waitMsMax = 3_600_000;

/** Creates a job that sends mails to the mailer, which queues each mail once. */
export function createMailJob({ runtime, systemPool }: JobParts<MailProviders>): Repeated {
  const { mailer, mailSecrets } = runtime.providers;
  return createDueJob(runtime, systemPool, {
    name: 'send-mails',
    everyMs,
    due: dueMails,
    batchMax,
    work: (context, { id }) => sendMail(runtime, context, mailer, mailSecrets, id),
  });
}

/**
 * Sends a mail to the mailer, which is the mail queue of fiscal-cfdi. The next attempt is scheduled
 * before the call. All attempts use the same idempotency key, so a lost response does not make the
 * mailer queue the mail twice.
 * @returns whether the mail was queued or permanently rejected
 */
export async function sendMail(
  runtime: Runtime,
  context: CallContext,
  mailer: Mailer,
  secrets: Secrets,
  id: string,
): Promise<boolean> {
  const run = createRun(runtime, context);
  const mail = await run.step(async (tx) => {
    const found = await tx.lock(Mail, id, 'mail');
    if (found.state !== 'due' || !found.nextAttemptAt || found.nextAttemptAt > tx.now)
      return undefined;
    const wait = Math.min(waitMs * 2 ** found.attempts, waitMsMax);
    found.attempts += 1;
    found.nextAttemptAt = new Date(tx.now.getTime() + wait);
    return { kind: found.kind, facts: found.facts, recipient: found.recipient };
  });
  if (!mail) return false;
  const errorCode = await hand(context, mailer, secrets, id, mail);
  if (errorCode === 'unknown') return false;
  await run.step(async (tx) => {
    const sent = await tx.lock(Mail, id, 'mail');
    sent.state = errorCode === undefined ? 'queued' : 'refused';
    sent.lastErrorCode = errorCode ?? null;
    sent.nextAttemptAt = null;
  });
  return true;
}

/**
 * @returns undefined if the mail was queued, `unknown` if the call must be retried, otherwise the
 * reason of the permanent rejection
 */
async function hand(
  context: CallContext,
  mailer: Mailer,
  secrets: Secrets,
  id: string,
  mail: Pick<Mail, 'kind' | 'facts' | 'recipient'>,
): Promise<string | undefined> {
  const request = {
    ...wordsOf(mail, secrets),
    documentRef: `letter:${id}`,
    recipients: [mail.recipient],
    fileName: '',
    contentType: '',
    content: Buffer.alloc(0),
    // The mail is marked as secret, because anybody who reads a login code can act as the person in
    // all organizations.
    secret: mail.kind === 'login_code',
  };
  try {
    await mailer.queueMail(request, underKey(context, 'queueMail', id));
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, details } = error;
    const isFinal = details.reason === 'mail_not_configured' || code === 'validation_error';
    return isFinal ? (details.reason ?? code) : 'unknown';
  }
}
