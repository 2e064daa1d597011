import { command, newId, replyWith, query } from '@timbre/kit';
import type { CallContext } from '@timbre/kit';
import { callContext, withKey, type ServiceRuntime } from '@timbre/testkit';
import { archiveLocation } from '../src/operations/archive-location';
import { archiveProduct } from '../src/operations/archive-product';
import { deleteContact } from '../src/operations/delete-contact';
import { getContact } from '../src/operations/get-contact';
import { getLocation } from '../src/operations/get-location';
import { getProduct } from '../src/operations/get-product';
import { listContacts } from '../src/operations/list-contacts';
import { listLocations } from '../src/operations/list-locations';
import { listProducts } from '../src/operations/list-products';
import { updateContact } from '../src/operations/update-contact';
import { updateLocation } from '../src/operations/update-location';
import { updateProduct } from '../src/operations/update-product';
import { createExpenseCategory } from '../src/operations/create-expense-category';
import { deleteExpenseCategory } from '../src/operations/delete-expense-category';
import { getSalesReceiptFields } from '../src/operations/get-sales-receipt-fields';
import { listExpenseCategories } from '../src/operations/list-expense-categories';
import { putSalesReceiptFields } from '../src/operations/put-sales-receipt-fields';
import { updateExpenseCategory } from '../src/operations/update-expense-category';
import { adjustInventory } from '../src/operations/adjust-inventory';
import { listInventory } from '../src/operations/list-inventory';
import { listInventoryMovements } from '../src/operations/list-inventory-movements';
import { listProductSuppliers } from '../src/operations/list-product-suppliers';
import { putProductSupplier } from '../src/operations/put-product-supplier';
import { removeProductSupplier } from '../src/operations/remove-product-supplier';
import { transferInventory } from '../src/operations/transfer-inventory';
import { deletePriceOverride } from '../src/operations/delete-price-override';
import { listPriceOverrides } from '../src/operations/list-price-overrides';
import { putPriceOverride } from '../src/operations/put-price-override';
import { resolvePrice } from '../src/operations/resolve-price';
import { Contact, contactResource } from '../src/store/contacts';
import { addContact, addLocation, addProduct, startCommerce } from './commerce';

interface Identifiers {
  categoryId: string;
  contactId: string;
  locationId: string;
  overrideId: string;
  productId: string;
}

const versioned = [
  'contacts',
  'expense_categories',
  'inventory_levels',
  'locations',
  'price_overrides',
  'product_suppliers',
  'products',
  'receipt_settings',
];

let service: ServiceRuntime;
let owner: CallContext;
let own: Identifiers;

beforeAll(async () => {
  service = await startCommerce();
  owner = callContext();
  own = {
    categoryId: (await service.answer(createExpenseCategory, owner, { fields: { name: 'Renta' } }))
      .categoryId as string,
    contactId: await addContact(service, withKey(owner, 'POST /v1/contacts'), { kind: 'supplier' }),
    locationId: await addLocation(service, owner),
    overrideId: '',
    productId: await addProduct(service, owner),
  };
  const { contactId, locationId, productId } = own;
  const price = { productId, locationId, price: '1' };
  own.overrideId = (await service.answer(putPriceOverride, owner, { fields: price }))
    .overrideId as string;
  await service.answer(adjustInventory, owner, { locationId, productId, ...moved });
  const supplied = { productId, contactId, preferred: true };
  await service.answer(putProductSupplier, owner, supplied);
  await service.answer(putSalesReceiptFields, owner, { fields: [], allowNegativeStock: false });
});
afterAll(() => service.close());

const moved = { quantity: '1', reason: 'Conteo' };
const patch = { fields: {}, cleared: [] };
const contactRow = (organizationId: string) => ({
  kind: 'customer',
  legalName: 'X',
  version: 1,
  searchText: 'x',
  createdAt: new Date(),
  updatedAt: new Date(),
  organizationId,
});

