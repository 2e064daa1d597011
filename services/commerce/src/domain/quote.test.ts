import fc from 'fast-check';
import {
  acceptanceIssues,
  offerIssues,
  quoteAfter,
  type QuoteStatus,
  type QuoteTrigger,
} from './quote';

const statuses: QuoteStatus[] = ['draft', 'sent', 'accepted', 'converted', 'expired', 'canceled'];
const triggers: QuoteTrigger[] = ['update', 'publish', 'expire', 'accept', 'convert', 'cancel'];

describe('quote states', () => {
  it.each<[QuoteStatus, QuoteTrigger, QuoteStatus | undefined]>([
    ['draft', 'publish', 'sent'],
    ['draft', 'accept', undefined],
    ['sent', 'publish', 'sent'],
    ['sent', 'accept', 'accepted'],
    ['expired', 'accept', undefined],
    ['expired', 'publish', 'sent'],
    ['accepted', 'update', undefined],
    ['accepted', 'convert', 'converted'],
    ['accepted', 'expire', undefined],
    ['converted', 'cancel', undefined],
    ['canceled', 'publish', undefined],
  ])('the states of a quote follow the table: %s, on %s: %s', (status, trigger, after) => {
    expect(quoteAfter(status, trigger)).toBe(after);
  });

  it('all states of a quote can be reached from a draft, and two of them are final', () => {
    const reached = new Set<QuoteStatus>(['draft']);
    for (const status of reached) {
      for (const trigger of triggers) {
        const after = quoteAfter(status, trigger);
        if (after) reached.add(after);
      }
    }
    expect([...reached].sort()).toEqual([...statuses].sort());
    const final = statuses.filter((one) => triggers.every((on) => !quoteAfter(one, on)));
    expect(final).toEqual(['converted', 'canceled']);
  });

  it('no event changes the state of a quote back to a state before its acceptance', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...triggers)), (happened) => {
        const seen = happened.reduce<QuoteStatus[]>(
          (path, on) => [...path, quoteAfter(path.at(-1)!, on) ?? path.at(-1)!],
          ['draft'],
        );
        const accepted = seen.indexOf('accepted');
        if (accepted < 0) return;
        for (const later of seen.slice(accepted)) {
          expect(['accepted', 'converted', 'canceled']).toContain(later);
        }
      }),
    );
  });
});

describe('an offer', () => {
  const offer = {
    issueDate: '2026-11-23',
    validUntil: '2026-11-23',
    hasTerms: false,
    hasCredit: false,
  };
  const codesOf = (changes: object) =>
    offerIssues({ ...offer, ...changes }).map(({ path, code }) => `${path.join('.')}: ${code}`);

  it('an offer may expire on its issue date', () => expect(codesOf({})).toEqual([]));

  it('an invalid offer is rejected with all its errors', () => {
    expect(codesOf({ validUntil: '2026-11-22', hasTerms: true })).toEqual([
      'validUntil: valid_until_before_issue',
      'settlementTerms: credit_not_enabled',
    ]);
    expect(codesOf({ validUntil: '2026-02-30' })).toEqual(['validUntil: date_invalid']);
    expect(codesOf({ hasTerms: true, hasCredit: true })).toEqual([]);
  });
});

describe('an acceptance', () => {
  const codesOf = (acceptance: object) =>
    acceptanceIssues({ fiscalTreatment: 'public_general', invoiceRequested: false, ...acceptance })
      .map(({ path, code }) => `${path.join('.')}: ${code}`); // prettier-ignore

  it('an acceptance by the public in general has no invoice and no fiscal data', () => {
    expect(codesOf({})).toEqual([]);
    expect(codesOf({ invoiceRequested: true, fiscalCustomer: { rfc: 'X' } })).toEqual([
      'invoiceRequested: invoice_not_allowed',
      'fiscalCustomer: fiscal_customer_not_allowed',
    ]);
  });

  it('an acceptance by a specific counterparty requires all fiscal data', () => {
    const fiscalTreatment = 'specific_counterparty';
    const rfc = 'EKU9003173C9';
    expect(codesOf({ fiscalTreatment, fiscalCustomer: { rfc } })).toEqual([
      'fiscalCustomer.legalName: required',
      'fiscalCustomer.taxSystem: required',
      'fiscalCustomer.postalCode: required',
      'fiscalCustomer.cfdiUse: required',
      'fiscalCustomer.email: required',
    ]);
  });
});
