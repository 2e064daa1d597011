import { readProfile } from './fiscal-profile';

const input = { rfc: 'EKU9003173C9', legalName: 'X', taxSystem: '601', postalCode: '42501' };
const now = new Date('2026-11-21T15:00:00Z');
const codes = (change: Partial<typeof input>) =>
  readProfile({ ...input, ...change }, now).issues.map(
    ({ path, code }) => `${path.join()} ${code}`,
  );

describe('readProfile', () => {
  it.each([
    [{}, []],
    [{ rfc: 'CACX7605101P8', taxSystem: '612' }, []],
    [{ rfc: 'eku9003173c9' }, []],
    [{ rfc: 'EKU900317' }, ['rfc rfc_invalid']],
    [{ rfc: 'XAXX010101000', taxSystem: '616' }, ['rfc rfc_generic']],
    [{ taxSystem: '605' }, ['taxSystem tax_system_not_allowed']],
    [{ rfc: 'CACX7605101P8' }, ['taxSystem tax_system_not_allowed']],
    [{ taxSystem: '000' }, ['taxSystem not_in_catalog']],
    [{ postalCode: '00001' }, ['postalCode not_in_catalog']],
    [{ legalName: '   ' }, ['legalName legal_name_invalid']],
    [{ legalName: 'X'.repeat(301) }, ['legalName legal_name_invalid']],
    [{ legalName: 'A\u0007B' }, ['legalName legal_name_invalid']],
  ])('the profile %j breaks the rules %j', (change, expected) =>
    expect(codes(change)).toEqual(expected),
  );
});
