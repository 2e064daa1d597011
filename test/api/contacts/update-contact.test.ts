import { randomUUID } from 'node:crypto';
import { created, customerInput, dataOf, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
let contact: Shown;
beforeAll(async () => {
  api = await startDocumented();
});
beforeEach(async () => {
  contact = await created(api, '/v1/contacts', { ...customerInput, phone: '55 1234' });
});

const update = (body: object, id = contact.contactId as string) =>
  api.request('PATCH', `/v1/contacts/${id}`, { body });

describe('200', () => {
  it('updateContact replaces the given fields, clears null fields and does not change other fields', async () => {
    const { status, json } = await update({ legalName: 'Nueva', phone: null, email: 'a@b.mx' });
    expect(status).toBe(200);
    const { phone: _, ...kept } = contact;
    expect(json.data).toEqual({
      ...kept,
      legalName: 'Nueva',
      email: 'a@b.mx',
      updatedAt: expect.any(String),
    });
    const read = await dataOf(api.request('GET', `/v1/contacts/${contact.contactId}`));
    expect(read).toEqual({ ...json.data, balances: [] });
  });

  it('updateContact replaces all fields of an address', async () => {
    const address = { postalCode: '42501', country: 'MEX', street: 'Real' };
    await dataOf(update({ address }));
    const moved = { postalCode: '86991', country: 'MEX' };
    expect((await dataOf(update({ address: moved }))).address).toEqual(moved);
  });

  it('updateContact sets a new updatedAt', async () => {
    const { updatedAt } = await dataOf(update({ legalName: 'Otra' }));
    expect(Date.parse(updatedAt as string)).toBeGreaterThan(
      Date.parse(contact.updatedAt as string),
    );
  });

  it('updateContact changes nothing if the patch is empty', async () => {
    const { updatedAt: _, ...same } = await dataOf(update({}));
    expect(contact).toMatchObject(same);
  });

  it('after updateContact, a search finds the contact by the new name only', async () => {
    const [before, after] = [randomUUID(), randomUUID()];
    await dataOf(update({ legalName: before }));
    await dataOf(update({ legalName: after }));
    const found = async (query: string) =>
      (await api.request('GET', `/v1/contacts?query=${query}`)).json.data.length;
    expect([await found(before), await found(after)]).toEqual([0, 1]);
  });
});

describe('400', () => {
  it('updateContact validates the resulting contact', async () => {
    expect(issuesOf(await update({ taxSystem: '605' }))).toEqual([
      'cfdiUse: cfdi_use_not_allowed',
      'taxSystem: tax_system_not_allowed',
    ]);
    expect(issuesOf(await update({ creditByDefault: true }))).toEqual([
      'creditByDefault: credit_not_enabled',
    ]);
  });

  it('updateContact refuses to clear the name or to change the kind', async () => {
    expect(issuesOf(await update({ legalName: null, kind: 'supplier' }))).toEqual([
      'kind: unknown_field',
      'legalName: invalid_type',
    ]);
  });

  it('updateContact refuses customer fields for a supplier', async () => {
    const supplier = await created(api, '/v1/contacts', { kind: 'supplier', legalName: 'S' });
    const answer = await update({ cfdiUse: 'G03' }, supplier.contactId as string);
    expect(issuesOf(answer)).toEqual(['cfdiUse: customer_only']);
  });
});

describe('404', () => {
  it('updateContact refuses an unknown contact', async () => {
    expect(refusalOf(await update({}, randomUUID()))).toBe('404 not_found');
  });
});

describe('409 conflict', () => {
  it('updateContact refuses the code of another customer', async () => {
    const code = randomUUID().slice(0, 8);
    await created(api, '/v1/contacts', { kind: 'customer', legalName: 'Has it', code });
    expect(refusalOf(await update({ code }))).toBe('409 conflict code_taken');
  });
});
