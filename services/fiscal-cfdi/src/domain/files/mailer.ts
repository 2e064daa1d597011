/** An e-mail to one recipient with its attachments. */
export interface Mail {
  /** Derived from what is delivered, so that a mail sent twice can be recognised. */
  messageId: string;
  fromName: string;
  recipient: string;
  subject: string;
  text: string;
  attachments: { fileName: string; contentType: string; content: Uint8Array }[];
}

/**
 * What became of a mail. `code` is the server's own, such as `550 5.1.1`, or a word of ours.
 * `refused`: the server will never take it. `unknown`: not taken now, or nobody knows; try again.
 */
export type MailOutcome =
  | { outcome: 'sent' }
  | { outcome: 'refused'; code: string; isUnknownRecipient: boolean }
  | { outcome: 'unknown'; code: string };

/** Hands mails to a server; it never throws. */
export interface Mailer {
  /** What a Message-ID of this deployment ends with. */
  readonly domain: string;
  send(mail: Mail): Promise<MailOutcome>;
}

/** What sending documents needs of the outside. */
export interface MailProviders {
  /** Absent in a deployment without a mail server. */
  mailer?: Mailer | undefined;
}
