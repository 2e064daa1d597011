import type { MailOutcome } from './mailer';

export type DeliveryState = 'queued' | 'sent' | 'failed';

/**
 * The time for which a replica leases a delivery to make one attempt. When the lease has ended, another
 * replica may send the mail.
 */
export const leaseMs = 120_000;

const minuteMs = 60_000;

/**
 * The waiting times after each failed attempt to send a mail. All ten attempts together take about a day
 * and a half.
 */
const waitsMs = [0.5, 2, 10, 30, 60, 120, 240, 480, 960].map((minutes) => minutes * minuteMs);

/** The state of a delivery after an attempt; a hard bounce also suppresses the address. */
export interface AfterAttempt {
  state: DeliveryState;
  errorCode: string | undefined;
  /** The time until the next attempt, in milliseconds; undefined if no attempt follows. */
  waitMs: number | undefined;
  suppresses: boolean;
}

/** @param attempts is the number of attempts so far, including this attempt */
export function afterAttempt(outcome: MailOutcome, attempts: number): AfterAttempt {
  switch (outcome.outcome) {
    case 'sent':
      return { state: 'sent', errorCode: undefined, waitMs: undefined, suppresses: false };
    case 'refused': {
      const { code: errorCode, isUnknownRecipient: suppresses } = outcome;
      return { state: 'failed', errorCode, waitMs: undefined, suppresses };
    }
    case 'unknown': {
      const waitMs = waitsMs[attempts - 1];
      const state = waitMs === undefined ? 'failed' : 'queued';
      return { state, errorCode: outcome.code, waitMs, suppresses: false };
    }
  }
}

/** Addresses are compared without case, because practically all mail servers ignore case. */
export const addressOf = (recipient: string): string => recipient.trim().toLowerCase();

/** The data of a document that its mail contains. */
export interface MailedDocument {
  issuerName: string;
  issuerRfc: string;
  series: string | null | undefined;
  folio: number | null | undefined;
  uuid: string;
}

/**
 * Returns the subject and the text of a mail about a document. The text is plain text, so that no input is
 * interpreted as markup.
 */
export function mailText(document: MailedDocument, message: string | null | undefined) {
  const { issuerName, issuerRfc, series, folio, uuid } = document;
  const number = [series, folio].filter((part) => part != null).join('-') || uuid;
  const text = [
    ...(message ? [message, ''] : []),
    `Adjuntamos el CFDI ${number} con folio fiscal ${uuid.toUpperCase()}:`,
    'el XML, que es el comprobante, y su representación impresa en PDF.',
    '',
    issuerName,
    `RFC ${issuerRfc}`,
    '',
  ].join('\n');
  return { subject: `CFDI ${number} de ${issuerName}`, text };
}
