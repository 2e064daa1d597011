import { createTransport } from 'nodemailer';
import type { Mail, Mailer, MailOutcome } from '../domain/files/mailer';

/** The sum of these timeouts is shorter than the lease of a delivery (domain/files/delivery.ts). */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};
const connectionsMax = 4;

/** The members of nodemailer's errors that this module reads. */
interface SmtpError {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/**
 * Creates a mailer that sends mails through an SMTP server.
 * @param url is an smtp:// or smtps:// URL, with user, password and nodemailer's options in its query
 * @param from is the sender address
 */
export function smtpMailer(url: string, from: string): Mailer & { close(): void } {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connectionsMax,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...timeouts,
  });
  return {
    domain: from.slice(from.lastIndexOf('@') + 1),
    close: () => transport.close(),
    send: async (mail) => {
      try {
        await transport.sendMail(messageOf(mail, from));
        return { outcome: 'sent' };
      } catch (error) {
        return outcomeOf(error as SmtpError);
      }
    },
  };
}

function messageOf(mail: Mail, from: string) {
  const { messageId, fromName, recipient, subject, text, attachments } = mail;
  return {
    messageId,
    subject,
    text,
    // The names and addresses are passed as objects, so that nodemailer does not parse them as lists of
    // addresses.
    from: { name: fromName, address: from },
    to: { name: '', address: recipient },
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: attachments.map(({ fileName: filename, contentType, content }) => ({
      filename,
      contentType,
      content: Buffer.from(content),
    })),
  };
}

/** Returns whether an SMTP reply code concerns the account or the session and not the mail. */
const isOfAccount = (code: number): boolean => [503, 530, 534, 535, 538].includes(code);

function outcomeOf({ code, command, response = '', responseCode }: SmtpError): MailOutcome {
  if (responseCode === undefined) return { outcome: 'unknown', code: wordOf(code) };
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const reply = [responseCode, enhanced].filter(Boolean).join(' ');
  const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (responseCode < 500 || !isOfMail || isOfAccount(responseCode)) {
    return { outcome: 'unknown', code: reply };
  }
  const isUnknownRecipient = command === 'RCPT TO' && reply === '550 5.1.1';
  return { outcome: 'refused', code: reply, isUnknownRecipient };
}

const words: Record<string, string> = { ETIMEDOUT: 'timeout', EAUTH: 'not_authenticated' };

const wordOf = (code: string | undefined): string => words[code ?? ''] ?? 'unreachable';
