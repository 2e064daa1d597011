import { builtInLaw, generalIvaRate, packDigest, readPack, useLaw } from '@timbre/fiscal';
import { resolveItems } from './resolve-items';
import { taxIssues } from './tax-issues';

const chair = { kind: 'custom', quantity: '1', unitPrice: '100' };

/** Returns a law in which the general IVA rate changes in 2027. */
function lawOf2027() {
  const json = {
    format: 'timbre-law-pack-1',
    id: 'test.iva',
    version: '2027.1',
    title: 'A test',
    issuedOn: '2026-12-28',
    requires: [],
    sources: { dof: { title: 'DOF', readOn: '2026-12-28', reading: 'primary' } },
    figures: [
      {
        key: 'iva.general_rate',
        label: 'General rate of IVA',
        legalBasis: 'LIVA art. 1',
        source: 'dof',
        validFrom: '2027-01-01',
        validTo: null,
        value: { rate: '0.170000' },
      },
    ],
  };
  const fail = (path: string, message: string) => {
    throw new Error(`${path} ${message}`);
  };
  return builtInLaw().with(readPack(json, packDigest(json), fail)!, fail);
}

afterEach(() => useLaw(builtInLaw()));

test('an item without a rate has the general rate on the day of its document', () => {
  useLaw(lawOf2027());
  const rateOn = (day: string) => resolveItems([chair], [], day).items[0]?.taxRate;
  expect(['2026-12-31', '2027-01-01'].map(rateOn)).toEqual(['0.16', '0.17']);
});

test('the general IVA rate is the rate of the active law pack; without a date, it is the latest rate', () => {
  expect(['2010-01-01', '2026-11-26'].map(generalIvaRate)).toEqual(['0.16', '0.16']);
  useLaw(lawOf2027());
  expect(generalIvaRate('latest')).toBe('0.17');
});

test('the message about an invalid rate lists the rates in the catalogue, and at the border also the general rate', () => {
  const item = { taxability: 'standard', taxRate: '0.15', satProductCode: '56101504' } as const;
  const at = (...path: (string | number)[]) => path;
  const sale = { placeOfIssue: '06000', isCorrection: false, isGlobal: false, isGivenAway: false };
  const messages = (taxRate: string) =>
    taxIssues({ ...item, taxRate }, at, '2026-11-26', sale).map(({ message }) => message);
  expect(messages('0.15')).toEqual([
    '0.15 is not a rate of IVA; those in force are 0, 0.08 and 0.16.',
  ]);
  expect(messages('0.08')).toEqual(['The place of issue 06000 is in no border region; use 0.16.']);
});

test('the ISR rate of the régimen simplificado is written as in the law', () => {
  const item = { taxability: 'standard', taxRate: '0.16', satProductCode: '56101504' } as const;
  const withholdings = [{ type: 'ISR' as const, rate: '0.012500' }];
  const issuer = { rfc: 'EKU9003173C9', taxSystem: '601' };
  const sale = { issuer, isCorrection: false, isGlobal: false, isGivenAway: false };
  const issues = taxIssues({ ...item, withholdings }, (...path) => path, '2026-11-26', sale);
  expect(issues.map(({ message }) => message)).toEqual([
    'ISR of 1.25 % is withheld only from natural persons in regime 626.',
  ]);
});
