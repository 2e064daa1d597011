import { randomUUID } from 'node:crypto';
import { customerInput, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const create = (body: object, key: string = randomUUID()) =>
  api.request('POST', '/v1/contacts', { body, headers: { 'idempotency-key': key } });

const complete = {
  ...customerInput,
  code: 'C-001',
  email: 'compras@example.com',
  phone: '+52 55 1234 5678',
  address: {
    street: 'Av. Insurgentes Sur',
    exterior: '1647',
    interior: 'Piso 3',
    neighborhood: 'San José Insurgentes',
    city: 'Ciudad de México',
    municipality: 'Benito Juárez',
    state: 'Ciudad de México',
    postalCode: '03900',
    country: 'MEX',
  },
  creditEnabled: true,
  creditByDefault: true,
  defaultPaymentTermDays: 30,
};

describe('201', () => {
  it('createContact returns all fields of a customer as they were sent', async () => {
    const { status, json } = await create(complete);
    expect(status).toBe(201);
    expect(json.data).toEqual({
      ...complete,
      contactId: expect.any(String),
      updatedAt: expect.any(String),
    });
  });

  it('createContact returns customer data that the RFC does not reveal', async () => {
    const body = { ...customerInput, publicBody: 'state_or_municipality', iepsTaxpayer: true };
    expect((await create(body)).json.data).toMatchObject(body);
    const abroad = {
      kind: 'customer',
      legalName: 'Acme S.A.',
      rfc: 'XEXX010101000',
      taxResidence: 'USA',
      foreignTaxId: '123456789',
      documentLanguage: 'en',
    };
    expect((await create(abroad)).json.data).toMatchObject(abroad);
  });

  it('createContact accepts a supplier with only a name and returns no other fields', async () => {
    const { json } = await create({ kind: 'supplier', legalName: ' Papelería Lumen ' });
    expect(json.data).toEqual({
      kind: 'supplier',
      legalName: 'Papelería Lumen',
      contactId: expect.any(String),
      updatedAt: expect.any(String),
    });
  });

  it('createContact warns of a mistyped RFC in the language of each request', async () => {
    const key = randomUUID();
    const body = { kind: 'customer', legalName: 'Dos', rfc: 'EKU9003173C8' };
    const ask = (language: string) =>
      api.request('POST', '/v1/contacts', {
        body,
        headers: { 'idempotency-key': key, 'accept-language': language },
      });
    const path = ['rfc'];
    const code = 'rfc_check_digit';
    const english = 'The last character of EKU9003173C8 is not its check digit';
    const spanish = 'El último carácter de EKU9003173C8 no es su dígito verificador';
    const warned = (message: string) => [{ path, code, message: expect.stringContaining(message) }];
    expect((await ask('en')).json.warnings).toEqual(warned(english));
    const repeated = await ask('es');
    expect(repeated.json.warnings).toEqual(warned(spanish));
    expect(repeated.headers.get('content-language')).toBe('es');
  });

  it('createContact stores an RFC in upper case', async () => {
    const { json } = await create({ kind: 'customer', legalName: 'Ñu', rfc: ' ñuñ010101ab4 ' });
    expect(json.data.rfc).toBe('ÑUÑ010101AB4');
  });

  it('createContact accepts a foreign postal code in a foreign address', async () => {
    const address = { postalCode: 'SW1A 1AA', country: 'GBR' };
    const { json } = await create({ kind: 'customer', legalName: 'Crown Ltd', address });
    expect(json.data.address).toEqual(address);
  });

  it('createContact accepts a supplier with the same code as a customer', async () => {
    const code = randomUUID().slice(0, 8);
    expect((await create({ kind: 'customer', legalName: 'A', code })).status).toBe(201);
    expect((await create({ kind: 'supplier', legalName: 'A', code })).status).toBe(201);
  });
});

describe('400', () => {
  it('createContact reports all invalid fields at once', async () => {
    const answer = await create({
      kind: 'customer',
      legalName: 'a|b',
      rfc: 'EKU9003173C',
      email: 'nobody',
      taxSystem: '999',
      cfdiUse: 'G99',
      defaultPaymentTermDays: 0,
      creditEnabled: 'yes',
      address: { postalCode: '1234', country: 'MEX', planet: 'Earth' },
    });
    expect(refusalOf(answer)).toBe('400 validation_error');
    expect(issuesOf(answer)).toEqual([
      'address.planet: unknown_field',
      'address.postalCode: invalid_format',
      'cfdiUse: not_in_catalog',
      'creditEnabled: invalid_type',
      'defaultPaymentTermDays: too_small',
      'email: invalid_format',
      'legalName: character_not_allowed',
      'rfc: rfc_invalid',
      'taxSystem: not_in_catalog',
    ]);
  });

  it('createContact reports each text with invisible characters or with characters that change the visible text', async () => {
    const answer = await create({
      ...customerInput,
      legalName: 'ESCUELA KEMPER URGATE\u{e0041}',
      email: 'a\u202e@b.mx',
      notes: 'a\u200bb',
      address: { ...customerInput.address, street: 'a\u2066b' },
    });
    expect(issuesOf(answer)).toEqual(
      expect.arrayContaining([
        'address.street: character_not_allowed',
        'legalName: character_not_allowed',
      ]),
    );
  });

  it('createContact reports all violated rules between fields at once', async () => {
    const answer = await create({ ...customerInput, taxSystem: '605', creditByDefault: true });
    expect(issuesOf(answer)).toEqual([
      'cfdiUse: cfdi_use_not_allowed',
      'creditByDefault: credit_not_enabled',
      'taxSystem: tax_system_not_allowed',
    ]);
    const person = { ...customerInput, rfc: 'CACX7605101P8', taxSystem: '612' };
    const body = { ...person, publicBody: 'federation', foreignTaxId: '123456789' };
    expect(issuesOf(await create(body))).toEqual([
      'foreignTaxId: foreign_only',
      'publicBody: public_body_not_allowed',
    ]);
  });

  it.each(['S.A. de C.V.', 'S de RL de CV', 'SAPI DE CV', 'S.C.', 'AC'])(
    'createContact refuses the name of a company that ends in %s',
    async (regime) => {
      const answer = await create({ ...customerInput, legalName: `Robótica Española, ${regime}` });
      expect(issuesOf(answer)).toEqual(['legalName: capital_regime_in_name']);
    },
  );

  it('createContact refuses Mexico as the residence of a customer abroad', async () => {
    const body = { kind: 'customer', legalName: 'A', rfc: 'XEXX010101000', taxResidence: 'MEX' };
    expect(issuesOf(await create(body))).toEqual(['taxResidence: not_abroad']);
  });

  it('createContact requires five digits for a Mexican postal code', async () => {
    const address = { postalCode: 'SW1A', country: 'MEX' };
    const answer = await create({ kind: 'customer', legalName: 'A', address });
    expect(issuesOf(answer)).toEqual(['address.postalCode: invalid_format']);
  });

  it.each(['00000', '00001'])(
    'createContact refuses %s, which is not a postal code',
    async (code) => {
      const address = { postalCode: code, country: 'MEX' };
      const answer = await create({ kind: 'customer', legalName: 'A', address });
      expect(issuesOf(answer)).toEqual(['address.postalCode: not_in_catalog']);
    },
  );

  it('createContact refuses customer fields in a supplier', async () => {
    const answer = await create({ kind: 'supplier', legalName: 'A', cfdiUse: 'G03' });
    expect(issuesOf(answer)).toEqual(['cfdiUse: unknown_field']);
  });

  it.each([undefined, 'employee', 7])(
    'createContact refuses a contact of kind %s',
    async (kind) => {
      expect(issuesOf(await create({ kind, legalName: 'A' }))).toEqual(['kind: invalid_value']);
    },
  );

  it('createContact stores no response for an invalid request, so its idempotency key can be used again', async () => {
    const key = randomUUID();
    expect((await create({ kind: 'customer' }, key)).status).toBe(400);
    expect((await create({ kind: 'customer', legalName: 'Corregida' }, key)).status).toBe(201);
  });
});

describe('409 conflict', () => {
  it('createContact refuses the code of another customer, and a retry gets the same response', async () => {
    const code = randomUUID().slice(0, 8);
    await create({ kind: 'customer', legalName: 'First', code });
    const key = randomUUID();
    const refused = await create({ kind: 'customer', legalName: 'Second', code }, key);
    expect(refusalOf(refused)).toBe('409 conflict code_taken');
    expect(issuesOf(refused)).toEqual(['code: code_taken']);
    const again = await create({ kind: 'customer', legalName: 'Second', code }, key);
    expect(again.bytes.equals(refused.bytes)).toBe(true);
  });
});
