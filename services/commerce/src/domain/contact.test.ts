import { builtInLaw, packDigest, readPack, useLaw } from '@timbre/fiscal';
import { contactIssues, type ContactFacts } from './contact';

const codesOf = (contact: ContactFacts) =>
  contactIssues(contact, '2026-11-26').map(({ path, code }) => `${path.join('.')}: ${code}`);
const moral = 'EKU9003173C9';
const fisica = 'CACX7605101P8';
const foreign = 'XEXX010101000';

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
      'a company has a name without its capital regime',
      { kind: 'supplier', legalName: 'Kemper Urgate, S.A. de C.V.', rfc: moral },
      ['legalName: capital_regime_in_name'],
    ],
    [
      'the name of a person may end in such letters',
      { kind: 'customer', legalName: 'XOCHILT CASAS SA', rfc: fisica },
      [],
    ],
    [
      'the name of a foreigner may end in such letters',
      { kind: 'customer', legalName: 'Acme S.A.', rfc: foreign },
      [],
    ],
    [
      'a name without RFC may end in such letters',
      { kind: 'customer', legalName: 'Acme S.A.' },
      [],
    ],
    [
      'a legal entity may be a public body and pay IEPS',
      { kind: 'customer', rfc: moral, publicBody: 'federation', iepsTaxpayer: true },
      [],
    ],
    [
      'a natural person is no public body',
      { kind: 'customer', rfc: fisica, publicBody: 'state_or_municipality' },
      ['publicBody: public_body_not_allowed'],
    ],
    [
      'nobody known pays IEPS under a generic RFC',
      { kind: 'customer', rfc: 'XAXX010101000', iepsTaxpayer: true },
      ['iepsTaxpayer: ieps_taxpayer_not_allowed'],
    ],
    [
      'a customer abroad has a residence and a tax number of its country',
      { kind: 'customer', rfc: foreign, taxResidence: 'USA', foreignTaxId: '123456789' },
      [],
    ],
    [
      'most countries have no pattern of tax numbers',
      { kind: 'customer', rfc: foreign, taxResidence: 'DEU', foreignTaxId: 'DE 811-907-980' },
      [],
    ],
    ['a residence abroad needs no tax number', { kind: 'customer', taxResidence: 'USA' }, []],
    [
      'residence and tax number abroad are not those of a taxpayer here',
      { kind: 'customer', rfc: moral, taxResidence: 'USA', foreignTaxId: '123456789' },
      ['taxResidence: foreign_only', 'foreignTaxId: foreign_only'],
    ],
    [
      'a foreign tax number has its country',
      { kind: 'customer', rfc: foreign, foreignTaxId: '123456789' },
      ['taxResidence: tax_residence_missing'],
    ],
    [
      'a tax number is in the pattern of its country',
      { kind: 'customer', rfc: foreign, taxResidence: 'USA', foreignTaxId: '12345678' },
      ['foreignTaxId: foreign_tax_id_invalid'],
    ],
    [
      'no credit by default does not require credit',
      { kind: 'customer', creditByDefault: false },
      [],
    ],
  ])('contactIssues: %s', (_, contact, expected) => {
    expect(codesOf(contact)).toEqual(expected);
  });

  it('contactIssues rejects each customer field for a supplier', () => {
    const credit = { creditEnabled: true, creditByDefault: true, defaultPaymentTermDays: 30 };
    const abroad = { taxResidence: 'USA', foreignTaxId: '123456789' };
    const taxpayer = { publicBody: 'federation', iepsTaxpayer: false };
    const contact = {
      kind: 'supplier',
      cfdiUse: 'G03',
      ...credit,
      ...taxpayer,
      ...abroad,
    } as const;
    expect(codesOf(contact)).toEqual([
      'cfdiUse: customer_only',
      'creditEnabled: customer_only',
      'creditByDefault: customer_only',
      'defaultPaymentTermDays: customer_only',
      'publicBody: customer_only',
      'iepsTaxpayer: customer_only',
      'taxResidence: customer_only',
      'foreignTaxId: customer_only',
    ]);
  });
});

describe('a future law', () => {
  afterEach(() => useLaw(builtInLaw()));

  it('only the regimes and CFDI uses that are in force on the given day are allowed', () => {
    useLaw(lawOf2027());
    const customer = { kind: 'customer', rfc: moral, taxSystem: '601', cfdiUse: 'G03' } as const;
    const on = (day: string) => contactIssues(customer, day).map(({ code }) => code);
    expect(on('2026-12-31')).toEqual([]);
    expect(on('2027-01-01')).toEqual(['tax_system_not_allowed', 'cfdi_use_not_allowed']);
  });
});

/**
 * Returns a law in which, from 2027 on, regime 601 is for natural persons and use G03 is for regime
 * 612.
 */
function lawOf2027() {
  const changed = { source: 'sat', asOf: '2026-12-28' };
  const json = {
    format: 'timbre-law-pack-1',
    id: 'test.regimes',
    version: '2027.1',
    title: 'A test',
    issuedOn: '2026-12-28',
    sources: { sat: { title: 'SAT', readOn: '2026-12-28', reading: 'primary' } },
    catalogs: {
      c_RegimenFiscal: {
        ...changed,
        columns: ['code', 'description', 'validFrom', 'fisica', 'moral'],
        rows: ['601\tGeneral\t2027-01-01\t1\t0'],
      },
      c_UsoCFDI: {
        ...changed,
        columns: ['code', 'description', 'validFrom', 'fisica', 'moral', 'receiverRegimes'],
        rows: ['G03\tGastos en general.\t2027-01-01\t1\t1\t612'],
      },
    },
  };
  const fail = (path: string, message: string) => {
    throw new Error(`${path} ${message}`);
  };
  return builtInLaw().with(readPack(json, packDigest(json), fail)!, fail);
}