describe('another organization', () => {
  const attempts = (
    { categoryId, contactId, locationId, overrideId, productId }: Identifiers,
    context: CallContext,
  ) => [
    () => service.answer(getContact, context, { contactId }),
    () => service.answer(updateContact, context, { contactId, ...patch }),
    () => service.answer(deleteContact, context, { contactId }),
    () => service.answer(getProduct, context, { productId }),
    () => service.answer(updateProduct, context, { productId, ...patch }),
    () => service.answer(archiveProduct, context, { productId }),
    () => service.page(listProductSuppliers, context, { productId }),
    () => service.answer(putProductSupplier, context, { productId, contactId, preferred: true }),
    () => service.answer(removeProductSupplier, context, { productId, contactId }),
    () => service.page(listInventoryMovements, context, { productId }),
    () => service.answer(adjustInventory, context, { productId, locationId, ...moved }),
    () =>
      service.answer(transferInventory, context, {
        fromLocationId: locationId,
        toLocationId: newId(),
        items: [{ productId, quantity: '1' }],
      }),
    () => service.answer(getLocation, context, { locationId }),
    () => service.answer(updateLocation, context, { locationId, ...patch }),
    () => service.answer(archiveLocation, context, { locationId }),
    () => service.answer(deletePriceOverride, context, { overrideId }),
    () => service.answer(resolvePrice, context, { productId }),
    () =>
      service.answer(putPriceOverride, context, { fields: { productId, locationId, price: '1' } }),
    () => service.answer(updateExpenseCategory, context, { categoryId, ...patch }),
    () => service.answer(deleteExpenseCategory, context, { categoryId }),
  ];
  const all = (id: () => string): Identifiers => ({
    categoryId: id(),
    contactId: id(),
    locationId: id(),
    overrideId: id(),
    productId: id(),
  });
  const refusalOf = (attempt: () => Promise<unknown>) =>
    attempt().then(
      () => 'answered',
      (error: Error & { code: string }) => `${error.code}: ${error.message}`,
    );

  it('gets the same refusal for a foreign identifier as for an unknown one', async () => {
    const foreign = attempts(own, callContext());
    const missing = attempts(all(newId), callContext());
    const malformed = attempts(
      all(() => "' or true --"),
      callContext(),
    );
    const refusals = await Promise.all(foreign.map(refusalOf));
    expect(refusals.every((refusal) => refusal.startsWith('not_found'))).toBe(true);
    expect(await Promise.all(missing.map(refusalOf))).toEqual(refusals);
    expect(await Promise.all(malformed.map(refusalOf))).toEqual(refusals);
  });

  it('changes nothing', async () => {
    await Promise.all(attempts(own, callContext()).map(refusalOf));
    const changed = versioned.map((table) =>
      service.rows(
        `select version from ${table} where org_id <> $1 or version <> case '${table}' when 'receipt_settings' then 2 else 1 end`,
        [owner.organizationId],
      ),
    );
    expect(await Promise.all(changed)).toEqual(versioned.map(() => []));
  });

  it('lists nothing', async () => {
    const context = callContext();
    expect((await service.page(listContacts, context, {})).data).toEqual([]);
    expect((await service.page(listProducts, context, {})).data).toEqual([]);
    expect((await service.page(listLocations, context, {})).data).toEqual([]);
    expect((await service.page(listExpenseCategories, context, {})).data).toEqual([]);
    expect((await service.page(listInventory, context, {})).data).toEqual([]);
    expect((await service.page(listPriceOverrides, context, {})).data).toEqual([]);
    expect(await service.answer(getSalesReceiptFields, context, {})).toEqual({
      fields: [],
      allowNegativeStock: true,
    });
  });
});

