import type { MailWay } from '@timbre/api';
import { unlessUnavailable, type CallContext } from '@timbre/kit';
import type { Mailer } from './providers';

/** How a mail written now will be sent; undefined while the mailer does not answer. */
export const mailWayAt = async (
  mailer: Pick<Mailer, 'getMailWay'>,
  context: CallContext,
): Promise<MailWay | undefined> =>
  (await unlessUnavailable(context, (asking) => mailer.getMailWay({}, asking)))?.way as
    MailWay | undefined;
