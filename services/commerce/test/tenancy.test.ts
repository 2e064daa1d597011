import { command, newId, replyWith, query } from '@timbre/kit';
import type { CallContext } from '@timbre/kit';
import { callContext, withKey, type ServiceRuntime } from '@timbre/testkit';
import { archiveLocation } from '../src/operations/archive-location';
import { archiveProduct } from '../src/operations/archive-product';
import { deleteContact } from '../src/operations/delete-contact';
import { getContact } from '../src/operations/get-contact';
import { cancelImport } from '../src/operations/cancel-import';
import { commitImport } from '../src/operations/commit-import';
import { getImport } from '../src/operations/get-import';
import { listImportRows } from '../src/operations/list-import-rows';
import { listImports } from '../src/operations/list-imports';
import { getLocation } from '../src/operations/get-location';
import { getProduct } from '../src/operations/get-product';
import { listContacts } from '../src/operations/list-contacts';
import { listLocations } from '../src/operations/list-locations';
import { listProducts } from '../src/operations/list-products';
import { unarchiveLocation } from '../src/operations/unarchive-location';
import { unarchiveProduct } from '../src/operations/unarchive-product';
import { updateContact } from '../src/operations/update-contact';
import { updateLocation } from '../src/operations/update-location';
import { updateProduct } from '../src/operations/update-product';
import { createSelfInvoiceLink } from '../src/operations/create-self-invoice-link';
import { createTaxInfoLink } from '../src/operations/create-tax-info-link';
import { listSelfInvoiceLinks } from '../src/operations/list-self-invoice-links';
import { listTaxInfoLinks } from '../src/operations/list-tax-info-links';
import { revokeSelfInvoiceLink } from '../src/operations/revoke-self-invoice-link';
import { revokeTaxInfoLink } from '../src/operations/revoke-tax-info-link';
import { createExpense } from '../src/operations/create-expense';
import { deleteExpense } from '../src/operations/delete-expense';
import { getExpense } from '../src/operations/get-expense';
import { linkExpenseCfdi } from '../src/operations/link-expense-cfdi';
import { listExpenses } from '../src/operations/list-expenses';
import { settleExpense } from '../src/operations/settle-expense';
import { updateExpense } from '../src/operations/update-expense';
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
import { cancelSalesReceipt } from '../src/operations/cancel-sales-receipt';
import { listSalesReceiptRefunds } from '../src/operations/list-sales-receipt-refunds';
import { listSalesReceipts } from '../src/operations/list-sales-receipts';
import { refundSalesReceipt } from '../src/operations/refund-sales-receipt';
import { createSalesReceipt } from '../src/operations/create-sales-receipt';
import { getSalesReceipt } from '../src/operations/get-sales-receipt';
import { FakeInvoices } from './expenses';
import type { ExpenseProviders } from '../src/workflows/link-cfdi';
import { acceptQuote } from '../src/operations/accept-quote';
import { cancelQuote } from '../src/operations/cancel-quote';
import { createQuote } from '../src/operations/create-quote';
import { getQuote } from '../src/operations/get-quote';
import { listQuotes } from '../src/operations/list-quotes';
import { publishQuote } from '../src/operations/publish-quote';
import { recordQuotePayment } from '../src/operations/record-quote-payment';
import { retryQuotePayment } from '../src/operations/retry-quote-payment';
import { updateQuote } from '../src/operations/update-quote';
import {
  addContact,
  addLocation,
  addProduct,
  publicly,
  saleOf,
  startCommerce,
  type OwnProviders,
} from './commerce';

interface Identifiers {
  categoryId: string;
  contactId: string;
  documentRef: string;
  expenseRef: string;
  importId: string;
  locationId: string;
  overrideId: string;
  productId: string;
  quoteRef: string;
}

