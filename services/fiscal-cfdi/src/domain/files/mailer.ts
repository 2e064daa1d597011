import type { MailWay } from '@timbre/api';

/** An e-mail with attachments to a single recipient. */
export interface Mail {
  /** The Message-ID is derived from the delivery, so that mail servers can recognize a duplicate mail. */
  messageId: string;
  fromName: string;
  recipient: string;
  subject: string;
  text: string;
  attachments: { fileName: string; contentType: string; content: Uint8Array }[];
}

/**
 * The outcome of sending a mail. `code` is the mail server's code, for example `550 5.1.1`, or a code of
 * Timbre.
 * - `refused`: the mail server will never accept the mail
 * - `unknown`: the mail server did not accept the mail yet, or did not respond; the mail must be sent again
 */
export type MailOutcome =
  | { outcome: 'sent' }
  | { outcome: 'refused'; code: string; isUnknownRecipient: boolean }
  | { outcome: 'unknown'; code: string };

/** Sends mails through the mail server. A mailer returns every failure as an outcome and never throws. */
export interface Mailer {
  /** The domain of the Message-IDs that this deployment creates. */
  readonly domain: string;
  send(mail: Mail): Promise<MailOutcome>;
}

export interface MailProviders {
  /** The mailer that sends the mails; absent if the deployment has no mail server. */
  mailer?: Mailer | undefined;
  /** If true, each organization has a mailbox. A sandbox stores every mail in the mailbox. */
  hasMailbox?: boolean;
}

export const mailWayOf = ({ mailer, hasMailbox }: MailProviders): MailWay =>
  mailer ? 'server' : hasMailbox ? 'mailbox' : 'none';
