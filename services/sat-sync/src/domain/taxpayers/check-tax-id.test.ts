import { checkTaxId, verdictOf } from './check-tax-id';
import type { TaxProfile } from './tax-profile';

const profile: TaxProfile = {
  rfc: 'EKU9003173C9',
  personKind: 'moral',
  legalName: 'ESCUELA KEMPER URGATE',
  registryStatus: 'ACTIVO',
  address: { postalCode: '42501' },
  taxRegimes: [
    { code: '601', name: 'General', startDate: '2010-01-01' },
    { code: '626', name: 'RESICO', startDate: '2010-01-01', endDate: '2025-12-31' },
    { name: 'De otro tiempo', startDate: '2000-01-01' },
  ],
  economicActivities: [],
  obligations: [],
};
const today = '2026-11-23';
const claim = { legalName: 'Escuela  Kemper Urgate', taxSystem: '601', postalCode: '42501' };

const shown = (given: object, known: TaxProfile | undefined = profile) => {
  const fields = checkTaxId(given, known, today);
  const words = fields.map(({ field, status, registered }) =>
    [field, status, registered].filter(Boolean).join(' '),
  );
  return [verdictOf(fields), ...words];
};

it('checkTaxId compares names regardless of case and blanks', () => {
  expect(shown(claim)).toEqual([
    'valid',
    'rfc matches',
    'legalName matches',
    'taxSystem matches',
    'postalCode matches',
  ]);
  expect(shown({})).toEqual(['valid', 'rfc matches']);
});

it('checkTaxId returns the registered value of each field that differs', () => {
  const other = { legalName: 'ESCUELA KEMPER SA DE CV', taxSystem: '626', postalCode: '06000' };
  expect(shown(other)).toEqual([
    'mismatch',
    'rfc matches',
    'legalName differs ESCUELA KEMPER URGATE',
    'taxSystem differs 601',
    'postalCode differs 42501',
  ]);
});

it.each([
  ['SUSPENDIDO', 'mismatch'],
  ['CANCELADO', 'mismatch'],
  ['REACTIVADO', 'valid'],
  ['Activo', 'valid'],
  [undefined, 'valid'],
])('an RFC with the status %s is %s', (registryStatus, verdict) => {
  const known = { ...profile };
  delete known.registryStatus;
  if (registryStatus) known.registryStatus = registryStatus;
  expect(shown(claim, known)[0]).toBe(verdict);
});

it('checkTaxId reports all fields as unknown without a profile, and the postal code as unknown without an address', () => {
  expect(checkTaxId(claim, undefined, today).map(({ status }) => status)).toEqual([
    'unknown',
    'unknown',
    'unknown',
    'unknown',
  ]);
  const known = { ...profile };
  delete known.address;
  expect(shown(claim, known)).toEqual([
    'unknown',
    'rfc matches',
    'legalName matches',
    'taxSystem matches',
    'postalCode unknown',
  ]);
});
