import { afterAttempt, leaseMs, mailText } from './delivery';
import type { MailOutcome } from './mailer';

const unknown: MailOutcome = { outcome: 'unknown', code: '451 4.3.0' };

describe('the outcome of an attempt to deliver a mail', () => {
  it('a mail that the server accepts gets the state sent', () => {
    expect(afterAttempt({ outcome: 'sent' }, 10)).toMatchObject({ state: 'sent' });
  });

  it.each([true, false])(
    'a refused mail is not sent again and its address is suppressed: %s',
    (isUnknown) => {
      const code = '550 5.1.1';
      const after = afterAttempt({ outcome: 'refused', code, isUnknownRecipient: isUnknown }, 1);
      expect(after).toMatchObject({ state: 'failed', errorCode: code, suppresses: isUnknown });
    },
  );

  it('a mail with an unknown outcome is sent up to ten times, with a growing backoff', () => {
    const waits = Array.from({ length: 9 }, (_, n) => afterAttempt(unknown, n + 1));
    expect(waits.every(({ state }) => state === 'queued')).toBe(true);
    const ms = waits.map(({ waitMs }) => waitMs!);
    expect(ms).toEqual(ms.toSorted((a, b) => a - b));
    expect(new Set(ms).size).toBe(9);
    expect(afterAttempt(unknown, 10)).toMatchObject({ state: 'failed', errorCode: '451 4.3.0' });
  });

  it('the lease of a delivery is longer than the timeout of a call to the mail server', () => {
    expect(leaseMs).toBeGreaterThan(60_000);
  });
});

describe('the mail', () => {
  const document = {
    issuerName: 'ESCUELA KEMPER URGATE',
    issuerRfc: 'EKU9003173C9',
    series: 'A',
    folio: 12,
    uuid: '0197f5e0-0000-7000-8000-000000000000',
  };

  it('the mail contains the series and folio of the document, and its issuer', () => {
    const { subject, text } = mailText(document, undefined);
    expect(subject).toBe('CFDI A-12 de ESCUELA KEMPER URGATE');
    expect(text.startsWith('Adjuntamos el CFDI A-12')).toBe(true);
    expect(text).toContain('0197F5E0-0000-7000-8000-000000000000');
    expect(text).toContain('RFC EKU9003173C9');
  });

  it("the mail contains the UUID of a document without series and folio, below the sender's message", () => {
    const { subject, text } = mailText({ ...document, series: null, folio: null }, 'Hola');
    expect(subject).toContain(document.uuid);
    expect(text.startsWith('Hola\n\nAdjuntamos')).toBe(true);
  });
});
