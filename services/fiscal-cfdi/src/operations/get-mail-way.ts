import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { mailWayOf, type MailProviders } from '../domain/files/mailer';

/**
 * Returns whether this deployment sends mails to a mail server, stores mails in a mailbox, or cannot send
 * mails. Other services call this operation before they queue a mail.
 */
export const getMailWay = query(
  (_, __: fiscalCfdi.GetMailWayRequest, providers: MailProviders): Promise<fiscalCfdi.MailWay> =>
    Promise.resolve({ way: mailWayOf(providers) }),
);
