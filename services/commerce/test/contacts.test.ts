import { callContext, withKey, type ServiceRuntime } from '@timbre/testkit';
import { createContact } from '../src/operations/create-contact';
import { deleteContact } from '../src/operations/delete-contact';
import { getContact } from '../src/operations/get-contact';
import { listContacts } from '../src/operations/list-contacts';
import { updateContact } from '../src/operations/update-contact';
import { addContact, contactEvents, startCommerce } from './commerce';

let service: ServiceRuntime;
beforeAll(async () => void (service = await startCommerce()));
afterAll(() => service.close());

const address = { postalCode: '26015', country: 'MEX', street: 'Benito Juárez' };
const everything = {
  code: 'C-1',
  legalName: 'ESCUELA KEMPER URGATE',
  email: 'pagos@kemper.mx',
  rfc: 'EKU9003173C9',
  taxSystem: '601',
  phone: '8441234567',
  address,
  cfdiUse: 'G03',
  creditEnabled: true,
  creditByDefault: false,
  defaultPaymentTermDays: 30,
  publicBody: 'federation',
  iepsTaxpayer: true,
  documentLanguage: 'es-en',
};
const abroad = {
  legalName: 'ACME INC',
  rfc: 'XEXX010101000',
  taxResidence: 'USA',
  foreignTaxId: '123456789',
};

describe('createContact', () => {
  it('createContact returns all given fields and emits the contact', async () => {
    const context = callContext();
    const request = { kind: 'customer', fields: everything };
    const contact = await service.answer(createContact, context, request);
    const contactId = expect.any(String);
    const updatedAt = '2026-11-21T15:00:00.000Z';
    expect(contact).toEqual({ contactId, kind: 'customer', ...everything, updatedAt });
    expect(await contactEvents(service, context.organizationId)).toEqual([
      {
        contactId: contact.contactId,
        version: 1,
        kind: 'customer',
        fields: expect.objectContaining(everything),
        deleted: false,
      },
    ]);
  });

  it('createContact stores the tax residence and tax number of a customer abroad', async () => {
    const context = callContext();
    const contactId = await addContact(service, context, abroad);
    const contact = await service.answer(getContact, context, { contactId });
    expect(contact).toMatchObject(abroad);
    const [event] = await contactEvents(service, context.organizationId);
    expect(event?.fields).toMatchObject(abroad);
  });

  it('createContact warns about an RFC that is mistyped or that another contact has, also in a repeated request', async () => {
    const before = callContext();
    const context = withKey(before, 'POST /v1/contacts');
    const other = await addContact(service, before, { legalName: 'UNO', rfc: 'EKU9003173C9' });
    const request = { kind: 'customer', fields: { legalName: 'DOS', rfc: 'EKU9003173C9' } };
    const answered = await service.page(createContact, context, request);
    expect(answered).toMatchObject({
      data: { legalName: 'DOS' },
      warnings: [
        { path: ['rfc'], code: 'rfc_repeated', message: expect.stringContaining(`UNO (${other})`) },
      ],
    });
    await service.answer(deleteContact, before, { contactId: other, knownRefs: [] });
    expect(await service.page(createContact, context, request)).toEqual(answered);
    const mistyped = { kind: 'supplier', fields: { legalName: 'TRES', rfc: 'EKU9003173C8' } };
    expect(await service.page(createContact, callContext(), mistyped)).toMatchObject({
      warnings: [{ path: ['rfc'], code: 'rfc_check_digit' }],
    });
  });

  it('createContact runs one statement, also with a warning, and looks for another contact outside of a transaction', async () => {
    const context = callContext();
    const begun = jest.spyOn(service.runtime.orm.em, 'fork');
    const request = { kind: 'customer', fields: { legalName: 'UNO', rfc: 'EKU9003173C9' } };
    await service.answer(createContact, withKey(context, 'POST /v1/contacts'), request);
    const again = withKey(context, 'POST /v1/contacts');
    const warned = await service.page(createContact, again, request);
    expect(warned).toMatchObject({ warnings: [{ code: 'rfc_repeated' }] });
    expect(begun).not.toHaveBeenCalled();
    begun.mockRestore();
    expect(await service.page(createContact, again, request)).toEqual(warned);
  });

  it('createContact omits missing fields', async () => {
    const request = { kind: 'supplier', fields: { legalName: 'PROVEEDORA' } };
    const contact = await service.answer(createContact, callContext(), request);
    expect(Object.keys(contact)).toEqual(['contactId', 'kind', 'legalName', 'updatedAt']);
  });

  it('createContact reports all violated rules together and changes nothing', async () => {
    const context = callContext();
    const fields = { legalName: 'X', rfc: 'EKU9003173C9', taxSystem: '605', cfdiUse: 'G03' };
    await expect(
      service.answer(createContact, context, { kind: 'supplier', fields }),
    ).rejects.toMatchObject({
      code: 'validation_error',
      details: {
        issues: [
          { path: ['cfdiUse'], code: 'customer_only' },
          { path: ['taxSystem'], code: 'tax_system_not_allowed' },
          { path: ['cfdiUse'], code: 'cfdi_use_not_allowed' },
        ],
      },
    });
    expect((await service.page(listContacts, context, {})).data).toEqual([]);
    expect(await contactEvents(service, context.organizationId)).toEqual([]);
  });

  it('createContact rejects the code of another contact of the same kind', async () => {
    const context = callContext();
    await addContact(service, context, { code: 'A' });
    await expect(addContact(service, context, { code: 'A' })).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'code_taken', issues: [{ path: ['code'], code: 'code_taken' }] },
    });
    await addContact(service, context, { kind: 'supplier', code: 'A' });
    await addContact(service, callContext(), { code: 'A' });
  });
});

