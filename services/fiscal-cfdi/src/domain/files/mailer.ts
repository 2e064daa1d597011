import type { MailWay } from '@timbre/api';

/** An e-mail to one recipient with its attachments. */
export interface Mail {
  /** The Message-ID is derived from the delivery, so that a duplicate mail can be recognized. */
  messageId: string;
  fromName: string;
  recipient: string;
  subject: string;
  text: string;
  attachments: { fileName: string; contentType: string; content: Uint8Array }[];
}

/**
 * The outcome of a mail. `code` is the code of the mail server, for example `550 5.1.1`, or a code of Timbre.
 * - `refused`: the server will never accept the mail
 * - `unknown`: the server has not accepted the mail yet or did not respond; the mail must be sent again
 */
export type MailOutcome =
  | { outcome: 'sent' }
  | { outcome: 'refused'; code: string; isUnknownRecipient: boolean }
  | { outcome: 'unknown'; code: string };

/** Sends mails. A mailer never throws. */
export interface Mailer {
  /** The domain of the Message-IDs that this deployment writes. */
  readonly domain: string;
  send(mail: Mail): Promise<MailOutcome>;
}

export interface MailProviders {
  /** The mailer is absent in a deployment without a mail server. */
  mailer?: Mailer | undefined;
  /** Whether the organizations have a mailbox. In a sandbox every mail is kept in the mailbox. */
  hasMailbox?: boolean;
}

export const mailWayOf = ({ mailer, hasMailbox }: MailProviders): MailWay =>
  mailer ? 'server' : hasMailbox ? 'mailbox' : 'none';
