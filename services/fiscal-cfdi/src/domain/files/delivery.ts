import type { MailOutcome } from './mailer';

export type DeliveryState = 'queued' | 'sent' | 'failed';

/** The duration of the lease of an attempt. After the lease, another replica may send the mail. */
export const leaseMs = 120_000;

const minuteMs = 60_000;

/** The waits after each failed attempt. Ten attempts take about a day and a half. */
const waitsMs = [0.5, 2, 10, 30, 60, 120, 240, 480, 960].map((minutes) => minutes * minuteMs);

/** The next state of a delivery; a hard bounce also suppresses the address. */
export interface AfterAttempt {
  state: DeliveryState;
  errorCode: string | undefined;
  /** The wait until the next attempt, in milliseconds; undefined unless the delivery is queued. */
  waitMs: number | undefined;
  suppresses: boolean;
}

/** @param attempts the number of attempts, including this one */
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

/** Addresses are compared without case, as practically every mail server does. */
export const addressOf = (recipient: string): string => recipient.trim().toLowerCase();

/** The document's data that a mail contains. */
export interface MailedDocument {
  issuerName: string;
  issuerRfc: string;
  series: string | null | undefined;
  folio: number | null | undefined;
  uuid: string;
}

/** Writes the subject and the text of the mail. The text is plain, so that no input can become markup. */
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