describe('row level security', () => {
  it.each([...versioned, 'inventory_movements', 'idempotency'])(
    'shows rows of %s only to their organization',
    async (table) => {
      const count = `select count(*)::int as count from ${table}`;
      const seenBy = async (organizationId: string | undefined) =>
        (await service.asOrganization<{ count: number }>(organizationId, count))[0]?.count;
      expect(await seenBy(owner.organizationId)).toBe(1);
      expect(await seenBy(newId())).toBe(0);
      expect(await seenBy('')).toBe(0);
      expect(await seenBy(undefined)).toBe(0);
    },
  );

  it.each(versioned)(
    'prevents other organizations from changing or deleting rows of %s',
    async (table) => {
      for (const organizationId of [newId(), undefined]) {
        const touched = [
          `update ${table} set version = 9 returning 1`,
          `delete from ${table} returning 1`,
        ].map((sql) => service.asOrganization(organizationId, sql));
        expect(await Promise.all(touched)).toEqual([[], []]);
      }
      expect(await service.rows(`select 1 from ${table} where version = 9`)).toEqual([]);
      expect(await service.rows(`select 1 from ${table}`)).toHaveLength(1);
    },
  );

  it('refuses an insert for another organization', async () => {
    const insert = (bound: string | undefined, target: string) =>
      service.asOrganization(
        bound,
        `insert into products (id, org_id, version, active, description, price, search_text,
           created_at, updated_at)
         values (gen_random_uuid(), $1, 1, true, 'x', 1, 'x', now(), now())`,
        [target],
      );
    await expect(insert(owner.organizationId, newId())).rejects.toThrow('row-level security');
    await expect(insert(undefined, owner.organizationId)).rejects.toThrow('row-level security');
    const move = 'update products set org_id = $1';
    await expect(service.asOrganization(owner.organizationId, move, [newId()])).rejects.toThrow(
      'row-level security',
    );
  });

  it('covers every table with an organization that requests can read', async () => {
    const open = await service.rows(`
      select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'org_id'
        and not (c.relrowsecurity and c.relforcerowsecurity)
        and has_table_privilege('commerce_app', c.oid, 'select')`);
    expect(open).toEqual([]);
  });
});

describe('an operation without the organization filter', () => {
  const stranger = callContext();
  const all = 'select id from contacts';

  it('sees only its organization in a transaction', async () => {
    const seen = command(async (tx) => ({ value: (await tx.rows(all)).length }));
    expect(await seen.run(service.runtime, stranger, {}).then(String)).toBe('{"data":0}');
    expect(await seen.run(service.runtime, owner, {}).then(String)).toBe('{"data":1}');
  });

  it('sees only its organization in a query', async () => {
    const seen = query(async (read) => {
      const rows = await read.rows('select id from contacts where :org is not null');
      return Buffer.from(`${rows.length}`);
    });
    expect(await seen.run(service.runtime, stranger, {}).then(String)).toBe('0');
    expect(await seen.run(service.runtime, owner, {}).then(String)).toBe('1');
  });

  it.each([false, true])(
    'inserts no row for another organization (in a transaction: %s)',
    async (isBegun) => {
      const add = (organizationId: string) =>
        command(async (tx) => {
          if (isBegun) await tx.find(Contact, newId());
          return replyWith(contactResource, tx.add(Contact, contactRow(organizationId)));
        });
      await expect(add(owner.organizationId).run(service.runtime, stranger, {})).rejects.toThrow(
        'row-level security',
      );
      await add(stranger.organizationId).run(service.runtime, stranger, {});
    },
  );
});

it('leaves no organization bound on its connections', async () => {
  const contexts = Array.from({ length: 8 }, () => callContext());
  await Promise.all(contexts.map((context) => addContact(service, context)));
  await Promise.all(contexts.map((context) => service.page(listContacts, context, {})));
  // The pause makes the queries use all connections of the pool and of the pipelines.
  const text = `select current_setting('app.org_id', true) as bound from pg_sleep(0.1)`;
  const { pool, statements } = service.runtime;
  const answers = [...contexts, ...contexts].flatMap(() => [
    pool.query<{ bound: string }>(text),
    statements.query<{ bound: string }>({ text }),
  ]);
  const bound = (await Promise.all(answers)).map(({ rows }) => rows[0]);
  expect(bound.filter((row) => row?.bound)).toEqual([]);
});
