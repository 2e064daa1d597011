import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { mailWayOf, type MailProviders } from '../domain/files/mailer';

/** Where the mails of this deployment go, for services that have one sent later. */
export const getMailWay = query(
  (_, __: fiscalCfdi.GetMailWayRequest, providers: MailProviders): Promise<fiscalCfdi.MailWay> =>
    Promise.resolve({ way: mailWayOf(providers) }),
);
