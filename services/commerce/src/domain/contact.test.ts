import { contactIssues, type ContactFacts } from './contact';

const codesOf = (contact: ContactFacts) =>
  contactIssues(contact).map(({ path, code }) => `${path.join('.')}: ${code}`);
const moral = 'EKU9003173C9';
const fisica = 'CACX7605101P8';

describe('contactIssues', () => {
  it.each<[string, ContactFacts, string[]]>([
    ['a customer needs only a name', { kind: 'customer' }, []],
    [
      'a regime is open to its kind of person',
      { kind: 'customer', rfc: moral, taxSystem: '601' },
      [],
    ],
    [
      'a regime of natural persons is not open to a legal entity',
      { kind: 'supplier', rfc: moral, taxSystem: '605' },
      ['taxSystem: tax_system_not_allowed'],
    ],
    ['without an RFC any kind of person is possible', { kind: 'customer', taxSystem: '605' }, []],
    [
      'a use is open to the regimes of its row',
      { kind: 'customer', rfc: fisica, taxSystem: '612', cfdiUse: 'D01' },
      [],
    ],
    [
      'personal deductions are not open to a legal entity',
      { kind: 'customer', rfc: moral, taxSystem: '601', cfdiUse: 'D01' },
      ['cfdiUse: cfdi_use_not_allowed'],
    ],
    [
      'credit by default requires credit',
      { kind: 'customer', creditByDefault: true, creditEnabled: false },
      ['creditByDefault: credit_not_enabled'],
    ],
    [
      'no credit by default does not require credit',
      { kind: 'customer', creditByDefault: false },
      [],
    ],
  ])('%s', (_, contact, expected) => {
    expect(codesOf(contact)).toEqual(expected);
  });

  it('refuses each customer field in a supplier', () => {
    const credit = { creditEnabled: true, creditByDefault: true, defaultPaymentTermDays: 30 };
    expect(codesOf({ kind: 'supplier', cfdiUse: 'G03', ...credit })).toEqual([
      'cfdiUse: customer_only',
      'creditEnabled: customer_only',
      'creditByDefault: customer_only',
      'defaultPaymentTermDays: customer_only',
    ]);
  });
});
