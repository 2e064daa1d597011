import type { CallContext } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { deleteContact } from '../src/operations/delete-contact';
import { listProductSuppliers } from '../src/operations/list-product-suppliers';
import { putProductSupplier } from '../src/operations/put-product-supplier';
import { removeProductSupplier } from '../src/operations/remove-product-supplier';
import { addContact, addProduct, startCommerce } from './commerce';

let service: ServiceRuntime;
let context: CallContext;
let productId: string;
beforeAll(async () => void (service = await startCommerce()));
beforeEach(async () => {
  context = callContext();
  productId = await addProduct(service, context);
});
afterAll(() => service.close());

const addSupplier = (legalName = 'Maderas') =>
  addContact(service, context, { kind: 'supplier', legalName });
const put = (contactId: string, fields: object = {}) =>
  service.answer(putProductSupplier, context, {
    productId,
    contactId,
    preferred: false,
    ...fields,
  });
const remove = (contactId: string) =>
  service.answer(removeProductSupplier, context, { productId, contactId });
const listed = async (query?: string) =>
  (await service.page(listProductSuppliers, context, { productId, page: { query } })).data;

describe('putProductSupplier', () => {
  it('putProductSupplier adds a supplier, then replaces all of its fields', async () => {
    const contactId = await addSupplier();
    const given = { supplierSku: 'M-7', cost: '80.5', leadTimeDays: 3, preferred: true };
    const shown = { contactId, legalName: 'Maderas', updatedAt: expect.any(String) };
    expect(await put(contactId, given)).toEqual({ ...shown, ...given, cost: 80.5 });
    expect(await put(contactId)).toEqual({ ...shown, preferred: false });
    expect(await listed()).toHaveLength(1);
  });

  it('putProductSupplier makes the supplier of the latest request the preferred supplier', async () => {
    const ids = [await addSupplier('A'), await addSupplier('B'), await addSupplier('C')];
    await put(ids[0]!, { preferred: true });
    await put(ids[1]!, { preferred: true });
    expect((await listed()).map(({ preferred }) => preferred)).toEqual([true, false]);
    await Promise.all(ids.map((id) => put(id, { preferred: true })));
    expect((await listed()).filter(({ preferred }) => preferred)).toHaveLength(1);
  });

  it('putProductSupplier rejects a customer, an unknown contact and an unknown product', async () => {
    const missing = { code: 'not_found' };
    await expect(put(await addContact(service, context))).rejects.toMatchObject(missing);
    await expect(put('x')).rejects.toMatchObject(missing);
    const contactId = await addSupplier();
    await expect(put(contactId, { productId: contactId })).rejects.toMatchObject(missing);
  });
});

describe('product suppliers', () => {
  it('a supplier of a product is found by name, and removed once', async () => {
    const [first, second] = [await addSupplier('Maderas Ñ'), await addSupplier('Clavos')];
    await put(first);
    await put(second);
    expect((await listed('maderas n')).map(({ contactId }) => contactId)).toEqual([first]);
    expect(await remove(first)).toEqual({ contactId: first, deleted: true });
    await expect(remove(first)).rejects.toMatchObject({ code: 'not_found' });
    expect((await listed()).map(({ contactId }) => contactId)).toEqual([second]);
  });

  it('a supplier of a product is removed with its contact', async () => {
    const contactId = await addSupplier();
    await put(contactId);
    await service.answer(deleteContact, context, { contactId, knownRefs: [] });
    expect(await listed()).toEqual([]);
  });
});
