import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { mailWayOf, type MailProviders } from '../domain/files/mailer';

/** Returns the destination of this deployment's mails, for services that queue a mail later. */
export const getMailWay = query(
  (_, __: fiscalCfdi.GetMailWayRequest, providers: MailProviders): Promise<fiscalCfdi.MailWay> =>
    Promise.resolve({ way: mailWayOf(providers) }),
);
