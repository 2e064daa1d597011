import type { fiscalCfdi } from '@timbre/contract';
import { command } from '@timbre/kit';
import type { MailProviders } from '../domain/files/mailer';
import { queueDeliveries } from '../workflows/files/queue-deliveries';

/**
 * Queues a complete mail that another service has written, with the issuer as its sender. The operation
 * refuses with provider_unavailable if the deployment has no mail server.
 */
export const queueMail = command(
  (tx, request: fiscalCfdi.QueueMailRequest, providers: MailProviders) => {
    const { recipients, ...mailing } = request;
    const content = Buffer.from(mailing.content);
    return queueDeliveries(tx, { ...mailing, content }, recipients, providers);
  },
);