const versioned = [
  'contacts',
  'expense_categories',
  'expenses',
  'imports',
  'inventory_levels',
  'locations',
  'price_overrides',
  'product_suppliers',
  'products',
  'quote_payments',
  'quotes',
  'receipt_settings',
  'sales_receipts',
];

let service: ServiceRuntime<ExpenseProviders & OwnProviders>;
let owner: CallContext;
let own: Identifiers;

beforeAll(async () => {
  service = await startCommerce({ invoices: new FakeInvoices() });
  owner = callContext();
  own = {
    categoryId: (await service.answer(createExpenseCategory, owner, { fields: { name: 'Renta' } }))
      .categoryId as string,
    contactId: await addContact(service, withKey(owner, 'POST /v1/contacts'), { kind: 'supplier' }),
    locationId: await addLocation(service, owner),
    overrideId: '',
    productId: await addProduct(service, owner),
    documentRef: '',
    expenseRef: '',
    quoteRef: '',
    importId: await addPreview(),
  };
  const { contactId, locationId, productId } = own;
  const price = { productId, locationId, price: '1' };
  own.overrideId = (await service.answer(putPriceOverride, owner, { fields: price }))
    .overrideId as string;
  await service.answer(adjustInventory, owner, { locationId, productId, ...moved });
  const supplied = { productId, contactId, preferred: true };
  await service.answer(putProductSupplier, owner, supplied);
  const item = { kind: 'custom', description: 'Café', quantity: '1', unitPrice: '10' };
  const keys = { satProductCode: '50201706', satUnitCode: 'H87' };
  const sale = saleOf([{ ...item, ...keys }]);
  own.documentRef = (await service.answer(createSalesReceipt, owner, sale)).documentRef as string;
  const spent = { categoryId: own.categoryId, settlementMode: 'credit', supplierId: contactId };
  const expense = { ...spent, description: 'Renta', total: '100' };
  own.expenseRef = (await service.answer(createExpense, owner, { fields: expense }))
    .documentRef as string;
  await service.rows(
    `insert into expense_settlements (id, org_id, expense_id, amount, paid_on, payment_form,
       recorded_at) select id, org_id, id, 1, now(), '03', now() from expenses`,
  );
  const quote = { customerName: 'Eva', items: { entries: sale.items } };
  own.quoteRef = (await service.answer(createQuote, owner, { fields: quote }))
    .documentRef as string;
  await service.rows(
    `insert into quote_payments (id, org_id, version, quote_id, is_live, source, amount, paid_at,
       application_status, created_at, updated_at)
     select id, org_id, 1, id, true, 'manual', 1, now(), 'pending', now(), now() from quotes`,
  );
  await service.answer(putSalesReceiptFields, owner, { fields: [], allowNegativeStock: false });
});
afterAll(() => service.close());

/** Creates a preview with one row. */
async function addPreview(): Promise<string> {
  const ids = [newId(), owner.organizationId];
  await service.rows(
    `insert into imports (id, org_id, version, kind, state, file_id, file_name, rows_done, rows_total,
       counts, issues, attempts, created_at, updated_at)
     values ($1, $2, 1, 'suppliers', 'preview', 'x', 'x', 1, 1, '{}', '[]', 0, now(), now())`,
    ids,
  );
  await service.rows(
    `insert into import_rows (id, org_id, import_id, line, action, "values", cleared, issues)
     values ($1, $2, $1, 2, 'create', '{}', '[]', '[]')`,
    ids,
  );
  return ids[0]!;
}

const moved = { quantity: '1', reason: 'Conteo' };
const payment = { amount: '1', paidOn: '2026-11-20', paymentForm: '03' };
const patch = { fields: {}, cleared: [] };
const refund = { lines: [], method: 'cash_back', restock: true };
const contactRow = (organizationId: string) => ({
  kind: 'customer',
  legalName: 'X',
  version: 1,
  searchText: 'x',
  createdAt: new Date(),
  updatedAt: new Date(),
  organizationId,
});

