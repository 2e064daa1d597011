import type { MailWay } from '@timbre/api';
import { unlessUnavailable, type CallContext } from '@timbre/kit';
import type { Mailer } from './providers';

/**
 * Asks the mailer how a mail that is queued now would be sent; returns undefined if the mailer does
 * not respond.
 */
export const mailWayAt = async (
  mailer: Pick<Mailer, 'getMailWay'>,
  context: CallContext,
): Promise<MailWay | undefined> =>
  (await unlessUnavailable(context, (asking) => mailer.getMailWay({}, asking)))?.way as
    MailWay | undefined;