describe('updateContact', () => {
  it('updateContact replaces the given fields, clears the named fields and keeps all other fields', async () => {
    const context = callContext();
    const contactId = await addContact(service, context, everything);
    service.setClock('2026-11-22T10:00:00.000Z');
    const patch = { contactId, fields: { phone: '5550000000' }, cleared: ['address', 'code'] };
    const contact = await service.answer(updateContact, context, patch);
    expect(contact).toMatchObject({ phone: '5550000000', rfc: 'EKU9003173C9' });
    expect(contact).toMatchObject({ updatedAt: '2026-11-22T10:00:00.000Z' });
    expect(contact).not.toHaveProperty('address');
    expect(contact).not.toHaveProperty('code');
    expect(await service.answer(getContact, context, { contactId })).toEqual(contact);
    const sql = 'select address, version from contacts where id = $1';
    expect(await service.rows(sql, [contactId])).toEqual([{ address: null, version: 2 }]);
    const [, event] = await contactEvents(service, context.organizationId);
    expect(event).toMatchObject({ version: 2, fields: { phone: '5550000000', cfdiUse: 'G03' } });
    expect(event?.fields?.address).toBeUndefined();
  });

  it('updateContact validates the resulting contact instead of only the patch', async () => {
    const context = callContext();
    const contactId = await addContact(service, context, { rfc: 'EKU9003173C9', taxSystem: '601' });
    const patch = { contactId, fields: { rfc: 'CACX7605101P8' }, cleared: [] };
    await expect(service.answer(updateContact, context, patch)).rejects.toMatchObject({
      details: { issues: [{ path: ['taxSystem'], code: 'tax_system_not_allowed' }] },
    });
    const contact = await service.answer(getContact, context, { contactId });
    expect(contact).toMatchObject({ rfc: 'EKU9003173C9' });
  });

  it('updateContact can clear publicBody and iepsTaxpayer', async () => {
    const context = callContext();
    const contactId = await addContact(service, context, everything);
    const cleared = ['publicBody', 'iepsTaxpayer'];
    const patch = { contactId, fields: {}, cleared };
    const contact = await service.answer(updateContact, context, patch);
    for (const field of cleared) expect(contact).not.toHaveProperty(field);
  });

  it('updateContact makes the contact searchable by its new name and no longer by its old name', async () => {
    const context = callContext();
    const contactId = await addContact(service, context, { legalName: 'PEÑA' });
    await service.answer(updateContact, context, {
      contactId,
      fields: { legalName: 'MUÑOZ' },
      cleared: [],
    });
    const found = async (query: string) =>
      (await service.page(listContacts, context, { page: { query } })).data.length;
    expect([await found('pena'), await found('munoz')]).toEqual([0, 1]);
  });

  it('updateContact publishes the new version of the contact, even if the patch changes nothing', async () => {
    const context = callContext();
    const contactId = await addContact(service, context);
    const patch = { contactId, fields: {}, cleared: [] };
    for (let time = 0; time < 3; time += 1) await service.answer(updateContact, context, patch);
    const [row] = await service.rows<{ version: number }>(
      'select version from contacts where id = $1',
      [contactId],
    );
    const events = await contactEvents(service, context.organizationId);
    expect(events.at(-1)?.version).toBe(row?.version);
  });

  it('updateContact increases the version for each of several concurrent changes', async () => {
    const context = callContext();
    const contactId = await addContact(service, context);
    const phones = ['1', '2', '3', '4', '5', '6'];
    await Promise.all(
      phones.map((phone) =>
        service.answer(updateContact, context, { contactId, fields: { phone }, cleared: [] }),
      ),
    );
    const versions = (await contactEvents(service, context.organizationId)).map((e) => e.version);
    expect(versions).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});

describe('deleteContact', () => {
  it('deleteContact removes the contact and publishes the deletion, and getContact then returns 404', async () => {
    const context = callContext();
    const contactId = await addContact(service, context);
    const answer = await service.answer(deleteContact, context, { contactId, knownRefs: [] });
    expect(answer).toEqual({ contactId, deleted: true });
    const events = await contactEvents(service, context.organizationId);
    expect(events.at(-1)).toMatchObject({ contactId, version: 2, deleted: true });
    const missing = { code: 'not_found' };
    await expect(service.answer(getContact, context, { contactId })).rejects.toMatchObject(missing);
    const again = service.answer(deleteContact, context, { contactId, knownRefs: [] });
    await expect(again).rejects.toMatchObject(missing);
  });
});
