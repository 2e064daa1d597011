import type { MailWay } from '@timbre/api';
import { Refusal, withoutKey, type CallContext } from '@timbre/kit';
import type { Mailer } from './providers';

/** Where a mail that is written now will go; undefined while the mailer does not answer. */
export async function mailWayAt(
  mailer: Pick<Mailer, 'getMailWay'>,
  context: CallContext,
): Promise<MailWay | undefined> {
  try {
    return (await mailer.getMailWay({}, withoutKey(context))).way as MailWay;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
