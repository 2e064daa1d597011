import { dataOf, issuerProfile, setUpIssuer, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const put = (changes: object = {}, by: Api = api) =>
  by.request('PUT', '/v1/fiscal/profile', { body: { ...issuerProfile, ...changes } });

describe('200', () => {
  it("putFiscalProfile stores the profile in the SAT's format, with the time zone of its postal code", async () => {
    const given = {
      rfc: 'eku9003173c9',
      legalName: ' Escuela  Kemper Urgate ',
      postalCode: '21000',
    };
    const { status, json } = await put(given);
    expect(status).toBe(200);
    expect(json.data).toEqual({
      ...issuerProfile,
      postalCode: '21000',
      timeZone: 'America/Tijuana',
      person: 'moral',
      updatedAt: expect.any(String),
    });
  });

  it('putFiscalProfile stores that the issuer owes IEPS for its goods, until a profile without this field is set', async () => {
    const other = await startDocumented();
    expect(await dataOf(put({ iepsTaxpayer: true }, other))).toMatchObject({ iepsTaxpayer: true });
    expect(await dataOf(other.request('GET', '/v1/fiscal/profile'))).toMatchObject({
      iepsTaxpayer: true,
    });
    expect(await dataOf(put({}, other))).not.toHaveProperty('iepsTaxpayer');
  });

  it('putFiscalProfile returns the address for printed documents, and refuses a postal code that does not exist', async () => {
    const other = await startDocumented();
    const address = { street: 'Av. Juárez', exterior: '12', postalCode: '42501', country: 'MEX' };
    expect(await dataOf(put({ address }, other))).toMatchObject({ address });
    const wrong = await put({ address: { ...address, postalCode: '00000' } }, other);
    expect(issuesOf(wrong)).toEqual(['address.postalCode: not_in_catalog']);
  });

  it('putFiscalProfile has no effect if the profile is unchanged', async () => {
    const first = await dataOf(put());
    expect(await dataOf(put())).toEqual(first);
  });

  it('putFiscalProfile has no effect if the profile is unchanged and its address has few lines', async () => {
    const address = { street: 'Av. Juárez', postalCode: '42501', country: 'MEX' };
    const first = await dataOf(put({ address }));
    expect(await dataOf(put({ address }))).toEqual(first);
    expect(await dataOf(put())).not.toHaveProperty('address');
  });

  it('putFiscalProfile recognizes from the RFC that the issuer is a natural person', async () => {
    const other = await startDocumented();
    const person = { rfc: 'CACX7605101P8', legalName: 'XOCHILT CASAS CHAVEZ', taxSystem: '605' };
    expect((await dataOf(put(person, other))).person).toBe('fisica');
  });
});

describe('400', () => {
  it('putFiscalProfile reports all faults at once', async () => {
    const answer = await put({
      rfc: 'EKU', legalName: '', taxSystem: '000', postalCode: '1', country: 'MEX',
    }); // prettier-ignore
    expect(refusalOf(answer)).toBe('400 validation_error');
    expect(issuesOf(answer)).toEqual([
      'country: unknown_field',
      'legalName: too_small',
      'postalCode: not_in_catalog',
      'rfc: rfc_invalid',
      'taxSystem: not_in_catalog',
    ]);
  });

  it.each([
    [{ rfc: 'XAXX010101000', taxSystem: '616' }, 'rfc: rfc_generic'],
    [{ taxSystem: '605' }, 'taxSystem: tax_system_not_allowed'],
    [{ postalCode: '00000' }, 'postalCode: not_in_catalog'],
    [{ legalName: undefined }, 'legalName: required'],
  ])('putFiscalProfile refuses %j', async (changes, expected) => {
    expect(issuesOf(await put(changes))).toEqual([expected]);
  });
});

describe('409 conflict', () => {
  it('putFiscalProfile refuses a different RFC while certificates of the current RFC are active', async () => {
    const other = await startDocumented();
    await setUpIssuer(other);
    const answer = await put({ rfc: 'URE180429TM6' }, other);
    expect(refusalOf(answer)).toBe('409 conflict certificates_of_present_rfc');
    expect((await put({ legalName: 'OTRO NOMBRE' }, other)).status).toBe(200);
  });
});
