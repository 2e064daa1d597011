import type { Issue } from '@timbre/fiscal';
import { say } from './texts/text';

/**
 * How a deployment sends mail. Without a mail server, a sandbox stores its mails in the mailbox of the
 * sandbox.
 */
export type MailWay = 'server' | 'mailbox' | 'none';

/**
 * Warns that a mail will not be delivered to its recipients.
 *
 * - mail_in_mailbox: this sandbox has no mail server, so the mail was put into the sandbox's mailbox and not
 *   sent
 * - mail_not_sent: this deployment sends no mail, so nobody was informed
 */
export function mailWarnings(way: MailWay | undefined): Issue[] {
  if (way === 'mailbox') return [{ path: [], code: 'mail_in_mailbox', ...say('mail_in_mailbox') }];
  return way === 'none' ? [{ path: [], code: 'mail_not_sent', ...say('mail_not_sent') }] : [];
}