describe('other tenants', () => {
  const attempts = (
    {
      categoryId,
      contactId,
      documentRef,
      expenseRef,
      importId,
      locationId,
      overrideId,
      productId,
      quoteRef,
    }: Identifiers,
    context: CallContext,
  ) => [
    () => service.answer(getContact, context, { contactId }),
    () => service.answer(updateContact, context, { contactId, ...patch }),
    () => service.answer(deleteContact, context, { contactId, knownRefs: [] }),
    () => service.answer(createTaxInfoLink, context, { contactId }),
    () => service.page(listTaxInfoLinks, context, { contactId }),
    () => service.answer(revokeTaxInfoLink, context, { contactId, linkId: newId() }),
    () => service.answer(getProduct, context, { productId }),
    () => service.answer(updateProduct, context, { productId, ...patch }),
    () => service.answer(archiveProduct, context, { productId }),
    () => service.answer(unarchiveProduct, context, { productId }),
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
    () => service.answer(getImport, context, { importId }),
    () => service.page(listImportRows, context, { importId }),
    () => service.answer(commitImport, context, { importId, onlyIfAllValid: false }),
    () => service.answer(cancelImport, context, { importId }),
    () => service.answer(getLocation, context, { locationId }),
    () => service.answer(updateLocation, context, { locationId, ...patch }),
    () => service.answer(archiveLocation, context, { locationId }),
    () => service.answer(unarchiveLocation, context, { locationId }),
    () => service.answer(deletePriceOverride, context, { overrideId }),
    () => service.answer(resolvePrice, context, { productId }),
    () =>
      service.answer(putPriceOverride, context, { fields: { productId, locationId, price: '1' } }),
    () => service.answer(getSalesReceipt, context, { documentRef }),
    () => service.answer(createSelfInvoiceLink, context, { documentRef }),
    () => service.page(listSelfInvoiceLinks, context, { documentRef }),
    () => service.answer(revokeSelfInvoiceLink, context, { documentRef, linkId: newId() }),
    () => service.page(listSalesReceiptRefunds, context, { documentRef }),
    () => service.answer(cancelSalesReceipt, context, { documentRef, reason: 'x' }),
    () => service.answer(refundSalesReceipt, context, { documentRef, ...refund }),
    () => service.answer(getExpense, context, { documentRef: expenseRef, suggestCfdi: false }),
    () => service.answer(updateExpense, context, { documentRef: expenseRef, ...patch }),
    () => service.answer(deleteExpense, context, { documentRef: expenseRef }),
    () => service.answer(settleExpense, context, { documentRef: expenseRef, ...payment }),
    () =>
      service.answer(linkExpenseCfdi, context, {
        documentRef: expenseRef,
        cfdiDocumentRef: undefined,
        acceptDifference: false,
      }),
    () => service.answer(getQuote, context, { documentRef: quoteRef }),
    () => service.answer(updateQuote, context, { documentRef: quoteRef, ...patch }),
    () => service.answer(publishQuote, context, { documentRef: quoteRef }),
    () => service.answer(acceptQuote, context, { documentRef: quoteRef, ...publicly }),
    () => service.answer(cancelQuote, context, { documentRef: quoteRef }),
    () => service.answer(recordQuotePayment, context, { documentRef: quoteRef }),
    () => service.answer(retryQuotePayment, context, { documentRef: quoteRef, paymentId: newId() }),
    () => service.answer(updateExpenseCategory, context, { categoryId, ...patch }),
    () => service.answer(deleteExpenseCategory, context, { categoryId }),
  ];
  const all = (id: () => string): Identifiers => ({
    categoryId: id(),
    contactId: id(),
    documentRef: `sales_receipt:${id()}`,
    expenseRef: `expense:${id()}`,
    importId: id(),
    locationId: id(),
    overrideId: id(),
    productId: id(),
    quoteRef: `quote:${id()}`,
  });
  const refusalOf = (attempt: () => Promise<unknown>) =>
    attempt().then(
      () => 'answered',
      (error: Error & { code: string }) => `${error.code}: ${error.message}`,
    );

  it('another organization gets the same refusal for a foreign identifier as for an unknown identifier', async () => {
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

  it('another organization cannot change anything', async () => {
    await Promise.all(attempts(own, callContext()).map(refusalOf));
    const changed = versioned.map((table) =>
      service.rows(
        `select version from ${table} where org_id <> $1 or version <> case '${table}' when 'receipt_settings' then 2 else 1 end`,
        [owner.organizationId],
      ),
    );
    expect(await Promise.all(changed)).toEqual(versioned.map(() => []));
  });

  it('another organization gets empty lists', async () => {
    const context = callContext();
    expect((await service.page(listContacts, context, {})).data).toEqual([]);
    expect((await service.page(listProducts, context, {})).data).toEqual([]);
    expect((await service.page(listLocations, context, {})).data).toEqual([]);
    expect((await service.page(listExpenseCategories, context, {})).data).toEqual([]);
    expect((await service.page(listExpenses, context, {})).data).toEqual([]);
    expect((await service.page(listImports, context, {})).data).toEqual([]);
    expect((await service.page(listInventory, context, {})).data).toEqual([]);
    expect((await service.page(listPriceOverrides, context, {})).data).toEqual([]);
    expect((await service.page(listSalesReceipts, context, {})).data).toEqual([]);
    expect((await service.page(listQuotes, context, {})).data).toEqual([]);
    expect(await service.answer(getSalesReceiptFields, context, {})).toEqual({
      fields: [],
      allowNegativeStock: true,
      selfInvoicingLinks: true,
    });
  });
});

describe('row level security', () => {
  it.each([
    ...versioned,
    'expense_settlements',
    'import_rows',
    'inventory_movements',
    'quote_folios',
    'receipt_counters',
    'sales_receipt_lines',
    'idempotency',
  ])('row level security shows rows of %s only to their organization', async (table) => {
    const count = `select count(*)::int as count from ${table}`;
    const seenBy = async (organizationId: string | undefined) =>
      (await service.asOrganization<{ count: number }>(organizationId, count))[0]?.count;
    expect(await seenBy(owner.organizationId)).toBe(1);
    expect(await seenBy(newId())).toBe(0);
    expect(await seenBy('')).toBe(0);
    expect(await seenBy(undefined)).toBe(0);
  });

  it.each(versioned)(
    'row level security prevents other organizations from changing or deleting rows of %s',
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

  it('row-level security rejects an insert for another organization', async () => {
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

  it('row-level security covers every table with an organization that requests can read', async () => {
    const open = await service.rows(`
      select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'org_id'
        and not (c.relrowsecurity and c.relforcerowsecurity)
        and has_table_privilege('commerce_app', c.oid, 'select')`);
    expect(open).toEqual([]);
  });
});

describe('missing filters', () => {
  const stranger = callContext();
  const all = 'select id from contacts';

  it('an operation without the organization filter reads only its own organization in a transaction', async () => {
    const seen = command(async (tx) => ({ value: (await tx.rows(all)).length }));
    expect(await seen.run(service.runtime, stranger, {}).then(String)).toBe('{"data":0}');
    expect(await seen.run(service.runtime, owner, {}).then(String)).toBe('{"data":1}');
  });

  it('an operation without the organization filter reads only its own organization in a query', async () => {
    const seen = query(async (read) => {
      const rows = await read.rows('select id from contacts where :org is not null');
      return Buffer.from(`${rows.length}`);
    });
    expect(await seen.run(service.runtime, stranger, {}).then(String)).toBe('0');
    expect(await seen.run(service.runtime, owner, {}).then(String)).toBe('1');
  });

  it.each([false, true])(
    'an operation without the organization filter inserts no row for another organization (in a transaction: %s)',
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

it('no connection of the pool stays bound to an organization', async () => {
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
